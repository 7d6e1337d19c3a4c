// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api';
import type { ActionView, Asked, ErrorCode, Said, TurnView } from '../protocol';
import { Interrupted, type Link } from './connection';
import { SocketConnection } from './socket';

let known = Promise.resolve();
const me = vi.hoisted(() => ({
  known: () => known,
  view: undefined as object | undefined,
  look: async () => undefined,
  sessionEnded: vi.fn(),
}));
vi.mock('../me.svelte', () => ({ me }));

/** A socket whose other end is this test. */
class Wire {
  static readonly OPEN = 1;
  static all: Wire[] = [];
  readyState = 0;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event?: { code: number }) => void;
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

  /** The server answers with the game. */
  open(...turns: Partial<TurnView>[]) {
    this.readyState = Wire.OPEN;
    this.onopen?.();
    const game = { version: 7, you: 0, turns };
    this.say({ type: 'update', update: { room: { id: 'G', game } } } as unknown as Said);
  }

  say(said: Said) {
    this.onmessage?.({ data: JSON.stringify(said) });
  }

  breaks(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  get moves(): Asked[] {
    return this.sent.filter(({ ask }) => ask.type === 'act');
  }
}

const PASS: ActionView = { kind: 'pass' };
const links: Link[] = [];
const failures: unknown[] = [];
const listener = {
  onupdate: () => undefined,
  onchat: () => undefined,
  onlink: (link: Link) => links.push(link),
  onfailure: (error: unknown) => void failures.push(error),
  onstuck: () => undefined,
  onunkept: () => undefined,
};
let connection: SocketConnection;
const wire = () => Wire.all.at(-1)!;
const settle = () => vi.advanceTimersByTimeAsync(1000);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5); // the middle of every pause
  vi.stubGlobal('WebSocket', Wire);
  Wire.all = [];
  links.length = failures.length = 0;
  me.view = undefined;
  known = Promise.resolve();
  connection = new SocketConnection('G', listener);
  await settle();
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const refusal = (id: number, code: ErrorCode): Said =>
  ({ type: 'refused', id, error: { code, error: 'no' } }) as Said;
const turnOver = (id: number): Said => refusal(id, 'turn_over');
/** Three turns of the other. */
const BEFORE = [1, 1, 1].map((seat) => ({ seat, taken: 'played' }) as const);

/** Sends it, loses the answer, and sends it again to a game that has come so far. */
async function again(
  action: ActionView,
  code: ErrorCode,
  ...turns: Partial<TurnView>[]
): Promise<void> {
  wire().open(...BEFORE);
  const done = connection.act(action, 3);
  done.catch(() => undefined); // checked below
  expect(wire().moves.length).toBe(1);
  wire().breaks();
  await settle();
  wire().open(...turns);
  expect(wire().moves).toMatchObject([{ ask: { action, turn: 3 } }]);
  wire().say(refusal(wire().moves[0]!.id!, code));
  return done;
}

test('a move made offline is sent once after reconnecting', async () => {
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

test('a move with a lost answer is sent again, and counts as made if its turn is over', async () => {
  await again(PASS, 'turn_over', ...BEFORE, { seat: 0, taken: 'passed' });
});

test('a move resent after the turn was skipped is refused', async () => {
  const sent = again(PASS, 'turn_over', ...BEFORE, { seat: 0, taken: 'skipped' });
  await expect(sent).rejects.toMatchObject({ code: 'turn_over' });
});

test('an acceptance with a lost answer counts as made if nothing is left to accept', async () => {
  await again({ kind: 'accept' }, 'nothing_to_accept', ...BEFORE);
});

test('an acceptance with a lost answer counts as made if the game has ended', async () => {
  await again({ kind: 'accept' }, 'already_ended', ...BEFORE);
});

const DOUBT: ActionView = { kind: 'challenge' };
const doubted = (by: number) => [
  ...BEFORE.slice(1),
  { seat: 1, taken: 'played', challenge: { by } } as TurnView,
];

test('a challenge with a lost answer counts as made if the play was judged', async () => {
  await again(DOUBT, 'already_judged', ...doubted(0));
});

test('a challenge with a lost answer is refused if another came first', async () => {
  await expect(again(DOUBT, 'already_judged', ...doubted(2))).rejects.toMatchObject({
    code: 'already_judged',
  });
});

test('a move that a closing socket didn’t send was not sent', async () => {
  wire().open(...BEFORE);
  wire().readyState = 2;
  const done = connection.act(PASS, 3);
  const refused = expect(done).rejects.toMatchObject({ code: 'turn_over' });
  wire().breaks();
  await settle();
  wire().open(...BEFORE, { seat: 0, taken: 'passed' });
  wire().say(turnOver(wire().moves[0]!.id!));
  await refused;
});

test('an unsent move whose turn is over is refused', async () => {
  wire().open();
  wire().breaks();
  const done = connection.act(PASS, 3);
  const refused = expect(done).rejects.toBeInstanceOf(ApiError);
  await settle();
  wire().open();
  wire().say(turnOver(wire().moves[0]!.id));
  await refused;
});

test('a cancelled move is not sent', async () => {
  wire().open();
  wire().breaks();
  const taking = new AbortController();
  const refused = expect(connection.act(PASS, 3, taking.signal)).rejects.toBeInstanceOf(
    Interrupted,
  );
  taking.abort();
  await refused;
  await settle();
  wire().open();
  expect(wire().moves).toEqual([]);
});

test('other messages don’t wait, and a silent server counts as lost', async () => {
  wire().breaks();
  expect(links).toEqual(['lost']);
  await expect(connection.act({ kind: 'resign' }, 3)).rejects.toBeInstanceOf(Interrupted);
});

test('the socket connects once, after the player is known', async () => {
  connection.close();
  Wire.all = [];
  let answer = () => {};
  known = new Promise((resolve) => (answer = resolve));
  connection = new SocketConnection('G', listener);
  dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
  expect(Wire.all.length).toBe(0);
  answer();
  await settle();
  expect(Wire.all.length).toBe(1);
});

test('a client that was too slow reconnects at once from its version', async () => {
  wire().open();
  wire().breaks(1013);
  await vi.advanceTimersByTimeAsync(0);
  expect(Wire.all.length).toBe(2);
  wire().open();
  expect(wire().sent[0]!.ask).toEqual({ type: 'watch', game: 'G', since: 7 });
});

test('a rate-limited client reconnects later', async () => {
  wire().open();
  wire().breaks(1008);
  await vi.advanceTimersByTimeAsync(4000);
  expect(Wire.all.length).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(Wire.all.length).toBe(2);
});

test('a move too large for the server is not sent again', async () => {
  wire().open();
  const refused = expect(connection.act(PASS, 3)).rejects.toBeInstanceOf(Interrupted);
  wire().breaks(1009);
  await refused;
  await settle();
  wire().open();
  expect(wire().moves).toEqual([]);
});

test('reconnecting slows down if every connection ends early', async () => {
  for (const pause of [0, 500, 1000, 2000]) {
    wire().readyState = Wire.OPEN;
    wire().onopen?.();
    const tries = Wire.all.length;
    wire().breaks(1013);
    await vi.advanceTimersByTimeAsync(Math.max(0, pause - 1));
    if (pause) expect(Wire.all.length).toBe(tries);
    await vi.advanceTimersByTimeAsync(1);
    expect(Wire.all.length).toBe(tries + 1);
  }
});

test('the socket does not reconnect after the session ended', async () => {
  wire().open();
  const done = connection.act(PASS, 0);
  const refused = expect(done).rejects.toBeInstanceOf(Interrupted);
  wire().breaks(4401);
  await refused;
  expect(failures).toEqual([expect.objectContaining({ code: 'session_ended' })]);
  expect(me.sessionEnded).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Wire.all).toHaveLength(1);
});

test('the socket does not reconnect after a ban', async () => {
  wire().open();
  wire().breaks(4403);
  await settle();
  expect(failures).toEqual([expect.objectContaining({ code: 'banned' })]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Wire.all).toHaveLength(1);
});

test('a session that ended while offline is noticed', async () => {
  wire().open();
  wire().breaks();
  await settle();
  expect(Wire.all).toHaveLength(2);
  expect(failures).toEqual([]);
  me.view = { id: 'ann' };
  wire().breaks(); // the session has ended
  await settle();
  expect(failures).toEqual([expect.objectContaining({ code: 'session_ended' })]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Wire.all).toHaveLength(2);
});
