/**
 * The tiles in a player's hand: on the rack, or laid on the board and not yet played. Every change makes a new hand.
 * Knows no words, no rules, no scores.
 */
import { squareName } from '../board/board';
import { ahead, behind, isOn, step, turned, type Cursor, type Ground } from '../board/cursor';
import type { PlacedView, SquareView } from '../protocol';

/** What stands on a blank before it is laid. */
export const BLANK = '?';

export interface RackTile {
  /** Stays the same wherever the tile goes. */
  readonly id: number;
  readonly face: string;
  readonly value: number;
}

/** A tile on the board that was not played yet. */
export interface Laid extends SquareView {
  readonly tile: RackTile;
  /** What it stands for. */
  readonly face: string;
}

export interface Hand {
  /** From left to right, or as the language is read. */
  readonly rack: readonly RackTile[];
  /** By the square's name. */
  readonly laid: ReadonlyMap<string, Laid>;
  readonly cursor: Cursor | undefined;
  /** A tile that was picked and waits for its square. */
  readonly picked: number | undefined;
}

export const EMPTY: Hand = { rack: [], laid: new Map(), cursor: undefined, picked: undefined };

export function isBlank(tile: RackTile): boolean {
  return tile.face === BLANK;
}

/** A hand with these tiles; those it has had before keep their order and their places. */
export function holding(hand: Hand, faces: readonly string[], valueOf: (face: string) => number): Hand {
  const left = [...faces];
  const take = (face: string) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  // Of equal tiles those that were laid are gone first: they were played.
  const kept = hand.rack.filter(({ face }) => take(face));
  const laid = new Map([...hand.laid].filter(([, { tile }]) => take(tile.face)));
  const used = [...kept, ...[...laid.values()].map(({ tile }) => tile)].map(({ id }) => id);
  let id = Math.max(0, ...used);
  const rack = [...kept, ...left.map((face) => ({ id: ++id, face, value: valueOf(face) }))];
  return { ...hand, rack, laid, picked: undefined };
}

/** A hand as text can keep it: what stands on the tiles, in their order, and where others lie. */
export interface KeptHand {
  readonly rack: readonly string[];
  readonly laid: readonly PlacedView[];
}

export function kept(hand: Hand): KeptHand {
  return { rack: hand.rack.map(({ face }) => face), laid: placements(hand) };
}

/** The hand as it was kept, as far as its tiles and squares are still there. */
export function restored(hand: Hand, ground: Ground, { rack, laid }: KeptHand): Hand {
  const after = laid.reduce((hand, { row, col, tile: face, blank = false }) => {
    const tile = hand.rack.find((tile) => tile.face === (blank ? BLANK : face));
    return tile ? lay(hand, ground, tile.id, { row, col }, face) : hand;
  }, hand);
  const left = [...after.rack];
  const known = rack.flatMap((face) => {
    const at = left.findIndex((tile) => tile.face === face);
    return at < 0 ? [] : left.splice(at, 1);
  });
  return { ...after, rack: [...known, ...left] };
}

/** The tile with this number, wherever it is. */
export function tileOf(hand: Hand, id: number): RackTile | undefined {
  return hand.rack.find((tile) => tile.id === id) ?? [...hand.laid.values()].find(({ tile }) => tile.id === id)?.tile;
}

/** The arrow after a square was pointed at. */
export function pointed(hand: Hand, square: SquareView): Hand {
  return { ...hand, cursor: turned(hand.cursor, square), picked: undefined };
}

/** Lays a tile on a free square; a tile that was laid there goes back to the rack. */
export function lay(hand: Hand, ground: Ground, id: number, square: SquareView, face: string): Hand {
  const tile = tileOf(hand, id);
  if (!tile || !isOn(ground, square) || ground.isTaken(square)) return hand;
  const name = squareName(square);
  const there = hand.laid.get(name);
  const laid = new Map([...hand.laid].filter(([, { tile }]) => tile.id !== id));
  laid.set(name, { row: square.row, col: square.col, tile, face });
  const rack = hand.rack.filter((tile) => tile.id !== id);
  if (there && there.tile.id !== id) rack.push(there.tile);
  return { ...hand, rack, laid, picked: undefined };
}

/** Lays a tile at the arrow, which moves on. */
export function layAtCursor(hand: Hand, ground: Ground, id: number, face: string): Hand {
  const { cursor } = hand;
  if (!cursor || !isOn(ground, cursor)) return hand;
  const after = lay(hand, ground, id, cursor, face);
  return { ...after, cursor: ahead(cursor, over(ground, after)) };
}

/**
 * A letter was typed. A blank is used if it is wished for, or if there is no other tile; two letters that are one tile become it. Nothing
 * if there is no such tile.
 */
export function typed(hand: Hand, ground: Ground, face: string, blank: boolean): Hand | undefined {
  const { cursor, rack, laid } = hand;
  if (!cursor) return undefined;
  const before = laid.get(squareName(step(cursor, -1)));
  if (before && !blank && !isBlank(before.tile)) {
    const both = rack.find((tile) => tile.face === before.face + face);
    if (both) return lay(hand, ground, both.id, before, both.face);
  }
  const tile = (blank ? undefined : rack.find((tile) => tile.face === face)) ?? rack.find(isBlank);
  return tile && isOn(ground, cursor) ? layAtCursor(hand, ground, tile.id, face) : undefined;
}

/** Takes back the tile before the arrow, and goes there. */
export function back(hand: Hand, ground: Ground): Hand {
  if (!hand.cursor) return hand;
  const cursor = behind(hand.cursor, ground);
  return { ...lift(hand, cursor), cursor };
}

export function skip(hand: Hand, ground: Ground): Hand {
  if (!hand.cursor || !isOn(ground, hand.cursor)) return hand;
  return { ...hand, cursor: ahead(hand.cursor, over(ground, hand)) };
}

/** Takes back what was laid on a square, to the end of the rack or to a place in it. */
export function lift(hand: Hand, square: SquareView, at = hand.rack.length): Hand {
  const name = squareName(square);
  const found = hand.laid.get(name);
  if (!found) return hand;
  const laid = new Map(hand.laid);
  laid.delete(name);
  return { ...hand, laid, rack: hand.rack.toSpliced(at, 0, found.tile), picked: undefined };
}

/** Everything back to the rack. The arrow goes to where the first tile was. */
export function recall(hand: Hand): Hand {
  const laid = [...hand.laid.values()];
  const first = laid.sort((a, b) => a.row - b.row || a.col - b.col)[0];
  const cursor = hand.cursor && first ? { ...hand.cursor, row: first.row, col: first.col } : hand.cursor;
  return { ...hand, rack: [...hand.rack, ...laid.map(({ tile }) => tile)], laid: new Map(), cursor, picked: undefined };
}

export function shuffle(hand: Hand, random: () => number = Math.random): Hand {
  const rack = [...hand.rack];
  for (let at = rack.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [rack[at], rack[other]] = [rack[other]!, rack[at]!];
  }
  return { ...hand, rack };
}

/** Puts a tile of the rack before the tile that is now at this place. */
export function reorder(hand: Hand, id: number, place: number): Hand {
  const from = hand.rack.findIndex((tile) => tile.id === id);
  if (from < 0) return hand;
  const to = place > from ? place - 1 : place;
  return { ...hand, rack: hand.rack.toSpliced(from, 1).toSpliced(to, 0, hand.rack[from]!) };
}

export function placements(hand: Hand): PlacedView[] {
  return [...hand.laid.values()].map(({ row, col, tile, face }) => ({ row, col, tile: face, blank: isBlank(tile) }));
}

/** The ground with what is laid on it. */
function over(ground: Ground, hand: Hand): Ground {
  return { ...ground, isTaken: (square) => ground.isTaken(square) || hand.laid.has(squareName(square)) };
}
