/** The order of tiles on the rack when new ones are drawn. */
import type { RulesetView } from '../protocol';
import { isBlank, shuffled, type RackTile } from './hand';

export const ORDERS = [
  'drawn',
  'letters',
  'vowels',
  'consonants',
  'blanks',
  'points',
  'shuffled',
] as const;
export type Order = (typeof ORDERS)[number];

export function isOrder(text: string): text is Order {
  return (ORDERS as readonly string[]).includes(text);
}

/** Blanks come last unless wanted first; ties are alphabetical. */
export function ordered(
  tiles: readonly RackTile[],
  { letters }: Pick<RulesetView, 'letters'>,
  order: Order,
  random?: () => number,
): readonly RackTile[] {
  if (order === 'drawn') return tiles;
  if (order === 'shuffled') return shuffled(tiles, random);
  const place = new Map(letters.map(({ face }, at) => [face, at]));
  const vowels = new Set(letters.filter(({ vowel }) => vowel).map(({ face }) => face));
  const first = (tile: RackTile): number => {
    if (isBlank(tile)) return order === 'blanks' ? -1 : Infinity;
    if (order === 'vowels') return vowels.has(tile.face) ? 0 : 1;
    if (order === 'consonants') return vowels.has(tile.face) ? 1 : 0;
    return order === 'points' ? -tile.value : 0;
  };
  const at = (tile: RackTile) => place.get(tile.face) ?? letters.length;
  // Infinity less Infinity is no number, and that is no difference.
  return tiles.toSorted((a, b) => first(a) - first(b) || at(a) - at(b));
}
