import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { columnName, keyMove, premiumColour, squareName, typedPlace } from './board';

const LAYOUT = { rows: 15, cols: 21 };

test('squares are named column first', () => {
  expect(squareName({ row: 7, col: 3 })).toBe('D8');
  expect(columnName(25)).toBe('Z');
  expect(columnName(26)).toBe('AA');
  expect(columnName(31)).toBe('AF');
});

test('the page reads the same look-alike letters as columns as the rules do', () => {
  const rules = readFileSync('../crates/rules/src/table/layout.rs', 'utf8');
  const constant = (name: string) => new RegExp(`const ${name}: &str = "(.+)";`).exec(rules)![1]!;
  expect(typedPlace(constant('ALIKE'))).toBe(constant('LATIN'));
  expect(typedPlace('8н')).toBe('8H');
});

test.each([
  ['ArrowRight', false, { row: 7, col: 8 }],
  ['ArrowUp', false, { row: 6, col: 7 }],
  ['Home', false, { row: 7, col: 0 }],
  ['End', false, { row: 7, col: 20 }],
  ['Home', true, { row: 0, col: 0 }],
  ['End', true, { row: 14, col: 20 }],
  ['x', false, undefined],
])('%s (with Ctrl: %s) leads to %o', (key, wide, to) => {
  expect(keyMove({ row: 7, col: 7 }, key, wide, LAYOUT)).toEqual(to);
});

test('on a right-to-left board the next column is to the left', () => {
  expect(keyMove({ row: 7, col: 7 }, 'ArrowLeft', false, LAYOUT, true)).toEqual({ row: 7, col: 8 });
  expect(keyMove({ row: 7, col: 7 }, 'ArrowRight', false, LAYOUT, true)).toEqual({
    row: 7,
    col: 6,
  });
  expect(keyMove({ row: 7, col: 7 }, 'End', false, LAYOUT, true)).toEqual({ row: 7, col: 20 });
});

test('nothing leads off the board', () => {
  expect(keyMove({ row: 0, col: 0 }, 'ArrowLeft', false, LAYOUT)).toEqual({ row: 0, col: 0 });
  expect(keyMove({ row: 14, col: 20 }, 'ArrowDown', false, LAYOUT)).toEqual({ row: 14, col: 20 });
});

test('word premiums decide the colour, and high ones share one', () => {
  expect(premiumColour({ letter: 2, word: 1 })).toBe('2l');
  expect(premiumColour({ letter: 1, word: 3 })).toBe('3w');
  expect(premiumColour({ letter: 2, word: 2 })).toBe('2w');
  expect(premiumColour({ letter: 5, word: 1 })).toBe('4l');
});
