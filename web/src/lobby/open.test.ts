import { expect, test } from 'vitest';
import type { LobbyView, RoomSummary } from '../protocol';
import { loadOpen, PAGE } from './open';

const room = (id: string, phase: RoomSummary['phase'] = 'lobby') =>
  ({ id, phase, names: [id] }) as RoomSummary;
const rooms = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => room(`g${from + n}`));
/** A server with this many waiting games, and these in play. */
const server =
  (waiting: RoomSummary[], ...playing: RoomSummary[]) =>
  (offset: number): Promise<LobbyView> =>
    Promise.resolve({
      rooms: [...waiting.slice(offset, offset + PAGE), ...(offset ? [] : playing)],
      waiting: waiting.length,
    });
const ids = ({ rooms }: { rooms: readonly RoomSummary[] }) => rooms.map(({ id }) => id);

test('the first page says how many more games wait, and the next page follows it', async () => {
  const first = await loadOpen([], 1, server(rooms(0, 250)));
  expect(ids(first)).toEqual(ids({ rooms: rooms(0, 100) }));
  expect(first.more).toBe(150);
  const second = await loadOpen(first.rooms, 2, server(rooms(0, 250)));
  expect(ids(second)).toEqual(ids({ rooms: rooms(0, 200) }));
  expect(second.more).toBe(50);
});

test('games keep their places while the list is read', async () => {
  const shown = [room('a'), room('b'), room('c'), room('x', 'playing'), room('y', 'playing')];
  const joined = { ...room('c'), names: ['c', 'd'] };
  const now = await loadOpen(
    shown,
    1,
    server(
      [room('a'), joined, room('e')],
      room('z', 'playing'),
      room('y', 'playing'),
      room('x', 'playing'),
    ),
  );
  expect(ids(now)).toEqual(['a', 'c', 'x', 'y', 'e', 'z']);
  expect(now.rooms[1]).toBe(joined);
});

test('a game that is on two pages is listed once', async () => {
  let waiting = rooms(0, 150);
  const shifting = (offset: number) => {
    const page = server(waiting)(offset);
    waiting = [room('new'), ...waiting];
    return page;
  };
  const loaded = await loadOpen([], 2, shifting);
  expect(new Set(ids(loaded)).size).toBe(loaded.rooms.length);
});
