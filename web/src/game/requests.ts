/** Requests to the server about games. */
import { get, post } from '../api';
import { me } from '../me.svelte';
import type { ActionRequest, BotList, LobbyView, NewGame, RoomList, RoomView } from '../protocol';

export const bots = () => get<BotList>('/api/bots');
/** A browser unknown to the server has no games. */
export const myGames = () =>
  me.view === undefined ? Promise.resolve({ rooms: [] }) : get<RoomList>('/api/games');
/** A page of the public games, from the one with this number on. */
export const openGames = (offset = 0) =>
  get<LobbyView>(offset ? `/api/lobby?offset=${offset}` : '/api/lobby');
export async function create(game: NewGame): Promise<RoomView> {
  await me.known();
  return post<RoomView>('/api/games', game);
}

/** Games against computers start at once. */
export async function createAndStart(game: NewGame): Promise<RoomView> {
  return start(await create(game));
}

async function start({ id }: RoomView): Promise<RoomView> {
  return post<RoomView>(`/api/games/${encodeURIComponent(id)}/actions`, {
    action: { kind: 'start' },
  } satisfies ActionRequest);
}

/** Creates a rematch, which starts at once against computers. */
export async function rematch(id: string): Promise<RoomView> {
  const room = await post<RoomView>(`/api/games/${encodeURIComponent(id)}/rematch`, {});
  const people = room.occupants.filter(({ bot }) => !bot).length;
  const isFull = room.game.seats.length === room.game.most_seats;
  return people === 1 && isFull && room.game.phase === 'lobby' ? start(room) : room;
}
