/** A game as it was after a turn. */
import { squareName } from '../board/board';
import type { GameView, OutcomeView, PlacedView, SeatState } from '../protocol';

/** The tiles that lay on the board after so many turns. */
export function boardAfter({ board, turns }: Pick<GameView, 'board' | 'turns'>, n: number): PlacedView[] {
  const later = new Set(
    turns
      .slice(n)
      .filter(({ taken }) => taken === 'played')
      .flatMap(({ squares = [] }) => squares.map(squareName)),
  );
  return board.filter((tile) => !later.has(squareName(tile)));
}

/** Who laid the tiles that lay there after so many turns, by square. */
export function laidBy({ turns }: Pick<GameView, 'turns'>, n: number): Map<string, number> {
  const plays = turns.slice(0, n).filter(({ taken }) => taken === 'played');
  return new Map(
    plays.flatMap(({ seat, squares = [] }) => squares.map((square) => [squareName(square), seat] as const)),
  );
}

/** How far a seat is ahead of the best of the others who play on, if any do; less than nothing if it is behind. */
export function lead(scores: readonly number[], seat: number, isOut: (seat: number) => boolean = () => false): number {
  const others = scores.map((_, other) => other).filter((other) => other !== seat);
  const there = others.filter((other) => !isOut(other));
  return scores[seat]! - Math.max(...(there.length ? there : others).map((other) => scores[other]!));
}

type Course = Pick<GameView, 'seats' | 'turns'>;

/** After how many turns a seat dropped out; after more than there ever are if it did not. */
const lostAt = ({ seats, turns }: Course, seat: number): number => {
  const at = seats[seat]?.lost_at;
  return at === undefined ? Infinity : turns.filter((turn) => turn.at <= at).length;
};

/** Who dropped out after so many turns and before the next. */
export const lostAfter = (game: Course, n: number): number[] =>
  game.seats.flatMap((_, seat) => (lostAt(game, seat) === n ? [seat] : []));

/** Whether a seat took no more part after so many turns. */
export const isOutAfter = (game: Course, seat: number, n: number): boolean => lostAt(game, seat) <= n;

/** The squares of the last play that stands, after so many turns. */
export function lastPlay({ turns }: Pick<GameView, 'turns'>, n: number): Set<string> {
  const last = turns.slice(0, n).findLast(({ taken }) => taken === 'played');
  return new Set((last?.squares ?? []).map(squareName));
}

/** What a seat had after so many turns. */
export function scoreAfter({ turns }: Pick<GameView, 'turns'>, seat: number, n: number): number {
  return turns.slice(0, n).findLast((turn) => turn.seat === seat)?.total ?? 0;
}

/** The seats as they are listed at the end: who has won first, who dropped out last, whatever they had by then. */
export function standings({ results, winners }: Pick<OutcomeView, 'results' | 'winners'>, seats: readonly SeatState[]) {
  return results
    .map((result, seat) => ({ ...result, seat, won: winners.includes(seat), lost: seats[seat]?.lost }))
    .sort((a, b) => Number(b.won) - Number(a.won) || Number(!!a.lost) - Number(!!b.lost) || b.total - a.total);
}
