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

/** Where it is told what an engine needs for a game. */
export const engineAddress = (game: Game): string => address('/api/engine', { ...game });

/** Whether that was asked in this browser before, so that it is known without the server, too. */
export async function isKnownHere(game: Game): Promise<boolean> {
  return typeof caches !== 'undefined' && (await caches.match(engineAddress(game))) !== undefined;
}

type Wanted = { open: EngineView; family: boolean } | { question: Question };

interface Waiting {
  wanted: Wanted;
  resolve(answer: unknown): void;
  reject(reason: unknown): void;
  signal: AbortSignal | undefined;
  progress: ((answer: unknown) => void) | undefined;
}

/** As much of a worker as is needed. */
export interface Door {
  postMessage(request: Request): void;
  onmessage: ((event: MessageEvent<Response>) => void) | null;
  terminate(): void;
}

/** The engine cannot run in this browser, or was not built. */
export class NoEngine extends Error {}

/** The engine was not fetched, and the server does not answer. */
export class Unreachable extends NoConnection {}

/** The engine was closed before it could answer. */
export class Closed extends Error {}

/**
 * One engine with one game open. Questions are answered one by one; those that nobody waits for any more are not even asked.
 */
export class Engine {
  #door: Door;
  /** Asked instead, once this one has failed. */
  #elsewhere: (() => Door) | undefined;
  #open: Wanted | undefined;
  readonly #queue: Waiting[] = [];
  #asked: Waiting | undefined;
  #id = 0;
  #opened: { key: string; view: Promise<EngineView> } | undefined;

  constructor(door: Door = worker(), elsewhere: () => Door = () => new ServerDoor()) {
    this.#elsewhere = elsewhere;
    this.#door = this.#listen(door);
  }

  /** Opens a game, unless it is open already. */
  open(game: Game): Promise<EngineView> {
    const key = engineAddress(game);
    if (this.#opened?.key !== key) {
      const view = get<EngineView>(key).then(async (view) => {
        await this.#send((this.#open = { open: view, family: game.family }));
        if (this.#elsewhere) remember('/engine.wasm', view.words, view.model);
        return view;
      });
      this.#opened = { key, view };
      view.catch(() => {
        if (this.#opened?.view === view) this.#opened = undefined;
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
    return (await this.#send({ question }, signal, progress as (answer: unknown) => void)) as Answer<Q>;
  }

  /** Ends it, whatever it is doing. */
  close(): void {
    this.#door.terminate();
    for (const { reject } of [...(this.#asked ? [this.#asked] : []), ...this.#queue]) reject(new Closed());
    this.#asked = undefined;
    this.#queue.length = 0;
  }

  #listen(door: Door): Door {
    door.onmessage = ({ data }) => this.#answered(data);
    return door;
  }

  /** The engine does not run here: somebody else is asked the same. */
  #moveOn(asked: Waiting, elsewhere: () => Door): void {
    this.#elsewhere = undefined;
    this.#door.terminate();
    this.#door = this.#listen(elsewhere());
    this.#queue.unshift(asked);
    if (this.#open && asked.wanted !== this.#open) {
      const nobody = () => undefined;
      this.#queue.unshift({
        wanted: this.#open,
        resolve: nobody,
        reject: nobody,
        signal: undefined,
        progress: undefined,
      });
    }
  }

  #send(wanted: Wanted, signal?: AbortSignal, progress?: (answer: unknown) => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ wanted, resolve, reject, signal, progress });
      this.#next();
    });
  }

  #next(): void {
    if (this.#asked) return;
    const next = this.#queue.shift();
    if (!next) return;
    if (next.signal?.aborted) {
      next.reject(next.signal.reason);
      return this.#next();
    }
    this.#asked = next;
    this.#door.postMessage({ id: ++this.#id, ...next.wanted });
  }

  #answered(response: Response): void {
    const asked = this.#asked;
    if (!asked || response.id !== this.#id) return;
    if ('progress' in response) {
      if (!asked.signal?.aborted) asked.progress?.(response.progress);
      return;
    }
    this.#asked = undefined;
    if (asked.signal?.aborted) asked.reject(asked.signal.reason);
    else if ('error' in response) asked.reject(new ApiError(response.error));
    else if ('broken' in response && this.#elsewhere) this.#moveOn(asked, this.#elsewhere);
    else if ('broken' in response) asked.reject(new NoEngine(response.broken));
    else if ('unreachable' in response) asked.reject(new Unreachable(response.unreachable));
    else {
      if (!this.#elsewhere && !('open' in asked.wanted)) place.isElsewhere = true;
      asked.resolve(response.ok);
    }
    this.#next();
  }
}

function worker(): Door {
  return new Worker(WORKER, { type: 'module' });
}
