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

test('vowels, consonants and blanks are grouped and counted', () => {
  expect(groups(unseen, { letters }, 'vowels').map(({ kind, count }) => [kind, count])).toEqual([
    ['vowels', 2],
    ['others', 1],
    ['blanks', 2],
  ]);
  expect(groups(unseen, { letters }, 'letters')).toEqual([
    { kind: undefined, tiles: unseen, count: 5 },
  ]);
});

test('vowels and consonants are counted even if none are left', () => {
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

test('nothing is counted if the vowels are unknown', () => {
  const unmarked = letters.map((letter) => ({ ...letter, vowel: false }));
  expect(tally(unseen, { letters: unmarked })).toEqual([]);
});

test('unseen tiles can be hidden', () => {
  expect(groups(unseen, { letters }, 'hidden')).toEqual([]);
});
