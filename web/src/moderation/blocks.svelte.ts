/** Whom this player has blocked. The server knows it, so it holds on every device. */
import { get, put, remove } from '../api';
import type { MutedList } from '../protocol';

class Blocks {
  #players: ReadonlySet<string> = $state.raw(new Set());

  has(player: string): boolean {
    return this.#players.has(player);
  }

  async load(): Promise<void> {
    this.#take(await get<MutedList>('/api/me/muted'));
  }

  async set(player: string, blocked: boolean): Promise<void> {
    const path = `/api/me/blocked/${encodeURIComponent(player)}`;
    this.#take(await (blocked ? put<MutedList>(path, {}) : remove<MutedList>(path)));
  }

  #take({ muted }: MutedList): void {
    this.#players = new Set(muted.filter(({ blocked }) => blocked).map(({ player }) => player));
  }
}

export const blocks = new Blocks();
