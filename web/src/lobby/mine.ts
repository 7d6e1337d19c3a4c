/** The player’s games, sorted by what they wait for. */
import type { RoomSummary } from '../protocol';

/** What the game waits for from this player: a move, an answer to the last play, or a seat. */
export function dueFrom(
  { phase, on_turn, to_accept = [], players, expected = [] }: RoomSummary,
  me: string | undefined,
): 'move' | 'answer' | 'rematch' | undefined {
  if (phase === 'lobby' && expected.some(({ player }) => player === me)) return 'rematch';
  const isMine = (seat: number | undefined) =>
    seat !== undefined && me !== undefined && players[seat] === me;
  if (phase === 'playing' && isMine(on_turn)) return 'move';
  return to_accept.some(isMine) ? 'answer' : undefined;
}

/** Those that wait for the player. */
export function dueGames(rooms: readonly RoomSummary[], me: string | undefined): RoomSummary[] {
  return rooms.filter((room) => dueFrom(room, me));
}

/** Games that wait for the player first (longest first), then current, new and ended ones. */
export function sortedGames(rooms: readonly RoomSummary[], me: string | undefined): RoomSummary[] {
  const rank = (room: RoomSummary) =>
    dueFrom(room, me) ? 0 : { playing: 1, last_challenge: 1, lobby: 2, ended: 3 }[room.phase];
  return rooms.toSorted((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    return first - second || (first === 0 ? a.changed - b.changed : b.changed - a.changed);
  });
}

/** The game that has waited longest, without these, and how many wait. */
export function nextGame(
  rooms: readonly RoomSummary[],
  me: string | undefined,
  besides: readonly (string | undefined)[],
): { id: string; count: number } | undefined {
  const due = dueGames(sortedGames(rooms, me), me).filter(({ id }) => !besides.includes(id));
  return due[0] && { id: due[0].id, count: due.length };
}
