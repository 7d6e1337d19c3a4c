// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api';
import type { ActionView, Asked, Said } from '../protocol';
import { Interrupted, type Link } from './connection';
import { SocketConnection } from './socket';

vi.mock('../me.svelte', () => ({ me: { known: () => Promise.resolve() } }));

/** A socket whose other end is this test. */
class Wire {
  static readonly OPEN = 1;
  static all: Wire[] = [];
  readyState = 0;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  readonly sent: Asked[] = [];

  constructor() {
    Wire.all.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text) as Asked);
  }

  close() {
    this.readyState = 3;
  }

  /** The other end answers, and tells of the game. */
  open() {
    this.readyState = Wire.OPEN;
    this.onopen?.();
    this.say({ type: 'update', update: { room: { id: 'G', game: { version: 7 } } } } as unknown as Said);
  }

  say(said: Said) {
    this.onmessage?.({ data: JSON.stringify(said) });
  }

  breaks() {
    this.readyState = 3;
    this.onclose?.();
  }

  get moves(): Asked[] {
    return this.sent.filter(({ ask }) => ask.type === 'act');
  }
}

const PASS: ActionView = { kind: 'pass' };
const links: Link[] = [];
let connection: SocketConnection;
const wire = () => Wire.all.at(-1)!;
const settle = () => vi.advanceTimersByTimeAsync(1000);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
  Wire.all = [];
  links.length = 0;
  connection = new SocketConnection('G', {
    onupdate: () => undefined,
    onchat: () => undefined,
    onlink: (link) => links.push(link),
    onfailure: () => undefined,
  });
  await settle();
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const turnOver = (id: number): Said => ({ type: 'refused', id, error: { code: 'turn_over', error: 'over' } }) as Said;

test('a move made without a connection goes out once when there is one', async () => {
  wire().open();
  wire().breaks();
  const done = connection.act(PASS, 3);
  await settle();
  wire().open();
  expect(wire().moves).toMatchObject([{ ask: { action: PASS, turn: 3 } }]);
  wire().say({ type: 'done', id: wire().moves[0]!.id } as Said);
  await done;
  wire().breaks();
  await settle();
  wire().open();
  expect(wire().moves).toEqual([]);
});

test('a move whose answer got lost is sent again, and that its turn is over means that it was done', async () => {
  wire().open();
  const done = connection.act(PASS, 3);
  expect(wire().moves.length).toBe(1);
  wire().breaks();
  await settle();
  wire().open();
  expect(wire().moves).toMatchObject([{ ask: { action: PASS, turn: 3 } }]);
  wire().say(turnOver(wire().moves[0]!.id));
  await done;
});

test('a move that never went out and whose turn is over is refused', async () => {
  wire().open();
  wire().breaks();
  const done = connection.act(PASS, 3);
  const refused = expect(done).rejects.toBeInstanceOf(ApiError);
  await settle();
  wire().open();
  wire().say(turnOver(wire().moves[0]!.id));
  await refused;
});

test('a move that is taken back does not go out', async () => {
  wire().open();
  wire().breaks();
  const taking = new AbortController();
  const refused = expect(connection.act(PASS, 3, taking.signal)).rejects.toBeInstanceOf(Interrupted);
  taking.abort();
  await refused;
  await settle();
  wire().open();
  expect(wire().moves).toEqual([]);
});

test('what is no move does not wait, and a server that does not answer is said to be lost', async () => {
  wire().breaks();
  expect(links).toEqual(['lost']);
  await expect(connection.act({ kind: 'resign' }, 3)).rejects.toBeInstanceOf(Interrupted);
});
