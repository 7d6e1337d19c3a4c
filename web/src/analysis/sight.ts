/** What is about the board, brought into sight. */
const NARROW = '(max-width: 55.99rem)';

/** On a narrow page it comes right below the board, which stays; its class `brought` keeps the room. */
export function bring(element: HTMLElement | undefined): void {
  element?.scrollIntoView({ behavior: 'smooth', block: matchMedia(NARROW).matches ? 'start' : 'nearest' });
}
