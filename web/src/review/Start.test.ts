// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { ReviewCtrl } from './ctrl.svelte';
import Start from './Start.svelte';

afterEach(cleanup);

const ctrl = (text: string) => ({
  text,
  error: new Error('unreadable') as unknown,
  games: { rulesets: [] },
  open: vi.fn(async () => false),
});
const show = (ctrl: object) => {
  render(Start, { ctrl: ctrl as ReviewCtrl, own: [] });
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'GCG' });
};

test('the text of a review that can’t be saved is still there for another try', async () => {
  const unsaved = ctrl('>ann: AEINRST 8D RETAINS +66 66');
  const field = show(unsaved);
  expect(field.value).toBe(unsaved.text);
  await fireEvent.submit(field.form!);
  expect(unsaved.open).toHaveBeenCalledWith(unsaved.text);
});

test('an empty field can’t be reviewed, and typing clears the error', async () => {
  const empty = ctrl('');
  const field = show(empty);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Review game' });
  expect([field.value, button.disabled]).toEqual(['', true]);
  await fireEvent.input(field, { target: { value: 'no game' } });
  expect([button.disabled, empty.error]).toEqual([false, undefined]);
});
