import { expect, test } from 'vitest';
import type { TileView } from '../protocol';
import { groups } from './unseen';

const letters = [
  { face: 'A', vowel: true },
  { face: 'B', vowel: false },
] as TileView[];
const unseen = [
  { tile: 'A', count: 2 },
  { tile: 'B', count: 1 },
  { tile: '?', count: 2 },
];

test('vowels, other letters and blanks stand apart, with their counts', () => {
  expect(groups(unseen, { letters }, 'vowels').map(({ kind, count }) => [kind, count])).toEqual([
    ['vowels', 2],
    ['others', 1],
    ['blanks', 2],
  ]);
  expect(groups(unseen, { letters }, 'letters')).toEqual([{ kind: undefined, tiles: unseen, count: 5 }]);
});
