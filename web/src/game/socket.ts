/** A game on the server. A connection that breaks is made again, and goes on where it was. */
import { ApiError, post } from '../api';
import { me } from '../me.svelte';
import { announcement } from '../moderation/announcement.svelte';
import type { ActionView, Ask, Asked, GameView, JoinRequest, Said } from '../protocol';
import { Interrupted, isForATurn, type Connection, type Listener } from './connection';
import { CALM_DOWN, TOO_OFTEN, pauseBefore } from './pauses';
import { wasDone } from './resent';

/** A close code of the server, as docs/api.md lists them. */
const TOO_LARGE = 1009;
/** Silence for so long is broken by a ping. */
const PING_MS = 20_000;
/** An answer that takes longer will not come: the connection is gone without a word. */
const PATIENCE_MS = 8_000;

/** The server’s close code for an ended session, as in the protocol crate. */
const SESSION_ENDED = 4401;
/** The server’s close code for banned players and addresses, as in the protocol crate. */
const BANNED = 4403;

interface Waiting {
  resolve(): void;
  reject(reason: unknown): void;
}

/** A move that waits for the connection. */
interface Held {
  action: ActionView;
  turn: number;
  /** It went out once, so it may have been done already. */
  wentOut: boolean;
  resolve(): void;
  reject(reason: unknown): void;
}

export class SocketConnection implements Connection {
  readonly #game: string;
  readonly #listener: Listener;
  readonly #waiting = new Map<number, Waiting>();
  #held: Held | undefined;
  #socket: WebSocket | undefined;
  #id = 0;
  /** As it was heard of last. */
  #view: GameView | undefined;
  /** The game has been heard of over this socket. */
  #isOpen = false;
  #tries = 0;
  /** A socket belongs to a player from its start. */
  #mayConnect = false;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #ping: ReturnType<typeof setInterval>;

  constructor(game: string, listener: Listener) {
    this.#game = game;
    this.#listener = listener;
    this.#ping = setInterval(() => this.#send({ type: 'ping' }).catch(() => undefined), PING_MS);
    addEventListener('online', this.#retry);
    addEventListener('offline', this.#drop);
    document.addEventListener('visibilitychange', this.#retry);
    me.known().then(this.#begin, (error: unknown) => {
      if (error instanceof ApiError && error.code === 'banned') this.#fail(error);
      else this.#begin();
    });
  }

  // A socket is known by the name it was opened with; these are asked for by the name that is true
  // now.
  join(openRacks: boolean): Promise<void> {
    const request: JoinRequest = openRacks ? { open_racks: true } : {};
    return post(`/api/games/${encodeURIComponent(this.#game)}/join`, request);
  }

  /** What is too late, or cannot be sent, is of no use later. */
  hold(hold: boolean): void {
    if (this.#isOpen) this.#send({ type: 'hold', game: this.#game, hold }).catch(() => undefined);
  }

  say(text: string): Promise<void> {
    return post(`/api/games/${encodeURIComponent(this.#game)}/chat`, { text });
  }

  /** A move waits for a connection. It names its turn, so sending it twice does it once. */
  act(action: ActionView, turn?: number, signal?: AbortSignal): Promise<void> {
    if (turn === undefined || !isForATurn(action))
      return this.#send({
        type: 'act',
        game: this.#game,
        action,
        ...(turn !== undefined && { turn }),
      });
    return new Promise((resolve, reject) => {
      const held: Held = { action, turn, wentOut: false, resolve, reject };
      signal?.addEventListener('abort', () => this.#held === held && this.#giveBack());
      this.#held = held;
      if (this.#isOpen) this.#sendHeld(held);
    });
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#ping);
    clearTimeout(this.#timer);
    removeEventListener('online', this.#retry);
    removeEventListener('offline', this.#drop);
    document.removeEventListener('visibilitychange', this.#retry);
    this.#socket?.close();
    this.#isOpen = false;
    this.#interrupt();
    this.#giveBack();
  }

  #begin = (): void => {
    this.#mayConnect = true;
    if (!this.#closed) this.#connect();
  };

  /** There is nothing to be had here, and trying again would not help. */
  #fail(error: unknown): void {
    this.close();
    this.#listener.onfailure(error);
  }

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = (this.#socket = new WebSocket(`${scheme}://${location.host}/api/socket`));
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      const since = this.#view?.version;
      this.#send({ type: 'watch', game: this.#game, ...(since !== undefined && { since }) }).catch(
        (error) => {
          if (error instanceof ApiError) this.#fail(error);
        },
      );
    };
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as Said);
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      if (event?.code === SESSION_ENDED) return this.#end();
      // The reason may have come before; a new connection would be refused.
      if (event?.code === BANNED && !this.#closed)
        return this.#fail(new ApiError({ code: 'banned', error: 'you are banned' }));
      this.#closedWith(event?.code);
      if (!wasOpen) void this.#checkSession();
    };
  }

  /** Slow readers reconnect at once; after too many requests the client waits. */
  #closedWith(code?: number): void {
    if (code === TOO_OFTEN) this.#tries = Math.max(this.#tries, CALM_DOWN);
    if (code === TOO_LARGE) this.#giveBack(); // the same message would end the next connection, too
    this.#reconnect(code);
  }

  /** Nothing can be done here before somebody logs in again. */
  #end(): void {
    this.close();
    me.sessionEnded();
    this.#listener.onfailure(
      new ApiError({ code: 'session_ended', error: 'the session has ended' }),
    );
  }

  /** A refused socket gives no reason; the session may have ended meanwhile. */
  async #checkSession(): Promise<void> {
    if (!me.view) return;
    const view = await me.look().catch(() => me.view);
    if (!view && !this.#closed) this.#end();
  }

  /** The connection broke, or will never say so: it is made again. */
  #drop = (): void => this.#reconnect();

  #reconnect(code?: number): void {
    const socket = this.#socket;
    if (this.#closed || !socket) return;
    this.#socket = undefined;
    this.#isOpen = false;
    socket.close();
    this.#interrupt();
    this.#listener.onlink('lost');
    this.#timer = setTimeout(() => this.#connect(), pauseBefore(this.#tries++, code));
  }

  /** Reconnects at once when the network or the page is back, and checks an open socket. */
  #retry = (): void => {
    if (this.#closed || !this.#mayConnect || document.hidden) return;
    if (this.#socket) return void this.#send({ type: 'ping' }).catch(() => undefined);
    clearTimeout(this.#timer);
    this.#tries = 0;
    this.#connect();
  };

  #sendHeld(held: Held): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return; // it goes out with the next connection
    const again = held.wentOut;
    held.wentOut = true;
    const settled = (settle: () => void) => {
      if (this.#held !== held) return;
      this.#held = undefined;
      settle();
    };
    this.#send({ type: 'act', game: this.#game, action: held.action, turn: held.turn }).then(
      () => settled(held.resolve),
      (error: unknown) => {
        if (error instanceof Interrupted) return; // it goes out again with the next connection
        const { action, turn } = held;
        const isDone =
          again && error instanceof ApiError && wasDone(action, turn, error.code, this.#view!);
        if (isDone) settled(held.resolve);
        else settled(() => held.reject(error));
      },
    );
  }

  #giveBack(): void {
    this.#held?.reject(new Interrupted());
    this.#held = undefined;
  }

  #send(ask: Ask): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) return reject(new Interrupted());
      const id = ++this.#id;
      const socket = this.#socket;
      const timer = setTimeout(() => this.#socket === socket && this.#drop(), PATIENCE_MS);
      const after =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          settle(value);
        };
      this.#waiting.set(id, { resolve: after(resolve), reject: after(reject) });
      socket.send(JSON.stringify({ id, ask } satisfies Asked));
    });
  }

  #hear(said: Said): void {
    switch (said.type) {
      case 'done':
        this.#take(said.id)?.resolve();
        break;
      case 'refused':
        if (said.id !== null) this.#take(said.id)?.reject(new ApiError(said.error));
        else if (said.error.code === 'banned') this.#fail(new ApiError(said.error));
        break;
      case 'announcement':
        announcement.hear(said.announcement);
        break;
      case 'update':
        if (said.update.room.id !== this.#game) break;
        this.#view = said.update.room.game;
        this.#listener.onlink('open');
        this.#listener.onupdate(said.update);
        if (!this.#isOpen) {
          this.#isOpen = true;
          this.#tries = 0;
          if (this.#held) this.#sendHeld(this.#held);
        }
        break;
      case 'chat':
        if (said.game === this.#game) this.#listener.onchat(said.messages);
    }
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #interrupt(): void {
    for (const { reject } of this.#waiting.values()) reject(new Interrupted());
    this.#waiting.clear();
  }
}
