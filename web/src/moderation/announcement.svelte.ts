/** The administrators’ announcement: polled, and pushed over a socket. */
import { get } from '../api';
import type { AnnouncementAnswer, AnnouncementView } from '../protocol';
import { store, stored } from '../storage';

const CLOSED = 'tisane.announcement_closed';
const EVERY_MS = 60_000;

class Announcement {
  #latest: AnnouncementView | undefined = $state.raw();
  #closed = $state(Number(stored(CLOSED) ?? 0));

  /** The latest announcement, unless it was closed in this browser. */
  get shown(): AnnouncementView | undefined {
    return this.#latest && this.#latest.id > this.#closed ? this.#latest : undefined;
  }

  hear(latest: AnnouncementView | null | undefined): void {
    this.#latest = latest ?? undefined;
  }

  close(): void {
    if (!this.#latest) return;
    this.#closed = this.#latest.id;
    store(CLOSED, String(this.#latest.id));
  }

  /** Polls every minute while the page is visible. Returns a function that stops it. */
  watch(): () => void {
    const ask = () => {
      if (document.hidden || !navigator.onLine) return;
      get<AnnouncementAnswer>('/api/announcement').then(
        ({ announcement }) => this.hear(announcement),
        () => undefined, // offline players read it later
      );
    };
    ask();
    const timer = setInterval(ask, EVERY_MS);
    return () => clearInterval(timer);
  }
}

export const announcement = new Announcement();
