// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { PlayerView } from '../protocol';
import Player from './Player.svelte';

afterEach(cleanup);

const player = { id: 'b', name: 'Ben', account: true, bans: [], reports: 0, games: 1 };

async function choose(name: 'Ban' | 'Mute', days?: string) {
  const onact = vi.fn().mockResolvedValue(true);
  render(Player, { player: player as unknown as PlayerView, busy: false, onact });
  if (days) await fireEvent.input(screen.getByRole('spinbutton'), { target: { value: days } });
  await fireEvent.click(screen.getByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(onact).not.toHaveBeenCalled();
  return { onact, dialog };
}

test('a ban without a number of days is permanent, and the question says so', async () => {
  const { onact, dialog } = await choose('Ban');
  dialog.getByText('Ban Ben permanently?');
  await fireEvent.click(dialog.getByRole('button', { name: 'Ban' }));
  expect(onact).toHaveBeenCalledWith({ action: 'ban', player: 'b', reason: '' });
});

test('muting asks first, with the number of days', async () => {
  const { onact, dialog } = await choose('Mute', '7');
  dialog.getByText('Mute Ben for 7 days?');
  await fireEvent.click(dialog.getByRole('button', { name: 'Mute' }));
  expect(onact).toHaveBeenCalledWith({ action: 'mute', player: 'b', days: 7 });
});
