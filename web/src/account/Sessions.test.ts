// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api';
import { me } from '../me.svelte';
import type { SessionView } from '../protocol';
import Sessions from './Sessions.svelte';

afterEach(cleanup);

const session = (id: string, device: string | undefined, current = false): SessionView => ({
  id,
  ...(device !== undefined && { device }),
  created: 0,
  used: Date.now() - 3 * 3_600_000,
  current,
});

test('every other session can be ended', async () => {
  const all = [
    session('a', 'Firefox on Linux', true),
    session('b', 'program'),
    session('c', undefined),
  ];
  vi.spyOn(me, 'sessions').mockResolvedValue(all);
  const end = vi.spyOn(me, 'endSession').mockResolvedValue(all.slice(0, 2));
  render(Sessions);
  const items = await screen.findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())).toEqual([
    'Firefox on Linux This device',
    'Program Last used 3 hours ago Log out',
    'Unknown device Last used 3 hours ago Log out',
  ]);
  await fireEvent.click(screen.getByRole('button', { name: 'Log out: Unknown device' }));
  expect(end).toHaveBeenCalledWith('c');
  await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  end.mockRejectedValue(new ApiError({ code: 'no_such_session', error: 'gone' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Log out: Program' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This session has already ended.',
  );
});
