import { expect, test } from 'vitest';
import type { RulesetView } from '../protocol';
import { ordered, type Order } from './order';

const letters = [
  ['A', 1, true],
  ['B', 3, false],
  ['E', 1, true],
  ['Q', 10, false],
].map(([face, value, vowel]) => ({
  face,
  value,
  vowel,
  count: 1,
})) as unknown as RulesetView['letters'];

test.each<[Order, string]>([
  ['drawn', 'Q?EBA?A'],
  ['letters', 'AABEQ??'],
  ['vowels', 'AAEBQ??'],
  ['consonants', 'BQAAE??'],
  ['blanks', '??AABEQ'],
  ['points', 'QBAAE??'],
  ['shuffled', '?EBA?AQ'],
])('%s: %s', (order, faces) => {
  const value = (face: string) => letters.find((letter) => letter.face === face)?.value ?? 0;
  const rack = [...'Q?EBA?A'].map((face, id) => ({ id, face, value: value(face) }));
  expect(
    ordered(rack, { letters }, order, () => 0)
      .map(({ face }) => face)
      .join(''),
  ).toBe(faces);
});
