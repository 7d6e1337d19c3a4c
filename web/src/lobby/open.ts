/** The public games on the home page: open ones, page by page, and those to watch. */
import type { LobbyView, RoomSummary } from '../protocol';

/** Games per page, as in the server’s lobby. */
export const PAGE = 100;

export interface OpenGames {
  rooms: readonly RoomSummary[];
  /** The number of open games that are not listed. */
  more: number;
}

/** The loaded pages, in the order already shown: nothing moves under the reader’s finger. */
export async function loadOpen(
  shown: readonly RoomSummary[],
  pages: number,
  load: (offset: number) => Promise<LobbyView>,
): Promise<OpenGames> {
  const loaded = await Promise.all(Array.from({ length: pages }, (_, page) => load(page * PAGE)));
  // A game may be on two pages if another left the list in between.
  const found = new Map(loaded.flatMap(({ rooms }) => rooms).map((room) => [room.id, room]));
  const known = new Set(shown.map(({ id }) => id));
  const stay = shown.flatMap(({ id }) => found.get(id) ?? []);
  const rooms = [...stay, ...[...found.values()].filter(({ id }) => !known.has(id))];
  const waiting = rooms.filter(({ phase }) => phase === 'lobby').length;
  return { rooms, more: Math.max(0, (loaded.at(-1)?.waiting ?? 0) - waiting) };
}
