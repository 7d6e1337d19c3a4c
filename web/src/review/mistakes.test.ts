// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { MistakeView } from '../protocol';
import { lossFigure, lossText } from './mistakes';

const loss = (it: Partial<MistakeView>) =>
  ({ points: 24.1, size: 'large', by_points: false, ...it }) as MistakeView;

test('a mark shows its win chance, or points if that is unknown', () => {
  expect(lossFigure(loss({ win: 7.6 }))).toBe('7.6%');
  expect(lossFigure(loss({ win: 0.02, by_points: true }))).toBe('24.1 pts');
  expect(lossFigure(loss({}))).toBe('24.1 pts');
  expect(lossText(loss({ win: 7.6 }))).toBe('Costs 7.6% win chance (24.1 points).');
  expect(lossText(loss({ win: 0.02, by_points: true }))).toBe('Costs 24.1 points.');
  expect(lossText(loss({ size: 'none' }))).toBe('Costs nothing.');
});
