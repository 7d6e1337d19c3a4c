/** The unplayed tiles, stored until the tab is closed, so that a reload loses nothing. */
import { kept, type Hand, type KeptHand } from '../rack/hand';
import { store, storedJson } from '../storage';

const key = (game: string) => `tisane.hand.${game || 'practice'}`;

export function keepHand(game: string, hand: Hand): void {
  store(key(game), JSON.stringify(kept(hand)), 'sessionStorage');
}

export function forgetHand(game: string): void {
  store(key(game), undefined, 'sessionStorage');
}

export function keptHand(game: string): KeptHand | undefined {
  return storedJson(key(game), 'sessionStorage');
}
