/** Unseen tiles, laid out in the way a player likes. */
import type { RulesetView, UnseenView } from '../protocol';
import { BLANK } from './hand';

export const FORMATS = ['letters', 'vowels', 'counts', 'hidden'] as const;
export type Format = (typeof FORMATS)[number];

export function isFormat(text: string): text is Format {
  return (FORMATS as readonly string[]).includes(text);
}

type Kind = 'vowels' | 'others' | 'blanks';

export interface Group<K extends Kind | undefined = Kind | undefined> {
  kind: K;
  tiles: readonly UnseenView[];
  count: number;
}

/** Alphabetical; or vowels, other letters and blanks apart; or hidden. */
export function groups(
  unseen: readonly UnseenView[],
  { letters }: Pick<RulesetView, 'letters'>,
  format: Format,
): Group[] {
  if (format === 'hidden') return [];
  if (format !== 'vowels') return [group(undefined, unseen)];
  return kinds(unseen, letters).filter(({ count }) => count > 0);
}

/** How many vowels and other letters there are, where it is known which are vowels. */
export function tally(
  unseen: readonly UnseenView[],
  { letters }: Pick<RulesetView, 'letters'>,
): Group<Kind>[] {
  if (!letters.some(({ vowel }) => vowel)) return [];
  return kinds(unseen, letters).filter(({ kind }) => kind !== 'blanks');
}

function kinds(unseen: readonly UnseenView[], letters: RulesetView['letters']): Group<Kind>[] {
  const vowels = new Set(letters.filter(({ vowel }) => vowel).map(({ face }) => face));
  const kindOf = ({ tile }: UnseenView) =>
    tile === BLANK ? 'blanks' : vowels.has(tile) ? 'vowels' : 'others';
  return (['vowels', 'others', 'blanks'] as const).map((kind) =>
    group(
      kind,
      unseen.filter((it) => kindOf(it) === kind),
    ),
  );
}

function group<K extends Kind | undefined>(kind: K, tiles: readonly UnseenView[]): Group<K> {
  return { kind, tiles, count: tiles.reduce((sum, { count }) => sum + count, 0) };
}
