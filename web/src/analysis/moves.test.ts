import { expect, test } from 'vitest';
import type { RankedView } from '../protocol';
import { matches } from './moves';

const line: RankedView = {
  move: '8D RETAINs',
  score: 66,
  leave: 'E?',
  equity: 80,
  place: '8D',
  word: 'RE(TA)INs',
  tiles: [{ row: 7, col: 3, tile: 'R', blank: false }],
};
const filter = (text: string, square?: { row: number; col: number }) =>
  matches(line, { text, square });

test('moves are found by word, place, kept tiles and square', () => {
  expect(filter('')).toBe(true);
  expect(filter('tain')).toBe(true);
  expect(filter('8d')).toBe(true);
  expect(matches({ ...line, place: 'H8' }, { text: 'н8', square: undefined })).toBe(true);
  expect(filter('8')).toBe(true);
  expect(filter('=e')).toBe(true);
  expect(filter('=?e')).toBe(true);
  expect(filter('=ee')).toBe(false);
  expect(filter('+r')).toBe(true);
  expect(filter('+rr')).toBe(false);
  expect(filter('', { row: 7, col: 3 })).toBe(true);
  expect(filter('', { row: 7, col: 4 })).toBe(false);
});

test('a number finds the plays of that row', () => {
  const at = (place: string | null) =>
    ({ word: 'TEA', place, leave: '', tiles: [], move: 'x' }) as unknown as RankedView;
  const found = (place: string | null, text: string) =>
    matches(at(place), { text, square: undefined });
  expect([found('8D', '8'), found('D8', '8'), found('18D', '8'), found(null, '8')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
