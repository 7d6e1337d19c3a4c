import { expect, test } from 'vitest';
import type { RoomSummary } from '../protocol';
import { dueFrom, dueGames, nextGame, sortedGames } from './mine';

function room(
  id: string,
  phase: RoomSummary['phase'],
  on_turn: number | undefined,
  changed: number,
): RoomSummary {
  return {
    id,
    ruleset: 'english',
    family: false,
    lexicon: 'english',
    clock: { kind: 'none' },
    phase,
    names: ['Ann', 'Ben'],
    players: ['ann', 'ben'],
    scores: [0, 0],
    most_seats: 2,
    rated: false,
    ...(on_turn !== undefined && { on_turn }),
    changed,
  };
}

const ROOMS = [
  room('ended', 'ended', undefined, 9),
  room('waiting', 'lobby', undefined, 8),
  room('his', 'playing', 1, 7),
  room('late', 'playing', 0, 6),
  room('early', 'playing', 0, 2),
];

test('games that wait for me come first, the longest waiting on top', () => {
  expect(sortedGames(ROOMS, 'ann').map(({ id }) => id)).toEqual([
    'early',
    'late',
    'his',
    'waiting',
    'ended',
  ]);
  expect(sortedGames(ROOMS, 'ben')[0]!.id).toBe('his');
});

test('the next game is another one', () => {
  expect(nextGame(ROOMS, 'ann', ['early'])).toEqual({ id: 'late', count: 1 });
  expect(nextGame(ROOMS, 'ann', ['his', undefined])).toEqual({ id: 'early', count: 2 });
  expect(nextGame(ROOMS, 'ben', ['his'])).toBeUndefined();
});

test('games that wait for me are those where it is my turn', () => {
  expect(dueGames(ROOMS, 'ann').map(({ id }) => id)).toEqual(['late', 'early']);
  expect(dueGames(ROOMS, undefined)).toEqual([]);
});

test('a game without a turn waits for nobody', () => {
  expect(dueFrom(ROOMS[0]!, 'ann')).toBeUndefined();
  expect(dueFrom(ROOMS[4]!, undefined)).toBeUndefined();
});

test('a last play waits for players who have not answered', () => {
  const last = { ...room('last', 'last_challenge', undefined, 1), to_accept: [1] };
  expect([dueFrom(last, 'ann'), dueFrom(last, 'ben'), dueFrom(last, undefined)]).toEqual([
    undefined,
    'answer',
    undefined,
  ]);
  expect(nextGame([...ROOMS, last], 'ben', ['his'])).toEqual({ id: 'last', count: 1 });
});

test('an offered rematch waits for me', () => {
  const expected = [{ player: 'ann', name: 'Ann' }];
  const rematch: RoomSummary = {
    ...room('rematch', 'lobby', undefined, 8),
    players: ['ben'],
    expected,
  };
  expect(dueFrom(rematch, 'ann')).toBe('rematch');
  expect(dueFrom(rematch, 'cy')).toBeUndefined();
  expect(
    dueFrom(room('open', 'lobby', undefined, 8), 'cy'),
    'an open table is nobody’s duty',
  ).toBeUndefined();
});
