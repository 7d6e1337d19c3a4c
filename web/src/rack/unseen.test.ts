import { expect, test } from 'vitest';
import type { TileView, UnseenView } from '../protocol';
import { groups, tally } from './unseen';

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
  expect(groups(unseen, { letters }, 'letters')).toEqual([
    { kind: undefined, tiles: unseen, count: 5 },
  ]);
});

test('vowels and other letters are counted, also when none are left', () => {
  const counts = (unseen: UnseenView[]) =>
    tally(unseen, { letters }).map(({ kind, count }) => [kind, count]);
  expect(counts(unseen)).toEqual([
    ['vowels', 2],
    ['others', 1],
  ]);
  expect(counts([{ tile: 'B', count: 3 }])).toEqual([
    ['vowels', 0],
    ['others', 3],
  ]);
});

test('nothing is counted where it is not known which letters are vowels', () => {
  const unmarked = letters.map((letter) => ({ ...letter, vowel: false }));
  expect(tally(unseen, { letters: unmarked })).toEqual([]);
});

test('who wants to see no tiles sees none', () => {
  expect(groups(unseen, { letters }, 'hidden')).toEqual([]);
});
