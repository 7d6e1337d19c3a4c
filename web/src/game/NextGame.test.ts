// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { GameView, RoomView } from '../protocol';
import NextGame from './NextGame.svelte';
import { myGames } from './requests';

vi.mock('./requests', () => ({ myGames: vi.fn(() => Promise.resolve({ rooms: [] })) }));
afterEach(cleanup);

test('other games are checked at every turn, not at every update', async () => {
  const room = () => ({ id: 'g' }) as RoomView;
  const game = (turn: number) => ({ you: 0, on_turn: 1, turn, may_accept: false }) as GameView;
  const { rerender } = render(NextGame, { game: game(1), room: room() });
  await rerender({ game: game(1), room: room() });
  expect(myGames).toHaveBeenCalledTimes(1);
  await rerender({ game: game(2), room: room() });
  expect(myGames).toHaveBeenCalledTimes(2);
});
