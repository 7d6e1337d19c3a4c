/** A board being set up. Boards are immutable. */
import { squareName } from '../board/board';
import { ahead, isOn, step, turned, type Cursor } from '../board/cursor';
import type { PlacedView, SquareView } from '../protocol';

export interface Setup {
  readonly rows: number;
  readonly cols: number;
  /** By the square's name. */
  readonly tiles: ReadonlyMap<string, PlacedView>;
  readonly cursor: Cursor | undefined;
}

export function empty({ rows, cols }: { rows: number; cols: number }): Setup {
  return { rows, cols, tiles: new Map(), cursor: undefined };
}

export function withTiles(setup: Setup, tiles: readonly PlacedView[]): Setup {
  return { ...setup, tiles: new Map(tiles.map((tile) => [squareName(tile), tile])) };
}

export function pointed(setup: Setup, square: SquareView): Setup {
  return { ...setup, cursor: turned(setup.cursor, square) };
}

/** Puts a tile at the arrow, which moves on. A tile there is replaced. */
export function put(setup: Setup, face: string, blank: boolean): Setup {
  const { cursor } = setup;
  if (!cursor || !isOn(ground(setup), cursor)) return setup;
  const tiles = new Map(setup.tiles);
  tiles.set(squareName(cursor), { row: cursor.row, col: cursor.col, tile: face, blank });
  const after = { ...setup, tiles };
  return { ...after, cursor: ahead(cursor, ground(after)) };
}

/**
 * A letter was typed, which may complete a tile of two letters. Returns no board if it is no tile,
 * with the text if it may be the beginning of one.
 */
export function typed(
  setup: Setup,
  face: string,
  blank: boolean,
  faces: ReadonlySet<string>,
  begun = '',
): Setup | undefined {
  const text = begun + face;
  const at = setup.cursor && step(setup.cursor, -1);
  const before = at && setup.tiles.get(squareName(at));
  const both = before?.blank === blank ? before.tile + text : text;
  if (before && faces.has(both) && both !== text) {
    const tiles = new Map(setup.tiles);
    tiles.set(squareName(before), { ...before, tile: both });
    return { ...setup, tiles };
  }
  if (faces.has(text)) return put(setup, text, blank);
  if ([...faces].some((face) => face.startsWith(text) || face.startsWith(both))) return undefined;
  return begun ? typed(setup, face, blank, faces) : setup;
}

/** Removes the tile under the arrow, or else the one before it, and goes there. */
export function back(setup: Setup): Setup {
  if (setup.cursor && setup.tiles.has(squareName(setup.cursor)))
    return without(setup, setup.cursor);
  const cursor = setup.cursor && step(setup.cursor, -1);
  return cursor && isOn(ground(setup), cursor) ? { ...without(setup, cursor), cursor } : setup;
}

export function skip(setup: Setup): Setup {
  const { cursor } = setup;
  return cursor && isOn(ground(setup), cursor) ? { ...setup, cursor: step(cursor, 1) } : setup;
}

export function without(setup: Setup, square: SquareView): Setup {
  const tiles = new Map(setup.tiles);
  tiles.delete(squareName(square));
  return { ...setup, tiles };
}

export function moved(setup: Setup, from: SquareView, to: SquareView): Setup {
  const tile = setup.tiles.get(squareName(from));
  if (!tile || !isOn(ground(setup), to)) return setup;
  const tiles = new Map(without(setup, from).tiles);
  tiles.set(squareName(to), { ...tile, row: to.row, col: to.col });
  return { ...setup, tiles };
}

function ground({ rows, cols, tiles }: Setup) {
  return { rows, cols, isTaken: (square: SquareView) => tiles.has(squareName(square)) };
}
