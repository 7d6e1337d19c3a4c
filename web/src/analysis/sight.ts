/** Scrolls content beside the board into view. */

/** There is no room beside the board. Styles use the same condition. */
export const NARROW = '(max-width: 39.99rem), (max-width: 55.99rem) and (min-height: 30.01rem)';

/** Scrolls an element right below the board. Its class `brought` keeps the room. */
export function bring(element: HTMLElement | undefined): void {
  // What a script says goes before what the styles say of motion.
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  element?.scrollIntoView({ behavior, block: matchMedia(NARROW).matches ? 'start' : 'nearest' });
}
