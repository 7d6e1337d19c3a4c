import { expect, test } from 'vitest';
import type { GameView, OutcomeView, SeatState } from '../protocol';
import { boardAfter, isOutAfter, laidBy, lastPlay, lead, lostAfter, scoreAfter, standings } from './history';

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

test('the board is as it was', () => {
  expect(boardAfter(game, 0)).toEqual([]);
  expect(boardAfter(game, 1)).toEqual([tile(0), tile(1)]);
  expect(boardAfter(game, 2)).toEqual([tile(0), tile(1)]);
  expect(boardAfter(game, 3)).toHaveLength(3);
});

test('plays that were taken back are not the last play', () => {
  expect([...lastPlay(game, 2)]).toEqual(['A1', 'B1']);
  expect([...lastPlay(game, 3)]).toEqual(['C1']);
  expect(lastPlay(game, 0).size).toBe(0);
});

test('scores are as they were', () => {
  expect([scoreAfter(game, 0, 1), scoreAfter(game, 0, 3), scoreAfter(game, 1, 3)]).toEqual([10, 25, 0]);
});

test('tiles are whose play stands', () => {
  expect([...laidBy(game, 2)]).toEqual([
    ['A1', 0],
    ['B1', 0],
  ]);
  expect(laidBy(game, 3).get('C1')).toBe(0);
});

test('a lead is over the best of the others', () => {
  expect([0, 1, 2].map((seat) => lead([40, 75, 60], seat))).toEqual([-35, 15, -15]);
  expect([0, 2].map((seat) => lead([40, 75, 60], seat, (other) => other === 1))).toEqual([-20, 20]);
  expect(lead([40, 75], 0, (other) => other === 1)).toBe(-35);
});

test('who drops out does so between two turns', () => {
  const turns = [{ at: 10 }, { at: 20 }] as GameView['turns'];
  const seats = [{ lost_at: 15 }, {}, { lost_at: 25 }] as GameView['seats'];
  expect([0, 1, 2].map((n) => lostAfter({ seats, turns }, n))).toEqual([[], [0], [2]]);
  expect([0, 1, 2].map((n) => isOutAfter({ seats, turns }, 0, n))).toEqual([false, true, true]);
  expect(isOutAfter({ seats, turns }, 1, 2)).toBe(false);
});

test('who dropped out comes last, whatever they had by then', () => {
  const result = (total: number) => ({ total, racks: 0, overtime: 0, rack: [] });
  const outcome = { winners: [1], results: [191, 63, 183, 43].map(result) } as unknown as OutcomeView;
  const seats = (['resigned', undefined, 'time', undefined] as const).map((lost) => ({ lost }) as SeatState);
  expect(standings(outcome, seats).map(({ seat, total, lost }) => [seat, total, lost])).toEqual([
    [1, 63, undefined],
    [3, 43, undefined],
    [0, 191, 'resigned'],
    [2, 183, 'time'],
  ]);
});
