// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { strengthNotes, strengthText } from './strength';

test('a strength bound is shown as a bound, with its reason', () => {
  const [between, open] = [
    { elo: -270, least: -460, most: -140 },
    { elo: -200, least: -430 },
  ];
  expect(
    [between, open, { elo: -1000, most: -80 }, { elo: -1170, most: -1170 }].map(strengthText),
  ).toEqual(['−270 (−460 … −140)', '−200 (at least −430)', '−1000 (at most −80)', 'at most −1170']);
  expect(strengthText({ least: -430 }), 'as it was kept before').toBe('at least −430');
  expect(strengthNotes([between])).toEqual([]);
  expect(strengthNotes([between, open])).toEqual([expect.stringContaining('“At least”')]);
});

test('a missing value is explained', () => {
  expect(strengthNotes([{ elo: -270, least: -460, most: -140 }, undefined])).toEqual([
    '“–”: too few turns to tell.',
  ]);
  expect(strengthNotes([undefined, undefined])).toEqual([]);
});
