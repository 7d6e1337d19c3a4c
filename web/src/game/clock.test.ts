import { expect, test } from 'vitest';
import type { GameView } from '../protocol';
import { clockText, isLow, timeAfter, timeLeft, untilChange } from './clock';

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

test.each([[12 * 60_000 + 5_400], [9_449], [10_000], [0], [-1], [-61_500], [49 * 3_600_000 + 20]])(
  'a clock that shows %i ms is redrawn when its text changes',
  (ms) => {
    const until = untilChange(ms);
    const text = (after: number) => clockText(ms - after, days);
    expect(text(until - 2)).toBe(text(0));
    if (ms < 86_400_000) expect(text(until)).not.toBe(text(0));
    expect(until).toBeGreaterThan(ms >= 86_400_000 ? 10 : 0);
  },
);

test('days need no tenths of seconds', () => {
  expect(untilChange(49 * 3_600_000 + 59_000)).toBeGreaterThan(50_000);
});

test('a clock is low in its last eighth', () => {
  expect(isLow(50_000, 480_000)).toBe(true);
  expect(isLow(61_000, 480_000)).toBe(false);
  expect(isLow(59_000, 3_600_000)).toBe(true);
  expect(isLow(11_000, 20_000)).toBe(false);
});

test('the time of a turn runs before the time bank', () => {
  const seat = { left: 500 } as GameView['seats'][number];
  const clock = { kind: 'turn', turn: 1000, bank: 500 } as const;
  const game = { clock, seats: [seat, seat], on_turn: 0, now: 5300, turn_began: 5000 };
  expect(timeLeft(game, 0)).toBe(1200);
  expect(timeLeft(game, 1)).toBe(500);
  expect(timeLeft({ ...game, now: 6100 }, 0)).toBe(500);
  expect(
    timeLeft(
      {
        ...game,
        seats: [
          { ...seat, left: 0 },
          { ...seat, left: 0 },
        ],
      },
      1,
    ),
  ).toBeUndefined();
  expect(
    timeLeft({ ...game, clock: { kind: 'game', initial: 9, increment: 0, overtime: null } }, 0),
  ).toBe(500);
});

test('only the clock of the player on turn runs, never backwards, and not before the start', () => {
  const seat = { left: 500 } as GameView['seats'][number];
  const clock = { kind: 'game', initial: 900, increment: 0, overtime: null } as const;
  const game = { clock, seats: [seat, seat], on_turn: 0, now: 5300, turn_began: 5000 };
  expect(timeAfter(game, 0, 200)).toBe(300);
  expect(timeAfter(game, 0, -200)).toBe(500);
  expect(timeAfter(game, 1, 200)).toBe(500);
  expect(timeAfter({ ...game, paused: 5200 }, 0, 200)).toBe(500);
});
