import { expect, test } from 'vitest';
import type { LayoutView } from '../protocol';
import { boardSvg } from './picture';

const layout = {
  rows: 1,
  cols: 2,
  premiums: [[{ word: 3, letter: 1 }, null]],
  starts: [{ row: 0, col: 0 }],
} as unknown as LayoutView;

test('a board is drawn with its premiums, tiles and caption, and text cannot break it', () => {
  const tiles = new Map([['B1', { face: 'Q', value: 10, blank: false }]]);
  const svg = boardSvg({ layout, tiles, premiumText: () => '3W', caption: 'Ann <& Bob>' }, (name) => name);
  expect(svg).toContain('>3W</text>');
  expect(svg).toContain('>Q</text>');
  expect(svg).toContain('>10</text>');
  expect(svg).toContain('fill="premium-3w"');
  expect(svg).toContain('Ann &lt;&amp; Bob&gt;');
});

test('a square with two premiums says both, small enough for the square', () => {
  const svg = boardSvg({ layout, tiles: new Map(), premiumText: () => '3W 2L' }, (name) => name);
  expect(svg).toMatch(/font-size="10"[^>]*>3W 2L</);
});
