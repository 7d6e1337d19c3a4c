/** Where a released tile falls. The gap between two squares belongs to the nearer one. */
import type { SquareView } from '../protocol';

export type Target = { square: SquareView } | { rack: number } | undefined;

/** Tolerance around a square and around a rack, in pixels. */
const BESIDE_SQUARE_PX = 5;
const BESIDE_RACK_PX = 16;

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

export function targetAt(x: number, y: number): Target {
  const element = document.elementFromPoint(x, y);
  const square =
    element?.closest<HTMLElement>('[data-square]') ??
    nearestSquare(element?.closest('[role=grid]'), x, y);
  if (square)
    return { square: { row: Number(square.dataset.row), col: Number(square.dataset.col) } };
  const rack = document.querySelector<HTMLElement>('[data-rack]');
  if (!rack || distance(rack.getBoundingClientRect(), x, y) > BESIDE_RACK_PX) return undefined;
  const tiles = [...rack.querySelectorAll('[data-place]')].map((tile) =>
    tile.getBoundingClientRect(),
  );
  return { rack: placeAt(tiles, x, getComputedStyle(rack).direction === 'rtl') };
}

/** Before which tile of a rack, counted from 0. */
export function placeAt(tiles: readonly Box[], x: number, rightToLeft: boolean): number {
  const isBefore = ({ left, width }: Box) => left + width / 2 < x !== rightToLeft;
  return tiles.filter(isBefore).length;
}

function nearestSquare(
  grid: Element | null | undefined,
  x: number,
  y: number,
): HTMLElement | undefined {
  const squares = [...(grid?.querySelectorAll<HTMLElement>('[data-square]') ?? [])];
  const far = squares.map((square) => distance(square.getBoundingClientRect(), x, y));
  const least = Math.min(...far);
  return least <= BESIDE_SQUARE_PX ? squares[far.indexOf(least)] : undefined;
}

/** How far a point is from a box; nothing inside. */
export function distance({ left, top, width, height }: Box, x: number, y: number): number {
  const beside = (from: number, long: number, at: number) =>
    Math.max(from - at, at - from - long, 0);
  return Math.hypot(beside(left, width, x), beside(top, height, y));
}
