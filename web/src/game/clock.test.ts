import { expect, test } from 'vitest';
import { clockText, isLow } from './clock';

const days = (days: number, hours: number) => `${days}d ${hours}h`;

test.each([
  [12 * 60_000 + 5_400, '12:05'],
  [3_725_000, '1:02:05'],
  [9_449, '9.4'],
  [0, '0.0'],
  [-1, '-0:01'],
  [-61_500, '-1:02'],
  [49 * 3_600_000, '2d 1h'],
])('%i ms are shown as %s', (ms, text) => {
  expect(clockText(ms, days)).toBe(text);
});

test('a clock is low in its last eighth', () => {
  expect(isLow(50_000, 480_000)).toBe(true);
  expect(isLow(61_000, 480_000)).toBe(false);
  expect(isLow(59_000, 3_600_000)).toBe(true);
  expect(isLow(11_000, 20_000)).toBe(false);
});
