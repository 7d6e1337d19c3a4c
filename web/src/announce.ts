/** A polite live region: says to screen readers what others see happen. */

let region: HTMLElement | undefined;
let last = '';

export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div');
    region.className = 'unseen';
    region.setAttribute('role', 'status');
    region.setAttribute('aria-live', 'polite');
    document.body.append(region);
  }
  // The same text twice is read again only if it differs: a no-break space makes it so.
  last = text === last ? `${text}\u00A0` : text;
  region.textContent = last;
}
