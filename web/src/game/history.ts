/** A game as it was after a turn. */
import { squareName } from '../board/board';
import type { GameView, OutcomeView, PlacedView, ResultView, SeatState } from '../protocol';

/** The board after a number of turns. */
export function boardAfter(
  { board, turns }: Pick<GameView, 'board' | 'turns'>,
  n: number,
): PlacedView[] {
  const later = new Set(
    turns
      .slice(n)
      .filter(({ taken }) => taken === 'played')
      .flatMap(({ squares = [] }) => squares.map(squareName)),
  );
  return board.filter((tile) => !later.has(squareName(tile)));
}

/** Who placed the tiles on the board after a number of turns, by square. */
export function laidBy({ turns }: Pick<GameView, 'turns'>, n: number): Map<string, number> {
  const plays = turns.slice(0, n).filter(({ taken }) => taken === 'played');
  return new Map(
    plays.flatMap(({ seat, squares = [] }) =>
      squares.map((square) => [squareName(square), seat] as const),
    ),
  );
}

/** A seat’s lead over the best opponent still playing; negative if it is behind. */
export function lead(
  scores: readonly number[],
  seat: number,
  isOut: (seat: number) => boolean = () => false,
): number {
  const others = scores.map((_, other) => other).filter((other) => other !== seat);
  const there = others.filter((other) => !isOut(other));
  return (
    scores[seat]! - Math.max(...(there.length ? there : others).map((other) => scores[other]!))
  );
}

type Dropouts = Pick<GameView, 'dropouts'>;

/** Who dropped out after this turn and before the next. */
export const lostAfter = ({ dropouts = [] }: Dropouts, n: number): number[] =>
  dropouts.filter(({ after }) => after === n).map(({ seat }) => seat);

/** Whether a seat was out of the game after a number of turns. */
export const isOutAfter = ({ dropouts = [] }: Dropouts, seat: number, n: number): boolean =>
  dropouts.some((dropout) => dropout.seat === seat && dropout.after <= n);

/** The squares of the last valid play after a number of turns. */
export function lastPlay({ turns }: Pick<GameView, 'turns'>, n: number): Set<string> {
  const last = turns.slice(0, n).findLast(({ taken }) => taken === 'played');
  return new Set((last?.squares ?? []).map(squareName));
}

/** A seat’s score after a number of turns. */
export function scoreAfter({ turns }: Pick<GameView, 'turns'>, seat: number, n: number): number {
  return turns.slice(0, n).findLast((turn) => turn.seat === seat)?.total ?? 0;
}

/** The adjustments at the end by seat, with the final scores. */
export function settled(results: readonly Pick<ResultView, 'racks' | 'overtime' | 'total'>[]) {
  return results.flatMap(({ racks, overtime, total }, seat) => [
    ...(overtime
      ? [{ seat, what: 'overtime', points: overtime, total: total - racks } as const]
      : []),
    ...(racks ? [{ seat, what: 'racks', points: racks, total } as const] : []),
  ]);
}

/** The seats as listed at the end: winners first, dropouts last. */
export function standings(
  { results, winners }: Pick<OutcomeView, 'results' | 'winners'>,
  seats: readonly SeatState[],
) {
  return results
    .map((result, seat) => ({
      ...result,
      seat,
      won: winners.includes(seat),
      lost: seats[seat]?.lost,
    }))
    .sort(
      (a, b) =>
        Number(b.won) - Number(a.won) || Number(!!a.lost) - Number(!!b.lost) || b.total - a.total,
    );
}
