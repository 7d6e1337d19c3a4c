import { expect, test } from 'vitest';
import { pauseBefore } from './pauses';

test('pauses grow, and differ from client to client', () => {
  const middle = [0, 1, 2, 3, 4, 5, 6, 100].map((attempt) => pauseBefore(attempt, 1012, () => 0.5));
  expect(middle).toEqual([250, 500, 1000, 2000, 5000, 10_000, 10_000, 10_000]);
  for (const attempt of [0, 1, 5])
    expect(pauseBefore(attempt, 1006, () => 0.1)).toBeLessThan(
      pauseBefore(attempt, 1006, () => 0.9),
    );
});

test('clients of a server that stops spread over half a second', () => {
  const pauses = Array.from({ length: 1000 }, () => pauseBefore(0, 1012));
  expect(Math.max(...pauses)).toBeLessThan(500);
  for (const from of [0, 100, 200, 300, 400])
    expect(pauses.filter((pause) => pause >= from && pause < from + 100).length).toBeGreaterThan(
      100,
    );
});

test('a slow reader comes back at once, but not again and again', () => {
  expect(pauseBefore(0, 1013)).toBe(0);
  expect(pauseBefore(1, 1013)).toBeGreaterThan(0);
});
