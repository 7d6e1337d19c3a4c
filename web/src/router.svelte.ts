/** Which page is shown. Addresses are paths; the server answers each with this app. */

import { hush } from './announce';
import { pageAt, type Page } from './pages';

/** The scroll position is stored once scrolling pauses. */
const PAUSE_MS = 250;
/** A page that is still loading may grow this long until the place is reached. */
const PATIENCE_MS = 2000;

class Router {
  page: Page = $state(pageAt(location.pathname));
  /** Counted up whenever a page is opened, the same one included. */
  visits = $state(0);
  /** The address of the list of games, with its search. */
  games = $state('/');

  #timer: ReturnType<typeof setTimeout> | undefined;
  #returning = false;

  constructor() {
    history.scrollRestoration = 'manual';
    addEventListener('popstate', () => {
      clearTimeout(this.#timer);
      this.#read();
      this.#scrollBack();
    });
    addEventListener('scroll', () => {
      clearTimeout(this.#timer);
      if (!this.#returning) this.#timer = setTimeout(() => this.#keepPlace(), PAUSE_MS);
    });
    addEventListener('pagehide', () => this.#keepPlace());
    for (const sign of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
      addEventListener(sign, () => (this.#returning = false), { passive: true });
    this.#scrollBack();
  }

  go(path: string): void {
    this.#returning = false;
    this.#keepPlace();
    history.pushState(null, '', path);
    this.#read();
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }

  /** Replaces the current page in the history. */
  replace(path: string): void {
    history.replaceState(null, '', path);
    this.#read();
  }

  /** Changes the address of the page that is shown. */
  rename(path: string): void {
    history.replaceState(history.state, '', path);
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
    if (
      !link ||
      link.origin !== location.origin ||
      link.target ||
      link.pathname.startsWith('/api/')
    )
      return;
    event.preventDefault();
    if (link.href !== location.href) this.go(link.pathname + link.search);
  };

  #read(): void {
    hush();
    this.page = pageAt(location.pathname);
    this.visits += 1;
  }

  #keepPlace(): void {
    clearTimeout(this.#timer);
    if (!this.#returning) history.replaceState({ scroll: scrollY }, '');
  }

  /** To where this page was left, as soon as it is long enough. */
  #scrollBack(): void {
    const place = (history.state as { scroll?: number } | null)?.scroll ?? 0;
    const patience = performance.now() + PATIENCE_MS;
    this.#returning = true;
    const step = () => {
      if (!this.#returning) return;
      scrollTo(0, place);
      if (Math.abs(scrollY - place) < 2 || performance.now() > patience) this.#returning = false;
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
}

export const router = new Router();
