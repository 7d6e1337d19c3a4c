/** The words of a game. */
import type { GameView } from '../protocol';

/** The main words of the plays that stand, each once, in the order of the game, in capitals. */
export function playedWords({ turns }: Pick<GameView, 'turns'>, locale: string): string[] {
  const words = turns.filter(({ taken }) => taken === 'played').map(({ move }) => wordOf(move, locale));
  return [...new Set(words)];
}

/** The main word of a play in capitals: `8D RE(TA)INs` is RETAINS. */
export function wordOf(move: string, locale?: string): string {
  const word = move.replace(/^\S+\s+/, '').replace(/[()[\]]/g, '');
  return word.toLocaleUpperCase(locale);
}
