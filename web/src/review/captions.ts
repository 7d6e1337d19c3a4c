/** Texts about a reviewed game: its turns in one line, and missed words. */
import { moveText, written } from '../analysis/values';
import { t } from '../i18n';
import type { LineView, ReviewedTurnView, ReviewView, RulesetView, SheetView } from '../protocol';
import { lossText } from './mistakes';

type Turn = SheetView['turns'][number];
type Letters = RulesetView['letters'] | undefined;
export type ShownMove = Pick<LineView, 'move' | 'written' | 'score'>;

/** The board in one line: the move played, or the one shown instead of it. */
export function boardCaption(
  name: string,
  turn: Turn,
  shown: ShownMove | undefined,
  letters: Letters,
): string {
  const played = moveText(turn.move, turn.lost, letters);
  // A line spells tiles of the board as any others.
  if (!shown || shown.move === turn.move.replace(/[()]/g, ''))
    return `${name}: ${played} (${turn.points})`;
  const move = moveText(written(shown), undefined, letters);
  return t('review.instead', { name, move, points: shown.score, played });
}

/** A turn and its result, for screen readers. */
export function spokenTurn(
  name: string,
  turn: Turn,
  reviewed: ReviewedTurnView | undefined,
  letters: Letters,
): string {
  const played = `${name}: ${moveText(turn.move, turn.lost, letters)}, ${turn.points}`;
  return reviewed?.loss ? `${played}. ${lossText(reviewed.loss)}` : played;
}

/** Better words that were missed, by player; only those of one player if given. */
export function missedWords(
  sum: ReviewView | undefined,
  names: readonly string[],
  of: number | undefined,
): { name: string; words: ReviewView['players'][number]['missed']; player: number }[] {
  const all = sum?.players.map(({ missed: words }, player) => ({
    name: names[player]!,
    words,
    player,
  }));
  return (
    all?.filter(({ words, player }) => words.length > 0 && (of === undefined || of === player)) ??
    []
  );
}
