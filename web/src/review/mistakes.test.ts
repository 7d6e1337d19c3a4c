import { expect, test, vi } from 'vitest';
import { lossFigure, lossText } from './mistakes';

vi.mock('../i18n', () => ({ t: (key: string) => key }));
vi.mock('../analysis/values', () => ({ decimal: (n: number) => n.toFixed(1) }));

test('the figure of a mistake is the one its size is told from', () => {
  const open = { win: 4.3, points: 12, size: 'medium', by_points: false } as const;
  expect([lossFigure(open), lossText(open)]).toEqual(['4.3 %', 'loss.both']);
  const decided = { win: 0.01, points: 17.5, size: 'large', by_points: true } as const;
  expect([lossFigure(decided), lossText(decided)]).toEqual(['17.5', 'loss.points']);
});
