/** The words of a game. */
import type { GameView } from '../protocol';

/** The main words of the plays that stand, each once, in the order of the game, in capitals. */
export function playedWords({ turns }: Pick<GameView, 'turns'>, locale: string): string[] {
  const words = turns
    .filter(({ taken }) => taken === 'played')
    .map(({ move }) => move.replace(/^\S+\s+/, '').replace(/[()[\]]/g, ''))
    .map((word) => word.toLocaleUpperCase(locale));
  return [...new Set(words)];
}
