/** What somebody was about to play, kept so that a reload loses nothing. It lasts as long as the browser's tab. */
import { kept, type Hand, type KeptHand } from '../rack/hand';

const key = (game: string) => `tisane.hand.${game || 'practice'}`;

export function keepHand(game: string, hand: Hand): void {
  try {
    sessionStorage.setItem(key(game), JSON.stringify(kept(hand)));
  } catch {
    // where storage is forbidden, it lasts until the page is closed
  }
}

export function keptHand(game: string): KeptHand | undefined {
  try {
    const text = sessionStorage.getItem(key(game));
    return text === null ? undefined : (JSON.parse(text) as KeptHand);
  } catch {
    return undefined;
  }
}
