import { expect, test } from 'vitest';
import { reasons } from './reasons';

const line = (score: number, kept: number, leave: string, plies?: [number, number][]) => ({
  score,
  leave,
  equity: score + kept,
  ...(plies && { plies: plies.map(([score, bingos]) => ({ score, bingos })) }),
});
const texts = (...[best, other]: [ReturnType<typeof line>, ReturnType<typeof line>]) =>
  reasons(best, other, (n) => n.toFixed(1)).map(({ text, values, speaksFor }) => [text, values.n, speaksFor]);

test('points and leaves are compared, and what speaks against the better move comes last', () => {
  expect(texts(line(20, 8.5, 'ERS'), line(26, -2, 'VUU'))).toEqual([
    ['why.leave_better', '10.5', true],
    ['why.points_fewer', 6, false],
  ]);
});

test('what follows is compared where it was looked at: a weaker reply is good, a stronger turn of one’s own too', () => {
  const best = line(30, 0, 'E', [
    [28, 0.1],
    [40, 0.3],
  ]);
  const other = line(30, 0, 'E', [
    [33.5, 0.05],
    [40.2, 0.1],
  ]);
  expect(texts(best, other)).toEqual([
    ['why.closes', '5.5', true],
    ['why.next_bonus_more', 20, true],
    ['why.reply_bonus_more', 5, false],
  ]);
});

test('small differences say nothing', () => {
  expect(texts(line(30, 0.2, 'E'), line(30, 0, 'A'))).toEqual([]);
});
