// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { copy } from '../copy';
import { blocks } from '../moderation/blocks.svelte';
import type { OutcomeView, RoomView } from '../protocol';
import type { GameCtrl } from './ctrl.svelte';
import Result from './Result.svelte';
import { testRoom } from './testroom';

vi.mock('../copy', () => ({ copy: vi.fn(async () => true) }));

afterEach(cleanup);

function ended(more: Partial<RoomView>): HTMLElement | null {
  const room = { ...testRoom({ phase: 'ended' }), spectators: 'table', ...more } as RoomView;
  const outcome: OutcomeView = { reason: { kind: 'passes' }, results: [], winners: [0] };
  render(Result, { ctrl: {} as GameCtrl, game: room.game, room, outcome });
  return screen.queryByText('Copy link');
}

test('the link of a finished game can be copied', async () => {
  ended({ id: 'abc' })!.click();
  await vi.waitFor(() => expect(copy).toHaveBeenCalledWith(`${location.origin}/games/abc`));
});

test('there is no link for offline games and games without spectators', () => {
  expect(ended({ id: '' })).toBeNull();
  cleanup();
  expect(ended({ id: 'abc', spectators: 'nobody' })).toBeNull();
});

test('there is no rematch with a blocked player', () => {
  vi.spyOn(blocks, 'load').mockResolvedValue();
  const occupants = [
    { player: 'a', here: true, account: true },
    { player: 'b', here: true, account: true },
  ];
  const show = () => {
    cleanup();
    const room = { ...testRoom({ phase: 'ended' }), id: 'abc', occupants } as RoomView;
    const outcome: OutcomeView = { reason: { kind: 'passes' }, results: [], winners: [0] };
    render(Result, { ctrl: { you: 0 } as GameCtrl, game: room.game, room, outcome });
    return screen.queryByRole('button', { name: 'Rematch' });
  };
  expect(show()).not.toBeNull();
  blocks.list = [{ player: 'b', name: 'Ben', blocked: true }];
  expect(show()).toBeNull();
  blocks.list = [];
});
