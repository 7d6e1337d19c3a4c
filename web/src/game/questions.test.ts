// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { GameView } from '../protocol';
import { answerTo } from './questions';

const tile = (row: number, col: number, tile: string, blank = false) => ({ row, col, tile, blank });
const game = {
  you: 0,
  on_turn: 0,
  bag: 40,
  clock: { kind: 'game', initial: 600_000, increment: 0 },
  seats: [
    { name: 'Ann', score: 12, rack: ['A', 'CH'], left: 65_000 },
    { name: 'Ben', score: 1, left: 60_000 },
  ],
  turns: [{ seat: 1, taken: 'played', move: '8D TEA', score: 1, total: 1, at: 0 }],
  board: [
    tile(7, 5, 'A', true),
    tile(7, 3, 'T'),
    tile(7, 4, 'E'),
    tile(7, 9, 'O'),
    tile(8, 9, 'N'),
  ],
} as unknown as GameView;
const size = { rows: 15, cols: 15 };
const ask = (text: string, elapsed?: number) => answerTo(text, game, size, 'en', elapsed);

test('players who can’t see the board can ask questions', () => {
  expect(ask('rack')).toBe('Your tiles: A CH');
  expect(ask(' Scores ')).toBe('Ann: 12 points and Ben: 1 point');
  expect(ask('clocks', 5_000)).toBe('Ann: 1:00 and Ben: 1:00');
  expect(ask('last')).toBe('Ben plays 8D TEA: 1 point.');
  expect(ask('bag')).toBe('In the bag: 40 tiles');
  expect(ask('row 8')).toBe('D8 T E A (blank); J8 O');
  expect(ask('column j')).toBe('J8 O N');
  expect(ask('row 1')).toBe('Row 1 is empty.');
});

test('a row or column beyond the board is reported as missing', () => {
  expect(ask('row 99')).toBe('There is no row 99: rows run from 1 to 15.');
  expect(ask('row 0')).toBe('There is no row 0: rows run from 1 to 15.');
  expect(ask('row x')).toBe('There is no row X: rows run from 1 to 15.');
  expect(ask('column z')).toBe('There is no column Z: columns run from A to O.');
  expect(ask('column д')).toBe('There is no column Д: columns run from A to O.');
  expect(ask('column о'), 'a Cyrillic letter that looks the same').toBe('Column O is empty.');
});

test('moves are not read as questions', () => {
  for (const move of ['8D retains', '-qvu', 'pass', 'rack 8', 'row', ''])
    expect(ask(move)).toBeUndefined();
});
