/**
 * The tiles in a player’s hand: on the rack, or placed on the board and not yet played. Hands are
 * immutable. No words, rules or scores here.
 */
import { squareName } from '../board/board';
import { ahead, behind, isOn, step, turned, type Cursor, type Ground } from '../board/cursor';
import type { PlacedView, SquareView } from '../protocol';

/** The face of a blank on the rack. */
export const BLANK = '?';

export interface RackTile {
  /** Stays the same wherever the tile is. */
  readonly id: number;
  readonly face: string;
  readonly value: number;
}

/** A tile on the board that is not played yet. */
export interface Laid extends SquareView {
  readonly tile: RackTile;
  /** The letter; for a blank, the chosen one. */
  readonly face: string;
}

export interface Hand {
  /** In reading order. */
  readonly rack: readonly RackTile[];
  /** By the square's name. */
  readonly laid: ReadonlyMap<string, Laid>;
  readonly cursor: Cursor | undefined;
  /** Selected tiles, in order. The next squares that are tapped get them in this order. */
  readonly picked: readonly number[];
}

export const EMPTY: Hand = { rack: [], laid: new Map(), cursor: undefined, picked: [] };

export function isBlank(tile: RackTile): boolean {
  return tile.face === BLANK;
}

/** A hand with these tiles. Known tiles keep their places; without changes the same hand. */
export function holding(
  hand: Hand,
  faces: readonly string[],
  valueOf: (face: string) => number,
): Hand {
  const left = [...faces];
  const take = (face: string) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  // Of equal tiles, those on the board go first: they were played.
  const kept = hand.rack.filter(({ face }) => take(face));
  const laid = new Map([...hand.laid].filter(([, { tile }]) => take(tile.face)));
  if (left.length === 0 && kept.length === hand.rack.length && laid.size === hand.laid.size)
    return hand;
  // A new tile never reuses the id of one that is gone.
  const before = [...hand.rack, ...[...hand.laid.values()].map(({ tile }) => tile)];
  let id = Math.max(0, ...before.map(({ id }) => id));
  const rack = [...kept, ...left.map((face) => ({ id: ++id, face, value: valueOf(face) }))];
  return { ...hand, rack, laid, picked: [] };
}

/** Selects a tile of the rack, or deselects it. */
export function toggled(hand: Hand, id: number): Hand {
  const others = hand.picked.filter((picked) => picked !== id);
  const picked = others.length < hand.picked.length ? others : [...others, id];
  return { ...hand, picked };
}

/** A hand as it is stored. */
export interface KeptHand {
  readonly rack: readonly string[];
  readonly laid: readonly PlacedView[];
}

export function kept(hand: Hand): KeptHand {
  return { rack: hand.rack.map(({ face }) => face), laid: placements(hand) };
}

/** A stored hand, as far as its tiles and squares are still there. */
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

/** The tile with this id, on the rack or on the board. */
export function tileOf(hand: Hand, id: number): RackTile | undefined {
  return (
    hand.rack.find((tile) => tile.id === id) ??
    [...hand.laid.values()].find(({ tile }) => tile.id === id)?.tile
  );
}

/** The hand after a square was pointed at: the arrow moves or turns. */
export function pointed(hand: Hand, square: SquareView): Hand {
  return { ...hand, cursor: turned(hand.cursor, square), picked: [] };
}

/** Places a tile on a free square; an unplayed tile there goes back to the rack. */
export function lay(
  hand: Hand,
  ground: Ground,
  id: number,
  square: SquareView,
  face: string,
): Hand {
  const tile = tileOf(hand, id);
  if (!tile || !isOn(ground, square) || ground.isTaken(square)) return hand;
  const name = squareName(square);
  const there = hand.laid.get(name);
  const laid = new Map([...hand.laid].filter(([, { tile }]) => tile.id !== id));
  laid.set(name, { row: square.row, col: square.col, tile, face });
  const rack = hand.rack.filter((tile) => tile.id !== id);
  if (there && there.tile.id !== id) rack.push(there.tile);
  return { ...hand, rack, laid, picked: hand.picked.filter((picked) => picked !== id) };
}

/** Places a tile at the arrow, which moves on. */
export function layAtCursor(hand: Hand, ground: Ground, id: number, face: string): Hand {
  const { cursor } = hand;
  if (!cursor || !isOn(ground, cursor)) return hand;
  const after = lay(hand, ground, id, cursor, face);
  return { ...after, cursor: ahead(cursor, over(ground, after)) };
}

/** A letter as it was typed. */
export interface Letter {
  readonly face: string;
  /** Use a blank. */
  readonly blank: boolean;
  /** The letters of the same tile typed before. */
  readonly begun?: string;
}

export interface Typed {
  readonly hand: Hand;
  /** The first letters of a tile with several; the next key may complete it. */
  readonly begun: string;
  /** There is no tile for this. */
  readonly missing?: string;
}

/**
 * A letter was typed. Tiles with several letters can be typed letter by letter, with or without
 * their dot. A blank is used on request, or if no other tile fits or starts like this. `faces`
 * lists the letters a blank can be.
 */
export function typed(
  hand: Hand,
  ground: Ground,
  { face, blank, begun = '' }: Letter,
  faces: readonly string[],
): Typed {
  const { cursor, rack } = hand;
  const text = begun + face;
  if (!cursor) return { hand, begun: '', missing: text };
  const done = (hand: Hand): Typed => ({ hand, begun: '' });
  const before = hand.laid.get(squareName(step(cursor, -1)));
  const both = before && joined(hand, before, text, blank, faces);
  if (both) return done(lay(hand, ground, both.tile.id, before, both.face));
  if (!isOn(ground, cursor)) return { ...done(hand), missing: text };
  const own = blank ? [] : rack.filter((tile) => !isBlank(tile));
  const tile =
    own.find((tile) => tile.face === text) ?? own.find((tile) => undotted(tile.face) === text);
  if (tile) return done(layAtCursor(hand, ground, tile.id, tile.face));
  const waits: Typed = { hand, begun: text };
  if (own.some((tile) => begins(tile.face, text))) return waits;
  const other = rack.find(isBlank);
  if (other && faces.includes(text)) return done(layAtCursor(hand, ground, other.id, text));
  const more = before && !faces.includes(text) && before.face + text;
  if (
    (other || more) &&
    faces.some((face) => (other && begins(face, text)) || (more && begins(face, more)))
  )
    return waits;
  if (!begun) return { ...done(hand), missing: text };
  const alone = settled(hand, ground, begun, faces);
  const rest = typed(alone ?? hand, ground, { face, blank }, faces);
  return alone || rest.missing ? rest : { ...rest, missing: begun };
}

/** Uses a blank for an unfinished tile, if that is a letter by itself. */
export function settled(
  hand: Hand,
  ground: Ground,
  begun: string,
  faces: readonly string[],
): Hand | undefined {
  const blank = hand.rack.find(isBlank);
  return blank && faces.includes(begun) ? layAtCursor(hand, ground, blank.id, begun) : undefined;
}

/** A tile whose letters are those of the last tile placed plus the ones typed now. */
function joined(
  { rack }: Hand,
  before: Laid,
  text: string,
  blank: boolean,
  faces: readonly string[],
) {
  const both = before.face + text;
  if (!blank && !isBlank(before.tile)) {
    const isPlain = rack.some(({ face }) => face === text);
    const tile = rack.find(({ face }) => face === both || (!isPlain && undotted(face) === both));
    if (tile) return { tile, face: tile.face };
  }
  // A letter that isn’t a tile by itself belongs to the tile before, as does one typed for a blank
  // when the tile before used the last one.
  const isLast = blank && isBlank(before.tile) && !rack.some(isBlank);
  const face = faces.includes(text) && !isLast ? undefined : faces.find((face) => face === both);
  const tile = isBlank(before.tile) ? before.tile : rack.find(isBlank);
  return face && tile && { tile, face };
}

/** L·L as most people type it. */
export const undotted = (face: string): string => face.replaceAll('·', '');

/** Whether the text is an unfinished tile. */
export const begins = (face: string, text: string): boolean =>
  [face, undotted(face)].some((face) => face.startsWith(text) && face !== text);

/** Takes back the tile before the arrow, or without an arrow the last tile placed. */
export function back(hand: Hand, ground: Ground): Hand {
  if (!hand.cursor) {
    const last = [...hand.laid.values()].at(-1);
    return last ? lift(hand, last) : hand;
  }
  const cursor = behind(hand.cursor, ground);
  return { ...lift(hand, cursor), cursor };
}

export function skip(hand: Hand, ground: Ground): Hand {
  if (!hand.cursor || !isOn(ground, hand.cursor)) return hand;
  return { ...hand, cursor: ahead(hand.cursor, over(ground, hand)) };
}

/** Takes a tile back from a square, to the end of the rack or to a place in it. */
export function lift(hand: Hand, square: SquareView, at = hand.rack.length): Hand {
  const name = squareName(square);
  const found = hand.laid.get(name);
  if (!found) return hand;
  const laid = new Map(hand.laid);
  laid.delete(name);
  return { ...hand, laid, rack: hand.rack.toSpliced(at, 0, found.tile) };
}

/** Takes all tiles back. The arrow goes to where the first one was. */
export function recall(hand: Hand): Hand {
  const laid = [...hand.laid.values()];
  const first = laid.sort((a, b) => a.row - b.row || a.col - b.col)[0];
  const cursor =
    hand.cursor && first ? { ...hand.cursor, row: first.row, col: first.col } : hand.cursor;
  return {
    ...hand,
    rack: [...hand.rack, ...laid.map(({ tile }) => tile)],
    laid: new Map(),
    cursor,
    picked: [],
  };
}

export function shuffle(hand: Hand, random?: () => number): Hand {
  return { ...hand, rack: shuffled(hand.rack, random) };
}

export function shuffled(
  tiles: readonly RackTile[],
  random: () => number = Math.random,
): readonly RackTile[] {
  const rack = [...tiles];
  for (let at = rack.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [rack[at], rack[other]] = [rack[other]!, rack[at]!];
  }
  return rack;
}

/** Moves a tile of the rack before the tile at this place. */
export function reorder(hand: Hand, id: number, place: number): Hand {
  const from = hand.rack.findIndex((tile) => tile.id === id);
  if (from < 0) return hand;
  const to = place > from ? place - 1 : place;
  return { ...hand, rack: hand.rack.toSpliced(from, 1).toSpliced(to, 0, hand.rack[from]!) };
}

export function placements(hand: Hand): PlacedView[] {
  return [...hand.laid.values()].map(({ row, col, tile, face }) => ({
    row,
    col,
    tile: face,
    blank: isBlank(tile),
  }));
}

/** The ground with the placed tiles on it. */
function over(ground: Ground, hand: Hand): Ground {
  return {
    ...ground,
    isTaken: (square) => ground.isTaken(square) || hand.laid.has(squareName(square)),
  };
}
