// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { LineView } from '../protocol';
import { ahead, chance, isGivenUp, isNotByWin, signed, wholeScore } from './values';

const line = (it: Partial<LineView>): LineView => ({
  move: 'pass',
  score: 0,
  leave: '',
  equity: 0,
  ...it,
});

test('a win chance has its error or its proven bounds', () => {
  expect(chance(line({ win: 0.542, standard_error: 0.004 }))).toBe('54.2 ±0.8');
  expect(chance(line({ win: 0, standard_error: 0.0001 }))).toBe('0.0');
  expect(chance(line({ win: 0.5, win_bounds: [0.4, 0.625] }))).toBe('40.0–62.5');
  expect(chance(line({ win: 0.5, win_bounds: [0.5, 0.5] }))).toBe('50.0');
  expect(chance(line({}))).toBe('');
});

test('a spread shows its proven bounds', () => {
  expect(ahead(line({ spread: 12, exactness: 'exact' }))).toBe('+12.0');
  expect(ahead(line({ spread: -3.5, exactness: 'at_most' }))).toBe('≤ −3.5');
  expect(ahead(line({ spread: 4, exactness: 'at_least' }))).toBe('≥ +4.0');
  expect(ahead(line({ spread: 4, exactness: 'estimated' }))).toBe('≈ +4.0');
  expect(ahead(line({ spread: 4, exactness: 'estimated', samples: 30 }))).toBe('+4.0');
  expect(ahead(line({}))).toBe('');
});

test('a value shown as zero has no sign', () => {
  expect([0.04, -0.04, -0.06, 3].map(signed)).toEqual(['0.0', '0.0', '−0.1', '+3.0']);
});

test('any text in a score field is read as a whole number', () => {
  expect([12, 1.5, -3, null, undefined, NaN, 1e12].map(wholeScore)).toEqual([
    12, 2, -3, 0, 0, 0, 99_999,
  ]);
});

test('moves with fewer iterations were eliminated', () => {
  const lines = [line({ samples: 900 }), line({ samples: 60 }), line({})];
  expect(lines.map((it) => isGivenUp(it, lines))).toEqual([false, true, false]);
});

test('an order not by win % is noticed, unless a move was eliminated', () => {
  const wins = (...all: number[]) => all.map((win) => line({ win, samples: 100 }));
  expect(isNotByWin(wins(0.6, 0.6, 0.4))).toBe(false);
  expect(isNotByWin(wins(0.998, 0.999))).toBe(true);
  expect(isNotByWin([...wins(0.6), line({ win: 0.7, samples: 20 })])).toBe(false);
});
