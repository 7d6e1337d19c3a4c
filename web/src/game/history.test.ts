import { expect, test } from 'vitest';
import type { GameView, OutcomeView, SeatState } from '../protocol';
import {
  boardAfter,
  isOutAfter,
  laidBy,
  lastPlay,
  lead,
  lostAfter,
  scoreAfter,
  settled,
  standings,
} from './history';

const tile = (col: number) => ({ row: 0, col, tile: 'A', blank: false });
const game = {
  board: [tile(0), tile(1), tile(2)],
  turns: [
    {
      seat: 0,
      taken: 'played',
      squares: [
        { row: 0, col: 0 },
        { row: 0, col: 1 },
      ],
      total: 10,
    },
    { seat: 1, taken: 'withdrawn', squares: [{ row: 0, col: 2 }], total: 0 },
    { seat: 0, taken: 'played', squares: [{ row: 0, col: 2 }], total: 25 },
  ],
} as unknown as GameView;

test('an earlier board is restored', () => {
  expect(boardAfter(game, 0)).toEqual([]);
  expect(boardAfter(game, 1)).toEqual([tile(0), tile(1)]);
  expect(boardAfter(game, 2)).toEqual([tile(0), tile(1)]);
  expect(boardAfter(game, 3)).toHaveLength(3);
});

test('withdrawn plays are not the last play', () => {
  expect([...lastPlay(game, 2)]).toEqual(['A1', 'B1']);
  expect([...lastPlay(game, 3)]).toEqual(['C1']);
  expect(lastPlay(game, 0).size).toBe(0);
});

test('earlier scores are restored', () => {
  expect([scoreAfter(game, 0, 1), scoreAfter(game, 0, 3), scoreAfter(game, 1, 3)]).toEqual([
    10, 25, 0,
  ]);
});

test('tiles belong to the player whose play stands', () => {
  expect([...laidBy(game, 2)]).toEqual([
    ['A1', 0],
    ['B1', 0],
  ]);
  expect(laidBy(game, 3).get('C1')).toBe(0);
});

test('a lead is measured against the best opponent', () => {
  expect([0, 1, 2].map((seat) => lead([40, 75, 60], seat))).toEqual([-35, 15, -15]);
  expect([0, 2].map((seat) => lead([40, 75, 60], seat, (other) => other === 1))).toEqual([-20, 20]);
  expect(lead([40, 75], 0, (other) => other === 1)).toBe(-35);
});

test('drop-outs come between turns, in order', () => {
  const game = {
    dropouts: [
      { seat: 3, after: 1 },
      { seat: 0, after: 1 },
      { seat: 2, after: 2 },
    ],
  };
  expect([0, 1, 2].map((n) => lostAfter(game, n))).toEqual([[], [3, 0], [2]]);
  expect([0, 1, 2].map((n) => isOutAfter(game, 0, n))).toEqual([false, true, true]);
  expect([isOutAfter(game, 1, 2), isOutAfter({}, 1, 2)]).toEqual([false, false]);
});

test('final adjustments come one by one', () => {
  expect(
    settled([
      { overtime: -10, racks: 8, total: 9 },
      { overtime: 0, racks: 0, total: 5 },
    ]),
  ).toEqual([
    { seat: 0, what: 'overtime', points: -10, total: 1 },
    { seat: 0, what: 'racks', points: 8, total: 9 },
  ]);
});

test('players who dropped out come last, whatever their score', () => {
  const result = (total: number) => ({ total, racks: 0, overtime: 0, rack: [] });
  const outcome = {
    winners: [1],
    results: [191, 63, 183, 43].map(result),
  } as unknown as OutcomeView;
  const seats = (['resigned', undefined, 'time', undefined] as const).map(
    (lost) => ({ lost }) as SeatState,
  );
  expect(standings(outcome, seats).map(({ seat, total, lost }) => [seat, total, lost])).toEqual([
    [1, 63, undefined],
    [3, 43, undefined],
    [0, 191, 'resigned'],
    [2, 183, 'time'],
  ]);
});
