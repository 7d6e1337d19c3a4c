/** What is asked of the server about games. */
import { get, post } from '../api';
import type { BotList, NewGame, RoomList, RoomView } from '../protocol';

export const bots = () => get<BotList>('/api/bots');
export const myGames = () => get<RoomList>('/api/games');
export const openGames = () => get<RoomList>('/api/lobby');
export const create = (game: NewGame) => post<RoomView>('/api/games', game);
export const rematch = (id: string) => post<RoomView>(`/api/games/${encodeURIComponent(id)}/rematch`, {});
