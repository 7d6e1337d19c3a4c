/** The words of a game. */
import { linesThrough, squareName } from '../board/board';
import type { GameView } from '../protocol';
import { boardAfter } from './history';

/** All words of valid plays, each once, in order, in capitals. */
export function playedWords(game: Pick<GameView, 'turns' | 'board'>, locale: string): string[] {
  const words = game.turns.flatMap(({ taken, move, squares = [] }, n) => {
    if (taken !== 'played') return [];
    const faces = new Map(
      boardAfter(game, n + 1).map((placed) => [squareName(placed), placed.tile]),
    );
    const lines = squares.flatMap((square) =>
      linesThrough(square, (square) => faces.get(squareName(square))),
    );
    return [wordOf(move, locale), ...lines.map((word) => word.toLocaleUpperCase(locale))];
  });
  return [...new Set(words)];
}

/** The main word of a play in capitals: `8D RE(TA)INs` is RETAINS. */
export function wordOf(move: string, locale?: string): string {
  const word = move.replace(/^\S+\s+/, '').replace(/[()[\]]/g, '');
  return word.toLocaleUpperCase(locale);
}
