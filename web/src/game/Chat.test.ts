// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { NoConnection } from '../api';
import Chat from './Chat.svelte';
import { Talk } from './talk.svelte';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an unsent message stays in its field, and its error goes away with the connection back', async () => {
  class Watch {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Watch);
  const talk = new Talk(() => Promise.reject(new NoConnection('nobody answers')));
  const { rerender } = render(Chat, {
    talk,
    connected: false,
    isMyTurn: false,
    onturn: () => undefined,
  });
  const field = screen.getByRole<HTMLInputElement>('textbox');
  await fireEvent.input(field, { target: { value: 'hello' } });
  await fireEvent.submit(field.form!);
  await screen.findByRole('alert');
  await rerender({ connected: true });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field.value).toBe('hello');
});
