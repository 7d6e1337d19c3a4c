/** A game against the computer in this browser. Its lines are kept here, so it goes on after a reload and without the server. */
import type { Engine, Game } from '../engine/engine';
import type { ActionRequest, ActionView, ChallengeView, PracticeLines, PracticeView } from '../protocol';
import { store, storedJson } from '../storage';
import type { Connection, Listener } from './connection';

export interface Kept {
  game: Game;
  bots: string[];
  /** The ruleset's own, if not said. */
  challenge?: ChallengeView | undefined;
  lines?: PracticeLines | undefined;
  /** Whether the player has had a turn by now, and whether the game is over. */
  stage?: 'fresh' | 'begun' | 'ended' | undefined;
  /** How it stands, by seat, and since when. */
  result?: { scores: number[]; at: number } | undefined;
}

const KEY = 'tisane.practice';

/** The game that is begun next. What is kept stays until that has worked. */
let next: Kept | undefined;

/** What there was no room for: as long as the page is open, it is the game all the same. */
let unkept: Kept | undefined;

export function prepare(kept: Kept): void {
  next = kept;
}

/** The game that was prepared, or else the one that is kept. */
export function current(): Kept | undefined {
  const wanted = next ?? load();
  next = undefined;
  return wanted;
}

/** Whether the game can go on. */
export const isUnfinished = (kept: Kept | undefined): boolean => kept?.lines !== undefined && kept.stage !== 'ended';

/** Whether something of the player's would be lost with it. */
export const isAtStake = (kept: Kept | undefined): boolean => isUnfinished(kept) && kept!.stage !== 'fresh';

export function load(): Kept | undefined {
  if (unkept) return unkept;
  const kept = storedJson<Kept>(KEY);
  return kept?.bots && kept; // what an older version kept is not understood any more
}

/** Returns whether there was room for it. */
export function keep(kept: Kept): boolean {
  const isKept = store(KEY, JSON.stringify(kept));
  unkept = isKept ? undefined : kept;
  return isKept;
}

export class PracticeConnection implements Connection {
  readonly #engine: Engine;
  readonly #listener: Listener;
  readonly #name: string;
  #kept: Kept;
  /** That the game is not kept. */
  #isTold = false;

  constructor(kept: Kept, name: string, engine: Engine, listener: Listener) {
    this.#kept = kept;
    this.#name = name;
    this.#engine = engine;
    this.#listener = listener;
    void this.#start();
  }

  join(): Promise<void> {
    return Promise.resolve();
  }

  async act(action: ActionView, turn?: number): Promise<void> {
    const request: ActionRequest = { action, ...(turn !== undefined && { turn }) };
    void this.#move(await this.#goOn(request));
  }

  say(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    this.#engine.close();
  }

  async #start(): Promise<void> {
    try {
      await this.#engine.open(this.#kept.game);
      void this.#move(this.#kept.lines ? await this.#goOn(null) : await this.#begin());
    } catch (error) {
      this.#listener.onfailure(error);
    }
  }

  async #begin(): Promise<PracticeView> {
    const seed = [...crypto.getRandomValues(new Uint8Array(32))];
    const { bots, challenge, game } = this.#kept;
    const answer = await this.#engine.ask({
      ask: 'practise',
      new: { name: this.#name, bots, family: game.family, ...(challenge && { challenge }), seed },
      now: Date.now(),
    });
    return this.#take(answer);
  }

  async #goOn(request: ActionRequest | null): Promise<PracticeView> {
    return this.#take(await this.#engine.ask({ ask: 'go_on', lines: this.#kept.lines!, request, now: Date.now() }));
  }

  /** The game is still there if the computer cannot move, and it may try again. */
  async #move(view: PracticeView): Promise<void> {
    try {
      await this.#think(view);
    } catch (error) {
      this.#listener.onstuck(error, () => void this.#move(view));
    }
  }

  /** The computer moves until it is the player's turn, or the game is over. */
  async #think(view: PracticeView): Promise<void> {
    let { game } = view.update.room;
    while (
      game.phase !== 'ended' &&
      (game.on_turn !== game.you || game.phase === 'last_challenge') &&
      !game.may_accept
    ) {
      const next = await this.#goOn(null);
      if (next.update.room.game.version === game.version) break;
      game = next.update.room.game;
    }
  }

  #take(view: PracticeView): PracticeView {
    const { phase, turns, you, seats, turn_began } = view.update.room.game;
    const stage = phase === 'ended' ? 'ended' : turns.some(({ seat }) => seat === you) ? 'begun' : 'fresh';
    const result = { scores: seats.map(({ score }) => score), at: turns.at(-1)?.at ?? turn_began };
    this.#kept = { ...this.#kept, lines: view.lines, stage, result };
    if (!keep(this.#kept) && !this.#isTold) {
      this.#isTold = true;
      this.#listener.onunkept();
    }
    this.#listener.onlink('open');
    this.#listener.onupdate(view.update);
    return view;
  }
}
