// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { me } from '../me.svelte';
import type { RoomView, RulesetView, SpectatorsView } from '../protocol';
import type { GameCtrl } from './ctrl.svelte';
import { testRoom } from './testroom';
import Waiting from './Waiting.svelte';

vi.mock('../api', async (actual) => ({
  ...(await actual<typeof import('../api')>()),
  get: vi.fn(async () => ({ lexicons: [] })),
}));

afterEach(cleanup);

/** A table for three with a free seat, as seen by a visitor or a player. */
function wait(spectators: SpectatorsView, you?: number) {
  me.isNamed = true;
  const room = {
    ...testRoom({ phase: 'lobby', most_seats: 3, clock: { kind: 'none' } }),
    spectators,
  } as RoomView;
  const ctrl = { you, host: 0, join: vi.fn(async () => undefined) };
  const ruleset = { title: 'English', players: { from: 2, to: 4 } } as RulesetView;
  render(Waiting, { ctrl: ctrl as unknown as GameCtrl, game: room.game, room, ruleset });
  return ctrl.join;
}

test('joining a game with open racks needs consent', () => {
  const join = wait('racks');
  expect(screen.getByText('Spectators see all racks.')).toBeTruthy();
  expect(screen.getByText(/Join only if/)).toBeTruthy();
  screen.getByRole('button', { name: 'Agree and join' }).click();
  expect(join).toHaveBeenCalled();
});

test('delayed racks are announced and need no consent', () => {
  wait({ delayed: { turns: 5 } });
  expect(screen.getByText('Spectators see all racks, 5 turns later.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Join game' })).toBeTruthy();
});

test('seated players read about open racks, and nothing if racks are hidden', () => {
  wait('racks', 0);
  expect(screen.getByText('Spectators see all racks.')).toBeTruthy();
  expect(screen.queryByText(/Join only if/)).toBeNull();
  cleanup();
  wait('table');
  expect(screen.queryByText(/Spectators see/)).toBeNull();
});
