/** Unseen tiles, laid out in the way a player likes. */
import type { RulesetView, UnseenView } from '../protocol';
import { BLANK } from './hand';

export const FORMATS = ['letters', 'vowels', 'counts'] as const;
export type Format = (typeof FORMATS)[number];

export function isFormat(text: string): text is Format {
  return (FORMATS as readonly string[]).includes(text);
}

export interface Group {
  kind: 'vowels' | 'others' | 'blanks' | undefined;
  tiles: UnseenView[];
  count: number;
}

/** All in alphabet order; or vowels, the other letters and blanks apart. */
export function groups(
  unseen: readonly UnseenView[],
  { letters }: Pick<RulesetView, 'letters'>,
  format: Format,
): Group[] {
  const group = (kind: Group['kind'], tiles: UnseenView[]) => ({
    kind,
    tiles,
    count: tiles.reduce((sum, { count }) => sum + count, 0),
  });
  if (format !== 'vowels') return [group(undefined, [...unseen])];
  const vowels = new Set(letters.filter(({ vowel }) => vowel).map(({ face }) => face));
  return [
    group(
      'vowels',
      unseen.filter(({ tile }) => vowels.has(tile)),
    ),
    group(
      'others',
      unseen.filter(({ tile }) => !vowels.has(tile) && tile !== BLANK),
    ),
    group(
      'blanks',
      unseen.filter(({ tile }) => tile === BLANK),
    ),
  ].filter(({ count }) => count > 0);
}
