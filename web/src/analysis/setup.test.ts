import { expect, test } from 'vitest';
import { back, empty, moved, pointed, put, skip, typed, without, type Setup } from './setup';

const FACES = new Set(['A', 'B', 'C', 'H', 'CH']);
const board = (setup: Setup) =>
  [...setup.tiles].map(([name, { tile, blank }]) => `${name}${blank ? '*' : ''}${tile}`).join(' ');
const type = (setup: Setup, text: string) =>
  [...text].reduce((setup, face) => typed(setup, face, false, FACES)!, setup);
const start = pointed(empty({ rows: 3, cols: 4 }), { row: 1, col: 0 });

test('typing fills the board from the arrow and stops at the edge', () => {
  const setup = type(start, 'ABABA');
  expect(board(setup)).toBe('A2A B2B C2A D2B');
});

test('typing jumps over tiles on the board', () => {
  const setup = type(
    { ...put(pointed(start, { row: 1, col: 1 }), 'B', true), cursor: start.cursor },
    'AA',
  );
  expect(board(setup)).toBe('B2*B A2A C2A');
});

test('two letters that form one tile become that tile', () => {
  expect(board(type(start, 'CHA'))).toBe('A2CH B2A');
});

test('the first letter of a two-letter tile waits for the second', () => {
  const faces = new Set(['A', 'L', 'L·L', 'N', 'NY', 'QU', 'U']);
  const type = (text: string) => {
    let [setup, begun] = [start, ''];
    for (const letter of text) {
      const after = typed(setup, letter, false, faces, begun);
      begun = after ? '' : begun + letter;
      setup = after ?? setup;
    }
    return [board(setup), begun];
  };
  expect(type('Q')).toEqual(['', 'Q']);
  expect(type('QUA')).toEqual(['A2QU B2A', '']);
  expect(type('QA')).toEqual(['A2A', '']);
  expect(type('NYA')).toEqual(['A2NY B2A', '']);
  expect(type('L·L')).toEqual(['A2L·L', '']);
  expect(type('LL')).toEqual(['A2L B2L', '']);
});

test('Backspace removes, Space skips', () => {
  expect(board(back(type(start, 'AB')))).toBe('A2A');
  expect(board(type(skip(type(start, 'A')), 'B'))).toBe('A2A C2B');
  expect(back(start)).toBe(start);
  expect(board(back(pointed(type(start, 'AB'), { row: 1, col: 0 })))).toBe('B2B');
});

test('a tile is moved and removed', () => {
  const setup = moved(type(start, 'A'), { row: 1, col: 0 }, { row: 2, col: 3 });
  expect(board(setup)).toBe('D3A');
  expect(board(moved(setup, { row: 2, col: 3 }, { row: 9, col: 9 }))).toBe('D3A');
  expect(board(without(setup, { row: 2, col: 3 }))).toBe('');
});
