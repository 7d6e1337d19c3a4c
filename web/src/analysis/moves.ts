/** The list of moves: which are shown, and where they are answered. */
import { squareName, typedPlace } from '../board/board';
import type { RankedView, SquareView } from '../protocol';
import type { Setup } from './setup';

export interface Filter {
  /** A filter: part of a word, a place such as 8D, kept tiles `=S?` or played tiles `+QZ`. */
  text: string;
  /** Only plays with a new tile here. */
  square: SquareView | undefined;
}

export function matches(
  { word, place, leave, tiles, move }: RankedView,
  { text, square }: Filter,
): boolean {
  if (square && !tiles.some(({ row, col }) => row === square.row && col === square.col))
    return false;
  const wanted = text.trim().toLocaleUpperCase();
  if (!wanted) return true;
  if (wanted.startsWith('=')) return holds(leave.toLocaleUpperCase(), wanted.slice(1));
  if (wanted.startsWith('+')) return holds(laid(tiles), wanted.slice(1));
  const spelled = word.replace(/[()]/g, '').toLocaleUpperCase();
  if (/^\d+$/.test(wanted)) return place !== null && /^\d+/.exec(place)?.[0] === wanted;
  return (
    spelled.includes(wanted) || place === typedPlace(wanted) || move.toLocaleUpperCase() === wanted
  );
}

/** These moves, then the rest. */
export function withRest(lines: readonly RankedView[], all: readonly RankedView[]): RankedView[] {
  const moves = new Set(lines.map(({ move }) => move));
  return [...lines, ...all.filter(({ move }) => !moves.has(move))];
}

/** How often replies use each square, by its name; those that replies hardly use are left out. */
export function heatOf(
  line: RankedView | undefined,
  { cols }: Pick<Setup, 'cols'>,
): Map<string, number> | undefined {
  const entries = line?.heat?.map(
    (share, at) => [squareName({ row: Math.floor(at / cols), col: at % cols }), share] as const,
  );
  return entries && new Map(entries.filter(([, share]) => share >= 0.01));
}

/** The rack, with `?` for blanks. */
function laid(tiles: RankedView['tiles']): string {
  return tiles.map(({ tile, blank }) => (blank ? '?' : tile.toLocaleUpperCase())).join('');
}

/** Whether all these characters are among those. */
function holds(text: string, wanted: string): boolean {
  let rest = text;
  for (const character of wanted) {
    if (!rest.includes(character)) return false;
    rest = rest.replace(character, '');
  }
  return true;
}
