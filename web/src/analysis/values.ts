/** Moves and their values as text. */
import { t } from '../i18n';
import type { LineView, LostTurnView } from '../protocol';
import { tilesText, type Letter } from '../rack/text';
import { settings } from '../settings.svelte';

/** A move as a page says it; a turn that its player did not have is no pass. */
export function moveText(move: string, lost?: LostTurnView, letters?: readonly Letter[]): string {
  if (lost) return lost.by === 'absence' ? t('move.away') : t('move.challenge_lost');
  if (move === 'pass') return t('move.pass');
  return move.startsWith('-')
    ? t('move.exchange', { tiles: tilesText(move.slice(1), letters) })
    : move;
}

/** A move in notation; tiles already on the board are set apart. */
export const written = ({ move, written }: Pick<LineView, 'move' | 'written'>): string =>
  written ?? move;

/** Simulated or solved, not only ranked by equity. */
export function isSearched({ exactness }: LineView): boolean {
  return exactness !== undefined;
}

/** Eliminated early. */
export function isGivenUp({ samples }: LineView, lines: readonly LineView[]): boolean {
  return samples !== undefined && lines.some((other) => (other.samples ?? 0) > samples);
}

/** Whether the fully simulated moves are ranked differently from their win chances. */
export function isNotByWin(lines: readonly LineView[]): boolean {
  const wins = lines.filter((line) => !isGivenUp(line, lines)).flatMap(({ win }) => win ?? []);
  return wins.some((win, n) => n > 0 && win > wins[n - 1]!);
}

/** The highest score accepted. */
const MOST_POINTS = 99_999;

/** A score from a field that may be empty or invalid. */
export function wholeScore(typed: number | null | undefined): number {
  const score = Math.round(typed ?? 0) || 0;
  return Math.max(-MOST_POINTS, Math.min(MOST_POINTS, score));
}

/** Tiles as text; those of several characters in brackets. */
export function spelled(faces: readonly string[]): string {
  return faces.map((face) => ([...face].length > 1 ? `[${face}]` : face)).join('');
}

export function decimal(n: number): string {
  return minus(
    n.toLocaleString(settings.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  );
}

export function whole(n: number): string {
  return minus(`${n}`);
}

/** With a minus that is no hyphen. */
const minus = (number: string): string => number.replace('-', '−');

/** With a sign, except for zero. */
export function signed(n: number): string {
  const tenths = Math.round(n * 10);
  return `${tenths > 0 ? '+' : tenths < 0 ? '−' : ''}${decimal(Math.abs(n))}`;
}

/** `54.2 ±0.8` with the 95% confidence interval; `50.0–58.3` are proven bounds. */
export function chance(line: LineView): string {
  const bounds = boundsOf(line);
  if (bounds) return bounds.map((bound) => decimal(bound * 100)).join('–');
  if (line.win === undefined) return '';
  return `${decimal(line.win * 100)}${hasError(line) ? ` ±${errorOf(line)}` : ''}`;
}

const errorOf = ({ standard_error }: LineView): string => decimal((standard_error ?? 0) * 200);

/** Proven bounds of the win chance, if not exact. */
function boundsOf({ win_bounds: bounds }: LineView): [number, number] | undefined {
  return bounds && bounds[1] - bounds[0] > 0.0005 ? bounds : undefined;
}

/** How far off its chance may be is shown. */
export const hasError = (line: LineView): boolean =>
  line.win !== undefined && !boundsOf(line) && errorOf(line) !== decimal(0);

/** Nothing is proven and nothing was sampled. */
const isGuessed = ({ exactness, samples }: LineView): boolean =>
  exactness === 'estimated' && samples === undefined;

/** It is not settled: there are bounds, or a guess. */
export const isOpen = (line: LineView): boolean => boundsOf(line) !== undefined || isGuessed(line);

type Exactness = LineView['exactness'];
const isAtMost = (exactness: Exactness) => exactness === 'exact' || exactness === 'at_most';
const isAtLeast = (exactness: Exactness) => exactness === 'exact' || exactness === 'at_least';

/** The difference to another line. Two lower bounds say nothing about their difference. */
export function behind<L extends LineView>(line: L, best: LineView | undefined): L {
  if (line.spread === undefined || best?.spread === undefined)
    return { ...line, spread: undefined };
  const is = (one: (exactness: Exactness) => boolean, other: (exactness: Exactness) => boolean) =>
    one(line.exactness) && other(best.exactness);
  const isSettled =
    line.move === best.move || (line.exactness === 'exact' && best.exactness === 'exact');
  const exactness: Exactness = isSettled
    ? 'exact'
    : is(isAtMost, isAtLeast)
      ? 'at_most'
      : is(isAtLeast, isAtMost)
        ? 'at_least'
        : 'estimated';
  return { ...line, spread: line.spread - best.spread, exactness };
}

/** The final spread: `+12`, `≤ +12` as a proven bound, `≈ +12` as an estimate. */
export function ahead(line: LineView): string {
  const { spread, exactness } = line;
  if (spread === undefined) return '';
  const sign = isGuessed(line)
    ? '≈ '
    : exactness === 'at_most'
      ? '≤ '
      : exactness === 'at_least'
        ? '≥ '
        : '';
  return `${sign}${signed(spread)}`;
}
