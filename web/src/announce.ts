/** A polite live region for screen readers. */

/** How long a message may still be unread, in milliseconds. */
const FRESH_MS = 500;
const QUIET_MS = 700;

let region: HTMLElement | undefined;
let last = '';
let said = -Infinity;
/** The dialogs that are open, the topmost last: beside it all is silent. */
const places: HTMLElement[] = [];

export function announce(text: string): void {
  // The same text twice is read again only if it differs: a no-break space makes it so.
  last = text === last ? `${text}\u00A0` : text;
  said = performance.now();
  settle().textContent = last;
}

/** Announces after a moment of silence. Returns a function that cancels it. */
export function announceSoon(text: string): () => void {
  const timer = setTimeout(() => announce(text), QUIET_MS);
  return () => clearTimeout(timer);
}

/** Clears messages of the previous page. */
export function hush(): void {
  last = '';
  if (region) region.textContent = '';
}

/** Announces inside this dialog until the returned function is called. */
export function announceIn(dialog: HTMLElement): () => void {
  const move = () => {
    settle().textContent = '';
    if (performance.now() - said < FRESH_MS) setTimeout(() => (settle().textContent = last));
  };
  places.push(dialog);
  move();
  return () => {
    places.splice(places.indexOf(dialog), 1);
    move();
  };
}

/** The region, where it is heard. */
function settle(): HTMLElement {
  if (!region) {
    region = document.createElement('div');
    region.className = 'unseen';
    region.setAttribute('role', 'status');
    region.setAttribute('aria-live', 'polite');
  }
  const place = places.at(-1) ?? document.body;
  if (region.parentElement !== place) place.append(region);
  return region;
}
