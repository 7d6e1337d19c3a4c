import { expect, test } from 'vitest';
import type { Ground } from '../board/cursor';
import {
  back,
  EMPTY,
  holding,
  isBlank,
  kept,
  lay,
  lift,
  placements,
  pointed,
  recall,
  reorder,
  restored,
  shuffle,
  tileOf,
  toggled,
  skip,
  typed,
  type Hand,
  type Typed,
} from './hand';

/** E3 has E. */
const GROUND: Ground = { rows: 5, cols: 5, isTaken: ({ row, col }) => row === 2 && col === 2 };
const hold = (...faces: string[]): Hand => holding(EMPTY, faces, () => 1);
const shown = (hand: Hand) =>
  placements(hand)
    .map(({ row, col, tile, blank }) => `${row}${col}${blank ? tile.toLowerCase() : tile}`)
    .join(' ');
const rack = (hand: Hand) => hand.rack.map(({ face }) => face).join('');
const FACES = [...'ABCEHIJLNOUXY', 'CH', 'L·L', 'NY', 'QU'];
/** Small letters are blanks on purpose. */
const typing = (hand: Hand, text: string, faces = FACES): Typed =>
  [...text].reduce<Typed>(
    ({ hand, begun }, letter) => {
      const face = letter.toUpperCase();
      return typed(hand, GROUND, { face, blank: letter !== face, begun }, faces);
    },
    { hand, begun: '' },
  );
const type = (hand: Hand, text: string): Hand => typing(hand, text).hand;

test('letters go to the arrow, which jumps over tiles', () => {
  const hand = type(pointed(hold('A', 'B', 'C'), { row: 2, col: 1 }), 'AB');
  expect(shown(hand)).toBe('21A 23B');
  expect(rack(hand)).toBe('C');
  expect(hand.cursor).toEqual({ row: 2, col: 4, across: true });
});

test('a square pointed at once is across, twice down, three times nothing', () => {
  const square = { row: 1, col: 1 };
  const once = pointed(hold(), square);
  expect(once.cursor?.across).toBe(true);
  const twice = pointed(once, square);
  expect(twice.cursor?.across).toBe(false);
  expect(pointed(twice, square).cursor).toBeUndefined();
});

test('a blank is used on purpose, or when there is no other tile', () => {
  const start = pointed(hold('A', '?'), { row: 0, col: 0 });
  expect(shown(type(start, 'a'))).toBe('00a');
  expect(shown(type(start, 'A'))).toBe('00A');
  expect(shown(type(start, 'AX'))).toBe('00A 01x');
  expect(typing(start, 'AXY')).toMatchObject({ missing: 'Y', begun: '' });
});

test('two letters that form one tile become that tile', () => {
  const hand = type(pointed(hold('C', 'H', 'CH'), { row: 0, col: 0 }), 'CH');
  expect(shown(hand)).toBe('00CH');
  expect(rack(hand)).toBe('HC');
  expect(hand.cursor?.col).toBe(1);
});

/** The result of typing in Catalan, where no tile is Q or Y: placed, begun and missing. */
function check(rack: string[], text: string, laid: string, begun = '', missing?: string) {
  const faces = FACES.filter((face) => face !== 'Y');
  const after = typing(pointed(hold(...rack), { row: 0, col: 0 }), text, faces);
  expect([shown(after.hand), after.begun, after.missing]).toEqual([laid, begun, missing]);
}

test('a two-letter tile is waited for instead of spending a blank', () => {
  check(['CH', '?', 'H', 'A'], 'C', '', 'C');
  check(['CH', '?', 'H', 'A'], 'CHA', '00CH 01A');
  check(['CH', 'H'], 'CH', '00CH');
  check(['QU', 'A'], 'AQU', '00A 01QU');
  check(['N', 'NY'], 'NY', '00NY');
  check(['NY', 'A'], 'NYA', '00NY 01A');
});

test('two letters become one tile at the edge of the board', () => {
  const hand = type(pointed(hold('C', 'H', 'CH'), { row: 0, col: 4 }), 'CH');
  expect([shown(hand), rack(hand)]).toEqual(['04CH', 'HC']);
});

test('a half-typed tile becomes a blank or is missing', () => {
  check(['CH', '?', 'A'], 'CA', '00c 01A');
  check(['CH', 'A'], 'CA', '00A', '', 'C');
  check(['CH', '?', 'A'], 'c', '00c');
});

test('L·L is typed with its dot, or without if there is no other L', () => {
  check(['L·L'], 'LL', '00L·L');
  check(['L·L'], 'L·L', '00L·L');
  check(['L', 'L·L'], 'LL', '00L·L');
  check(['L', 'L', 'L·L'], 'LL', '00L 01L');
  check(['L', 'L', 'L·L'], 'L·L', '00L·L');
});

test('a blank can be a two-letter tile', () => {
  check(['?', 'A'], 'QUA', '00qu 01A');
  check(['?', 'A'], 'quA', '00qu 01A');
  check(['N', '?'], 'NY', '00ny');
  check(['?', 'A'], 'chA', '00ch 01A');
  check(['?', '?'], 'ch', '00c 01h');
  check(['N', 'A'], 'NY', '00N', '', 'Y');
});

test('hands with the same tiles are equal, whatever is selected', () => {
  const hand = { ...type(pointed(hold('A', 'B', 'C'), { row: 0, col: 0 }), 'A'), picked: [2] };
  expect(holding(hand, ['C', 'A', 'B'], () => 1)).toBe(hand);
  expect(holding(hand, ['C', 'B'], () => 1)).toMatchObject({ picked: [] });
});

test('Backspace removes and steps back over tiles; Space skips', () => {
  let hand = type(pointed(hold('A', 'B'), { row: 2, col: 1 }), 'AB');
  hand = back(hand, GROUND);
  expect([shown(hand), hand.cursor?.col]).toEqual(['21A', 3]);
  hand = back(hand, GROUND);
  expect([shown(hand), hand.cursor?.col]).toEqual(['', 1]);
  expect(skip(hand, GROUND).cursor?.col).toBe(3);
});

test('without an arrow, Backspace removes the last tile laid', () => {
  const hand = { ...type(pointed(hold('A', 'B'), { row: 2, col: 0 }), 'AB'), cursor: undefined };
  const once = back(hand, GROUND);
  expect([shown(once), shown(back(once, GROUND))]).toEqual(['20A', '']);
});

test('no tile is laid on a tile or off the board', () => {
  const hand = hold('A');
  const id = hand.rack[0]!.id;
  expect(lay(hand, GROUND, id, { row: 2, col: 2 }, 'A')).toBe(hand);
  expect(lay(hand, GROUND, id, { row: 2, col: 5 }, 'A')).toBe(hand);
});

test('a tile moves on the board and returns the tile it replaces', () => {
  let hand = hold('A', 'B');
  const [a, b] = hand.rack.map(({ id }) => id);
  hand = lay(hand, GROUND, a!, { row: 0, col: 0 }, 'A');
  hand = lay(hand, GROUND, a!, { row: 0, col: 1 }, 'A');
  expect(shown(hand)).toBe('01A');
  hand = lay(hand, GROUND, b!, { row: 0, col: 1 }, 'B');
  expect([shown(hand), rack(hand)]).toEqual(['01B', 'A']);
  expect(rack(lift(hand, { row: 0, col: 1 }, 0))).toBe('BA');
});

test('recalling returns every tile and resets blanks', () => {
  const hand = recall(type(pointed(hold('A', '?'), { row: 1, col: 1 }), 'Ab'));
  expect(rack(hand)).toBe('A?');
  expect(hand.cursor).toEqual({ row: 1, col: 1, across: true });
});

test('shuffling keeps the tiles, and a tile can be moved in the rack', () => {
  const hand = hold('A', 'B', 'C', 'D');
  expect(rack(shuffle(hand, () => 0))).toBe('BCDA');
  const b = hand.rack[1]!.id;
  expect(rack(reorder(hand, b, 4))).toBe('ACDB');
  expect(rack(reorder(hand, b, 0))).toBe('BACD');
});

test('a new rack keeps the order of remaining tiles', () => {
  const hand = shuffle(hold('A', 'B', 'C'), () => 0);
  expect(rack(hand)).toBe('BCA');
  expect(rack(holding(hand, ['A', 'C', 'E'], () => 1))).toBe('CAE');
});

test('a new tile gets its own identity', () => {
  const hand = hold('A', 'B', '?');
  const gone = hand.rack.find(isBlank)!.id;
  const after = holding(hand, ['A', 'B', 'Q'], () => 1);
  expect([rack(after), tileOf(after, gone)]).toEqual(['ABQ', undefined]);
});

test('of two equal tiles the unplayed one keeps its place', () => {
  const hand = type(pointed(hold('D', 'E', 'E', 'E', 'J', 'N', 'O'), { row: 0, col: 0 }), 'JEE');
  expect(rack(hand)).toBe('DENO');
  expect(rack(holding(hand, ['D', 'E', 'N', 'O', 'T', 'T', 'U'], () => 1))).toBe('DENOTTU');
});

test('a saved hand is restored as far as its tiles and squares exist', () => {
  const before = shuffle(
    type(pointed(hold('A', 'B', '?', 'C', 'D'), { row: 0, col: 0 }), 'Ab'),
    () => 0,
  );
  const after = restored(hold('A', 'B', '?', 'C', 'D'), GROUND, kept(before));
  expect([shown(after), rack(after)]).toEqual([shown(before), rack(before)]);
  const other = restored(hold('B', 'X', 'C'), GROUND, kept(before));
  expect([shown(other), rack(other)]).toEqual(['', 'CBX']);
  const taken = restored(hold('A'), { ...GROUND, isTaken: () => true }, kept(before));
  expect([shown(taken), rack(taken)]).toEqual(['', 'A']);
});

test('selected tiles keep the order of selection, and leave it when they are placed', () => {
  const [a, b, c] = hold('A', 'B', 'C').rack.map(({ id }) => id) as [number, number, number];
  const hand = [c, a, b, a].reduce(toggled, hold('A', 'B', 'C'));
  expect(hand.picked).toEqual([c, b]);
  const after = lay(hand, GROUND, c, { row: 0, col: 0 }, 'C');
  expect([shown(after), after.picked]).toEqual(['00C', [b]]);
  expect(lift(after, { row: 0, col: 0 }).picked).toEqual([b]);
  expect(pointed(after, { row: 1, col: 1 }).picked).toEqual([]);
});
