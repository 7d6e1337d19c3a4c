import { expect, test } from 'vitest';
import { countMessage, message } from '../i18n/messages';
import type { LineView } from '../protocol';
import { tilesText } from '../rack/text';
import { isTwice, reasons } from './reasons';

/** `plies` are the turns after it at a table with this many seats. */
const line = (
  score: number,
  kept: number,
  leave: string,
  plies?: [number, number][],
  seats = 2,
) => ({
  move: 'a move',
  score,
  leave,
  equity: score + kept,
  ...(plies && {
    plies: plies.map(([score, bingos], ply) => ({ seat: (ply + 1) % seats, score, bingos })),
  }),
});
const wording = {
  number: (n: number) => n.toFixed(1),
  points: (n: number) => countMessage('en', 'count.points', n),
  tiles: (written: string) => tilesText(written),
  nothing: message('en', 'why.nothing'),
  move: (move: string) => move.toLowerCase(),
};
const texts = (best: LineView, other: LineView) =>
  reasons(best, other, wording).map(({ text, values, speaksFor }) => [
    text,
    values.n ?? values.points,
    speaksFor,
  ]);

test('points and leaves are compared, drawbacks last', () => {
  expect(texts(line(20, 8.5, 'ERS'), line(26, -2, 'VUU'))).toEqual([
    ['why.leave_better', '10.5', true],
    ['why.points_fewer', '6 points', false],
  ]);
});

test('simulated replies and next turns are compared', () => {
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

test('among three players the opponents’ turns are combined', () => {
  const after = (first: number, second: number, own: number) =>
    line(
      30,
      0,
      'E',
      [
        [first, 0.1],
        [second, 0.1],
        [own, 0.1],
      ],
      3,
    );
  expect(texts(after(28, 25, 40), after(33.5, 26.5, 35))).toEqual([
    ['why.closes_to_all', '7.0', true],
    ['why.next_more', '5.0', true],
  ]);
});

test('older saved reviews read as games of two', () => {
  const after = (reply: number, own: number): LineView => ({
    ...line(30, 0, 'E'),
    plies: [
      { score: reply, bingos: 0.1 },
      { score: own, bingos: 0.1 },
    ],
  });
  expect(texts(after(28, 40), after(33.5, 35))).toEqual([
    ['why.closes', '5.5', true],
    ['why.next_more', '5.0', true],
  ]);
});

test('one point is singular, and an emptied rack keeps nothing', () => {
  const found = reasons(line(21, 8, ''), line(20, 0, 'RW'), wording);
  expect(found.map(({ text, values }) => message('en', text, values))).toEqual([
    'scores 1 point more',
    'keeps nothing instead of RW, worth 8.0 points more',
  ]);
});

test('multi-letter tiles are separated', () => {
  const [found] = reasons(line(20, 8, 'A[LL]'), line(20, 0, '[L]L'), wording);
  expect(found!.values).toMatchObject({ best: 'A LL', other: 'L L' });
});

test('small differences give no reason', () => {
  expect(texts(line(30, 0.2, 'E'), line(30, 0, 'A'))).toEqual([]);
});

/** A line once the bag is empty: its score, what stays on the rack, and what follows. */
const late = (
  score: number,
  leave: string,
  gains: number,
  ends = false,
  reply?: string,
): LineView => ({
  ...line(score, -12.5, leave),
  move: `${score} ${leave}`,
  rest: { ends, gains },
  ...(reply && { reply }),
});

test('with an empty bag the reasons add up to the loss', () => {
  const [best, other] = [
    late(18, 'EY?', 21, false, '8A XU'),
    late(27, 'EEE?', -4, false, '8A AXE'),
  ];
  expect(texts(best, other)).toEqual([
    ['why.rest_more', '25.0', true],
    ['why.points_fewer', '9 points', false],
    ['why.reply', undefined, undefined],
    ['why.reply', undefined, undefined],
  ]);
  expect(reasons(best, other, wording).at(-1)!.values).toEqual({
    move: '27 eee?',
    reply: '8a axe',
  });
});

test('going out is explained by its gain', () => {
  const [out, staying] = [late(10, '', 4, true), late(21, 'EE', -14)];
  expect(texts(out, staying)).toEqual([
    ['why.out', '4.0', true],
    ['why.else_loses', '14.0', true],
    ['why.points_fewer', '11 points', false],
  ]);
  expect(texts(late(21, 'EE', 20), out)).toEqual([
    ['why.points_more', '11 points', true],
    ['why.rest_gains', '20.0', true],
    ['why.not_out', '4.0', false],
  ]);
  expect(texts(late(12, '', 4, true), out)).toEqual([['why.points_more', '2 points', true]]);
});

test('a reason notes that the leave shows in the next turn', () => {
  const told = (...texts: Parameters<typeof isTwice>[0][number]['text'][]) =>
    isTwice(texts.map((text) => ({ text, values: {}, speaksFor: true })));
  expect(told('why.points_more', 'why.leave_worse', 'why.next_fewer')).toBe(true);
  expect(told('why.points_more', 'why.leave_worse')).toBe(false);
  expect(told('why.opens', 'why.next_fewer')).toBe(false);
});
