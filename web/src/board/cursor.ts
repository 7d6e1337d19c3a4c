/** The typing arrow: the next tile’s square and the direction of the word. */
import type { SquareView } from '../protocol';

export interface Cursor extends SquareView {
  across: boolean;
}

/** The board as the arrow sees it. */
export interface Ground {
  rows: number;
  cols: number;
  /** Whether a played tile is there. */
  isTaken(square: SquareView): boolean;
}

export const isOn = ({ rows, cols }: Ground, { row, col }: SquareView): boolean =>
  row >= 0 && col >= 0 && row < rows && col < cols;

/** A square pointed at: first an arrow across, then down, then none. */
export function turned(cursor: Cursor | undefined, { row, col }: SquareView): Cursor | undefined {
  if (cursor?.row !== row || cursor.col !== col) return { row, col, across: true };
  return cursor.across ? { row, col, across: false } : undefined;
}

export function step(cursor: Cursor, n: number): Cursor {
  return cursor.across ? { ...cursor, col: cursor.col + n } : { ...cursor, row: cursor.row + n };
}

/** The next free square, or the one past the edge of the board. */
export function ahead(cursor: Cursor, ground: Ground): Cursor {
  let next = step(cursor, 1);
  while (isOn(ground, next) && ground.isTaken(next)) next = step(next, 1);
  return next;
}

/** The previous free square, or the same at the edge. */
export function behind(cursor: Cursor, ground: Ground): Cursor {
  let next = step(cursor, -1);
  while (isOn(ground, next) && ground.isTaken(next)) next = step(next, -1);
  return isOn(ground, next) ? next : cursor;
}
