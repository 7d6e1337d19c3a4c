import { expect, test } from 'vitest';
import type { ReviewedTurnView, SheetView } from '../protocol';
import { course, path, scale } from './graph';

const sheet = {
  players: [
    { name: 'Ann', total: 55 },
    { name: 'Bob', total: 55 },
  ],
  dropouts: [],
  turns: [
    { seat: 0, total: 30 },
    { seat: 1, total: 50 },
    { seat: 0, total: 60 },
  ],
} as unknown as SheetView;
const won = (win: number) =>
  ({ line: { win }, loss: { points: 1, size: 'small' } }) as ReviewedTurnView;

test('the graph shows one player’s lead, win chance and mistakes, with final adjustments', () => {
  const turns = [won(0.6), won(0.7), undefined];
  const { lead, win, mistakes } = course(sheet, turns, 0);
  expect(lead).toEqual([0, 30, -20, 10, 0]);
  expect(win.map((chance) => chance?.toFixed(1))).toEqual(['0.5', '0.6', '0.3', undefined]);
  expect(mistakes).toEqual(['small', 'none', 'none']);
  const other = course(sheet, turns, 1);
  expect(other.lead).toEqual([0, -30, 20, -10, 0]);
  expect(other.win.map((chance) => chance?.toFixed(1))).toEqual(['0.5', '0.4', '0.7', undefined]);
  expect(other.mistakes).toEqual(['none', 'small', 'none']);
});

test('the line ends with the final spread after the opponent drops out', () => {
  const players = sheet.players.map((player, seat) =>
    seat === 1 ? { ...player, total: 50, lost: 'resigned' } : player,
  );
  const dropouts = [{ seat: 1, after: 3 }];
  expect(course({ ...sheet, players, dropouts } as SheetView, [], 0).lead.at(-1)).toBe(5);
});

test('the endgame begins with the first turn that had an empty bag', () => {
  const bags = (...bags: number[]) => ({
    ...sheet,
    turns: sheet.turns.map((turn, at) => ({ ...turn, bag: bags[at]! })),
  });
  expect(course(bags(3, 0, 0), [], 0).endgame).toBe(1);
  expect(course(bags(9, 3, 1), [], 0).endgame).toBeUndefined();
});

test('players who dropped out are no longer compared', () => {
  const players = ['Ann', 'Bob', 'Cid'].map((name, seat) => ({ name, total: [20, 90, 30][seat]! }));
  const turns = [
    { seat: 1, total: 90 },
    { seat: 2, total: 30 },
    { seat: 0, total: 20 },
  ];
  const three = { players, turns, dropouts: [{ seat: 1, after: 1 }] } as unknown as SheetView;
  expect(course(three, [], 0).lead).toEqual([0, -90, -30, -10, -10]);
  expect(course(three, [], 1).lead).toEqual([0, 90, 0, 0, 0]);
});

test('the winner’s line ends with the lead over the last drop-out', () => {
  const players = ['Ann', 'Bo', 'Cy'].map((name, seat) => ({ name, total: [100, 50, 200][seat]! }));
  const turns = [
    { seat: 2, total: 200 },
    { seat: 1, total: 50 },
    { seat: 0, total: 100 },
  ];
  const dropouts = [
    { seat: 2, after: 1 },
    { seat: 1, after: 3 },
  ];
  expect(
    course({ players, turns, dropouts } as unknown as SheetView, [], 0).lead.slice(-2),
  ).toEqual([50, 50]);
});

test('the line has gaps where values are missing', () => {
  const same = (n: number) => n;
  expect(path([1, 2, undefined, 4], same, same)).toBe('M0.0 1.0L1.0 2.0L3.0 4.0');
  expect(path([1, 2, undefined, undefined, 5], same, same)).toBe('M0.0 1.0L1.0 2.0M4.0 5.0');
});

test('the scale is round and covers all values', () => {
  expect([scale([0, 5]), scale([0, -87]), scale([100])]).toEqual([20, 100, 100]);
});
