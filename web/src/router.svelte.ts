/** Which page is shown. Addresses are paths; the server answers each with this app. */

import { pageAt, type Page } from './pages';

class Router {
  page: Page = $state(pageAt(location.pathname));

  constructor() {
    addEventListener('popstate', () => this.#read());
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.#read();
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('main')?.focus();
  }

  /** Makes links to our own pages change the page instead of loading it again. */
  follow = (event: MouseEvent): void => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element).closest('a');
    if (!link || link.origin !== location.origin || link.target || link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    if (link.href !== location.href) this.go(link.pathname + link.search);
  };

  #read(): void {
    this.page = pageAt(location.pathname);
  }
}

export const router = new Router();
