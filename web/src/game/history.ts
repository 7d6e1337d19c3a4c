/** A game as it was after a turn. */
import { squareName } from '../board/board';
import type { GameView, PlacedView } from '../protocol';

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

/** The squares of the last play that stands, after so many turns. */
export function lastPlay({ turns }: Pick<GameView, 'turns'>, n: number): Set<string> {
  const last = turns.slice(0, n).findLast(({ taken }) => taken === 'played');
  return new Set((last?.squares ?? []).map(squareName));
}

/** What a seat had after so many turns. */
export function scoreAfter({ turns }: Pick<GameView, 'turns'>, seat: number, n: number): number {
  return turns.slice(0, n).findLast((turn) => turn.seat === seat)?.total ?? 0;
}
