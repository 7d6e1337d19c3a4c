// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import Reports from './Reports.svelte';

afterEach(cleanup);

test('closing a reported game needs a confirmation', async () => {
  const onact = vi.fn().mockResolvedValue(true);
  const reports = [{ id: 1, at: 0, game: 'abcdefghijkm', text: 'rude', closed: false }];
  render(Reports, { reports, busy: false, onact, onplayer: () => {} });
  await fireEvent.click(screen.getByRole('button', { name: 'Close game' }));
  const dialog = await screen.findByRole('dialog');
  await fireEvent.click(within(dialog).getByRole('button', { name: 'Close game' }));
  expect(onact).toHaveBeenCalledWith({ action: 'close_game', game: 'abcdefghijkm' });
});

test('a message deleted here is shown as deleted', async () => {
  const onact = vi.fn().mockResolvedValue(true);
  const report = { id: 1, at: 0, game: 'abcdefghijkm', message: 4, said: 'you fool' };
  const reports = [{ ...report, text: 'rude', closed: false }];
  render(Reports, { reports, busy: false, onact, onplayer: () => {} });
  await fireEvent.click(screen.getByRole('button', { name: 'Delete message' }));
  const dialog = await screen.findByRole('dialog');
  expect(onact).not.toHaveBeenCalled();
  await fireEvent.click(within(dialog).getByRole('button', { name: 'Delete message' }));
  await screen.findByText('(message deleted)');
  expect(screen.queryByRole('button', { name: 'Delete message' })).toBeNull();
});

test('a report shows its date and time', () => {
  const at = new Date(2026, 10, 17, 14, 5).getTime();
  const reports = [{ id: 1, at, game: 'abcdefghijkm', text: 'rude', closed: false }];
  render(Reports, { reports, busy: false, onact: vi.fn(), onplayer: () => {} });
  screen.getByText(/Nov 17, 2026, 2:05\sPM/);
});

test('a message deleted before is shown as deleted after a reload', () => {
  const report = { id: 1, at: 0, game: 'abcdefghijkm', message: 4, said: 'you fool' };
  const reports = [{ ...report, deleted: true, text: 'rude', closed: false }];
  render(Reports, { reports, busy: false, onact: vi.fn(), onplayer: () => {} });
  screen.getByText('(message deleted)');
  expect(screen.queryByRole('button', { name: 'Delete message' })).toBeNull();
});
