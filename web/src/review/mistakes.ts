/** Mistakes as they are marked and counted. */
import { decimal } from '../analysis/values';
import { t } from '../i18n';
import type { MistakeView, ReviewedTurnView, SizeView } from '../protocol';

/** Read without colours, too. */
export const MARKS: Record<SizeView, string> = { none: '', small: '?!', medium: '?', large: '??' };

export function lossText({ win, points, size }: MistakeView): string {
  if (size === 'none') return t('loss.none');
  return win === undefined
    ? t('loss.points', { points: decimal(points) })
    : t('loss.both', { win: decimal(win), points: decimal(points) });
}

export interface Summary {
  judged: number;
  best: number;
  small: number;
  medium: number;
  large: number;
  phonies: number;
  /** On average: of the chance to win, in percent, where that is known, and points. */
  win: number | undefined;
  points: number | undefined;
}

/** A player's turns together. */
export function summary(turns: readonly (ReviewedTurnView | undefined)[], player: number): Summary {
  const mine = turns.filter((turn) => turn?.player === player) as ReviewedTurnView[];
  const losses = mine.flatMap(({ loss }) => loss ?? []);
  const of = (size: SizeView) => losses.filter((loss) => loss.size === size).length;
  const wins = losses.flatMap(({ win }) => win ?? []);
  const mean = (numbers: number[]) =>
    numbers.length ? numbers.reduce((sum, n) => sum + n, 0) / numbers.length : undefined;
  return {
    judged: losses.length,
    best: of('none'),
    small: of('small'),
    medium: of('medium'),
    large: of('large'),
    phonies: mine.filter(({ phonies }) => phonies.length).length,
    win: mean(wins),
    points: mean(losses.map(({ points }) => points)),
  };
}

/** The words of better plays that were missed in mistakes, each once, in capitals. */
export function missedWords(
  turns: readonly (ReviewedTurnView | undefined)[],
  player: number | undefined,
  locale: string,
): string[] {
  const missed = turns.flatMap((turn) => {
    if (!turn?.loss || turn.loss.size === 'none' || turn.place === 1) return [];
    if (player !== undefined && turn.player !== player) return [];
    return turn.lines[0] ? wordOf(turn.lines[0].move, locale) : [];
  });
  return [...new Set(missed)];
}

/** `8D RETaINS` is RETAINS; exchanges and passes have no word. */
function wordOf(move: string, locale: string): string[] {
  const word = move.split(' ')[1];
  return word ? [word.replace(/[[\]()]/g, '').toLocaleUpperCase(locale)] : [];
}
