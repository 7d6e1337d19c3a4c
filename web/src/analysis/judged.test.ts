import { expect, test } from 'vitest';
import type { JudgeView, LineView, MistakeView, RankedView } from '../protocol';
import { beside } from './judged';

const loss = (points: number): MistakeView => ({
  points,
  size: points ? 'small' : 'none',
  by_points: true,
});
const line = (move: string, lost?: number): RankedView & LineView => ({
  move,
  score: 20,
  leave: '',
  equity: 20,
  place: null,
  word: move,
  tiles: [],
  ...(lost !== undefined && { loss: loss(lost), exactness: 'estimated' }),
});
/** As a short look of its own has it. */
const judged = {
  best: line('8A BEST'),
  line: line('8D OWN'),
  place: 5,
  loss: loss(7),
} as JudgeView;
const listed = (...moves: RankedView[]) => {
  const { best, line, place, isBest, loss } = beside(judged, moves)!;
  return [best.move, line.move, place, isBest, loss?.points];
};

test('a move’s rank is its place in the list', () => {
  expect(listed(line('8B TOP'), line('8C NEXT'), line('8D OWN'))).toEqual([
    '8A BEST',
    '8D OWN',
    3,
    false,
    7,
  ]);
  expect(listed(line('8B TOP'))).toEqual(['8A BEST', '8D OWN', undefined, false, 7]);
  expect(listed()).toEqual(['8A BEST', '8D OWN', undefined, false, 7]);
});

test('values of the simulated list are used', () => {
  expect(listed(line('8B TOP', 0), line('8D OWN', 0.4))).toEqual([
    '8B TOP',
    '8D OWN',
    2,
    false,
    0.4,
  ]);
  expect(listed(line('8B TOP', 0), line('8A BEST', 2)), 'one best move').toEqual([
    '8B TOP',
    '8D OWN',
    undefined,
    false,
    7,
  ]);
  expect(listed(line('8D OWN', 0), line('8A BEST', 2))).toEqual(['8D OWN', '8D OWN', 1, true, 0]);
});

test('an impossible move is not compared', () => {
  expect(beside({ ...judged, line: null }, [line('8D OWN')])).toBeUndefined();
});
