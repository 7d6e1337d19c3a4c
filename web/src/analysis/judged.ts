/** The player’s own move compared with the list. */
import type { JudgeView, LineView, MistakeView } from '../protocol';

export interface Compared {
  best: LineView;
  line: LineView;
  /** The rank, from 1, if listed. */
  place: number | undefined;
  /** Nothing is better. */
  isBest: boolean;
  loss: MistakeView | undefined;
}

/**
 * Compares a move with the list. Listed moves were simulated longer, so their values are used.
 * Nothing for an illegal move.
 */
export function beside(
  { line, best, loss, place }: JudgeView,
  lines: readonly LineView[],
): Compared | undefined {
  if (!line || !best) return undefined;
  const at = lines.findIndex(({ move }) => move === line.move);
  const listed = lines[at];
  // The best move is the one the list has first, if that was looked at: nobody would know which of
  // two best ones to believe.
  const first = lines[0]?.loss ? lines[0] : best;
  if (!listed)
    return { best: first, line, place: undefined, isBest: place === 1, loss: loss ?? undefined };
  const where = { place: at + 1, isBest: at === 0 };
  return listed.loss
    ? { best: lines[0]!, line: listed, ...where, loss: listed.loss }
    : { best, line, ...where, loss: loss ?? undefined };
}
