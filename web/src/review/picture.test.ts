import { expect, test } from 'vitest';
import type { LayoutView } from '../protocol';
import { boardSvg, fileName } from './picture';

const layout = {
  rows: 1,
  cols: 2,
  premiums: [[{ word: 3, letter: 1 }, null]],
  starts: [{ row: 0, col: 0 }],
} as unknown as LayoutView;

test('a board is drawn with premiums, tiles and an escaped caption', () => {
  const tiles = new Map([['B1', { face: 'Q', value: 10, blank: false }]]);
  const svg = boardSvg(
    { layout, tiles, premiumText: () => '3W', caption: 'Ann <& Bob>' },
    (name) => name,
  );
  expect(svg).toContain('>3W</text>');
  expect(svg).toContain('>Q</text>');
  expect(svg).toContain('>10</text>');
  expect(svg).toContain('fill="premium-3w"');
  expect(svg).toContain('Ann &lt;&amp; Bob&gt;');
});

test('a tile hides its square, and a blank has no points', () => {
  const tiles = new Map([['A1', { face: 'q', value: 0, blank: true }]]);
  const svg = boardSvg({ layout, tiles, premiumText: () => '3W' }, (name) => name);
  expect(svg).toContain('>q</text>');
  expect(svg).not.toMatch(/premium-3w|>0<|>3W</);
});

test('a square with two premiums shows both', () => {
  const svg = boardSvg({ layout, tiles: new Map(), premiumText: () => '3W 2L' }, (name) => name);
  expect(svg).toMatch(/font-size="10"[^>]*>3W 2L</);
});

test('a file is named after the players, with safe characters', () => {
  expect(fileName(['Ann', 'Новичок 2', 'a/b:c'])).toBe('Ann-Новичок_2-a_b_c');
  expect(fileName([])).toBe('game');
});
