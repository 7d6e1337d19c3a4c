/** The players this one has blocked. Stored on the server, so it applies on every device. */
import { get, put, remove } from '../api';
import type { MutedList, MutedView } from '../protocol';

class Blocks {
  list: readonly MutedView[] = $state.raw([]);

  has(player: string): boolean {
    return this.list.some((blocked) => blocked.player === player);
  }

  async load(): Promise<void> {
    this.#take(await get<MutedList>('/api/me/muted'));
  }

  async set(player: string, blocked: boolean): Promise<void> {
    const path = `/api/me/blocked/${encodeURIComponent(player)}`;
    this.#take(await (blocked ? put<MutedList>(path, {}) : remove<MutedList>(path)));
  }

  #take({ muted }: MutedList): void {
    this.list = muted.filter(({ blocked }) => blocked);
  }
}

export const blocks = new Blocks();
