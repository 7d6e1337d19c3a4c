/** Asking the engine. It runs in a worker, so the page goes on meanwhile. */
import { address, ApiError, get, NoConnection } from '../api';
import type { EngineView, Question } from '../protocol';
import type { Answer, SoFar } from './answers';
import { remember } from './firstvisit';
import type { Request, Response } from './messages';
import { place } from './place.svelte';
import { ServerDoor } from './server';
import WORKER from './worker?worker&url';

export { WORKER };

/** Which rules, which words. */
export interface Game {
  ruleset: string;
  /** Empty for those of the ruleset. */
  lexicon: string;
  family: boolean;
}

/** The address that lists the files a game needs. */
export const engineAddress = (game: Game): string => address('/api/engine', { ...game });

/** Whether that address is stored, so that the game opens offline. */
export async function isKnownHere(game: Game): Promise<boolean> {
  return typeof caches !== 'undefined' && (await caches.match(engineAddress(game))) !== undefined;
}

type Task = { open: EngineView; family: boolean } | { question: Question };

interface Waiting {
  task: Task;
  resolve(answer: unknown): void;
  reject(reason: unknown): void;
  signal: AbortSignal | undefined;
  progress: ((answer: unknown) => void) | undefined;
}

/** As much of a worker as is needed. */
export interface Door {
  postMessage(request: Request): void;
  onmessage: ((event: MessageEvent<Response>) => void) | null;
  /** It could not be fetched or started, or fails otherwise than by an answer. */
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  terminate(): void;
}

/** The engine cannot run in this browser, or was not built. */
export class NoEngine extends Error {}

/** The engine was not fetched, and the server does not answer. */
export class Unreachable extends NoConnection {}

/** The engine was closed before it could answer. */
export class Closed extends Error {}

/** Another game was opened before this one was. */
export class Superseded extends Error {}

/** One engine with one game open. Requests run one after another; cancelled ones are skipped. */
export class Engine {
  #door: Door;
  /** The fallback once this engine has failed. */
  #elsewhere: (() => Door) | undefined;
  /** The game that is open. */
  #open: Task | undefined;
  readonly #queue: Waiting[] = [];
  #current: Waiting | undefined;
  #id = 0;
  /** The game opened last, or being opened. */
  #opened: { key: string; view: Promise<EngineView>; another: AbortController } | undefined;
  /** The last game opened successfully; used if the next one fails. */
  #shown: { key: string; view: EngineView; task: Task } | undefined;
  #isClosed = false;

  constructor(door: Door = worker(), elsewhere: () => Door = () => new ServerDoor()) {
    this.#elsewhere = elsewhere;
    this.#door = this.#listen(door);
  }

  /** Opens a game. Of several opened quickly only the last one is loaded. */
  open(game: Game): Promise<EngineView> {
    const key = engineAddress(game);
    if (this.#opened?.key !== key) {
      this.#opened?.another.abort(new Superseded());
      const another = new AbortController();
      const view = this.#bring(key, game.family, another.signal);
      this.#opened = { key, view, another };
      view.catch(() => {
        if (this.#opened?.view === view) this.#goBack();
      });
    }
    return this.#opened.view;
  }

  /** Asks about the game that was opened last. */
  async ask<Q extends Question>(
    question: Q,
    signal?: AbortSignal,
    progress?: (so_far: SoFar<Q>) => void,
  ): Promise<Answer<Q>> {
    await this.#opened?.view;
    return (await this.#send(
      { question },
      signal,
      progress as (answer: unknown) => void,
    )) as Answer<Q>;
  }

  /** Ends it, whatever it is doing. */
  close(): void {
    this.#isClosed = true;
    this.#door.terminate();
    for (const { reject } of [...(this.#current ? [this.#current] : []), ...this.#queue])
      reject(new Closed());
    this.#current = undefined;
    this.#queue.length = 0;
  }

  async #bring(key: string, family: boolean, another: AbortSignal): Promise<EngineView> {
    const view = await get<EngineView>(key, another);
    const task = { open: view, family };
    await this.#send(task, another);
    this.#shown = { key, view, task };
    if (this.#elsewhere) remember('/engine.wasm', view.words, view.model);
    return view;
  }

  /** Opening failed or was skipped: questions are about the game that is shown. */
  #goBack(): void {
    this.#opened = undefined;
    const shown = this.#shown;
    const isOpen = this.#open === shown?.task && !(this.#current && 'open' in this.#current.task);
    if (!shown || isOpen || this.#isClosed) return;
    const another = new AbortController();
    const view = this.#send(shown.task, another.signal).then(() => shown.view);
    this.#opened = { key: shown.key, view, another };
    view.catch(() => {
      if (this.#opened?.view === view) this.#opened = undefined;
    });
  }

  #listen(door: Door): Door {
    door.onmessage = ({ data }) => this.#answered(data);
    door.onerror = ({ message }) => this.#fail(message);
    door.onmessageerror = () => this.#fail('an answer cannot be read');
    return door;
  }

  /** The engine failed: the same request goes to the fallback, if there is one. */
  #fail(reason: string): void {
    const current = this.#current;
    this.#current = undefined;
    if (this.#elsewhere) this.#moveOn(current, this.#elsewhere);
    else current?.reject(new NoEngine(reason));
    this.#next();
  }

  #moveOn(current: Waiting | undefined, elsewhere: () => Door): void {
    this.#elsewhere = undefined;
    this.#door.terminate();
    this.#door = this.#listen(elsewhere());
    if (current) this.#queue.unshift(current);
    if (this.#open) {
      const nobody = () => undefined;
      this.#queue.unshift({
        task: this.#open,
        resolve: nobody,
        reject: nobody,
        signal: undefined,
        progress: undefined,
      });
    }
  }

  #send(task: Task, signal?: AbortSignal, progress?: (answer: unknown) => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Closed());
      this.#queue.push({ task, resolve, reject, signal, progress });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current) return;
    const next = this.#queue.shift();
    if (!next) return;
    if (next.signal?.aborted) {
      next.reject(next.signal.reason);
      return this.#next();
    }
    this.#current = next;
    this.#door.postMessage({ id: ++this.#id, ...next.task });
  }

  #answered(response: Response): void {
    const current = this.#current;
    if (!current || response.id !== this.#id) return;
    if ('progress' in response) {
      if (!current.signal?.aborted) current.progress?.(response.progress);
      return;
    }
    if ('broken' in response) return this.#fail(response.broken);
    this.#current = undefined;
    if ('ok' in response && 'open' in current.task) this.#open = current.task;
    if (current.signal?.aborted) current.reject(current.signal.reason);
    else if ('error' in response) current.reject(new ApiError(response.error));
    else if ('unreachable' in response) current.reject(new Unreachable(response.unreachable));
    else {
      if (!('open' in current.task)) place.isElsewhere = !this.#elsewhere;
      current.resolve(response.ok);
    }
    this.#next();
  }
}

function worker(): Door {
  return new Worker(WORKER, { type: 'module' });
}
