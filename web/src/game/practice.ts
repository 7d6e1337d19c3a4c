/** An offline game against the computer. It is stored here and survives a reload. */
import type { Engine, Game } from '../engine/engine';
import type {
  ActionRequest,
  ActionView,
  ChallengeView,
  GameView,
  PracticeLines,
  PracticeView,
} from '../protocol';
import { store, stored, storedJson } from '../storage';
import type { Connection, Listener } from './connection';
import { forgetHand } from './hands';

export interface SavedGame {
  game: Game;
  bots: string[];
  /** The ruleset’s own by default. */
  challenge?: ChallengeView | undefined;
  lines?: PracticeLines | undefined;
  /** Whether the player has had a turn by now, and whether the game is over. */
  stage?: 'fresh' | 'begun' | 'ended' | undefined;
  /** The scores by seat, and when they changed. */
  result?: { scores: number[]; at: number } | undefined;
}

const KEY = 'tisane.practice';

/** How long bots wait while a challenge is considered, as on the server. */
const HOLD = 20_000;

/** How long a bot’s play can be challenged before the next bot moves, as on the server. */
const TIME_FOR_DOUBTS = 4000;

/** The game to start next. The stored one stays until that has worked. */
let next: SavedGame | undefined;

/** The game, if it can’t be stored; lost with the page. */
let unsaved: SavedGame | undefined;

export function prepare(saved: SavedGame): void {
  next = saved;
}

/** The game as this tab last stored or found it. */
let seen: string | undefined;

/** The prepared game, or the stored one. */
export function current(): SavedGame | undefined {
  const wanted = next ?? load();
  next = undefined;
  seen = stored(KEY);
  return wanted;
}

/** Whether another tab has changed the stored game. */
export function isChangedElsewhere(): boolean {
  const there = stored(KEY);
  return unsaved === undefined && there !== undefined && there !== seen;
}

/** Takes over the game of another tab. Tiles placed in another game are dropped. */
export function takenUp(): SavedGame | undefined {
  const setup = read(seen)?.lines?.setup;
  const saved = current();
  if (saved?.lines?.setup !== setup) forgetHand('');
  return saved;
}

const read = (text: string | undefined): SavedGame | undefined =>
  text ? (JSON.parse(text) as SavedGame) : undefined;

/** Whether the game can go on. */
export const isUnfinished = (saved: SavedGame | undefined): boolean =>
  saved?.lines !== undefined && saved.stage !== 'ended';

/** Whether something of the player's would be lost with it. */
export const isAtStake = (saved: SavedGame | undefined): boolean =>
  isUnfinished(saved) && saved!.stage !== 'fresh';

export function load(): SavedGame | undefined {
  if (unsaved) return unsaved;
  const saved = storedJson<SavedGame>(KEY);
  return saved?.bots && saved; // older versions stored something else
}

/** Returns whether there was room for it. */
export function saveGame(saved: SavedGame): boolean {
  const text = JSON.stringify(saved);
  const isSaved = store(KEY, text);
  seen = isSaved ? text : seen;
  unsaved = isSaved ? undefined : saved;
  return isSaved;
}

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

export class PracticeConnection implements Connection {
  readonly #engine: Engine;
  readonly #listener: Listener;
  readonly #name: string;
  #saved: SavedGame;
  #game: GameView | undefined;
  /** The bot’s current search. */
  #thought: object | undefined;
  #heldUntil = 0;
  /** The page was left: later answers of the engine belong to another game. */
  #isClosed = false;
  /** The game can’t be stored. */
  #isTold = false;

  constructor(saved: SavedGame, name: string, engine: Engine, listener: Listener) {
    this.#saved = saved;
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
    // Whoever acts while the computer thinks is first: what it comes up with is dropped, and it
    // thinks again.
    this.#thought = undefined;
    try {
      this.#take(await this.#goOn(request));
    } finally {
      void this.#move();
    }
  }

  hold(hold: boolean): void {
    this.#heldUntil = hold ? Date.now() + HOLD : 0;
  }

  say(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    this.#isClosed = true;
    this.#thought = undefined;
    this.#engine.close();
  }

  async #start(): Promise<void> {
    try {
      await this.#engine.open(this.#saved.game);
      this.#take(this.#saved.lines ? await this.#show(this.#saved.lines) : await this.#begin());
      void this.#move();
    } catch (error) {
      this.#listener.onfailure(error);
    }
  }

  async #begin(): Promise<PracticeView> {
    const seed = [...crypto.getRandomValues(new Uint8Array(32))];
    const { bots, challenge, game } = this.#saved;
    const view = await this.#engine.ask({
      ask: 'practise',
      new: { name: this.#name, bots, family: game.family, ...(challenge && { challenge }), seed },
      now: Date.now(),
    });
    forgetHand(view.update.room.id); // of the game before, which had the same address
    return view;
  }

  #show(lines: PracticeLines): Promise<PracticeView> {
    return this.#engine.ask({ ask: 'show', lines, now: Date.now() });
  }

  #goOn(request: ActionRequest | null): Promise<PracticeView> {
    return this.#engine.ask({ ask: 'go_on', lines: this.#saved.lines!, request, now: Date.now() });
  }

  /** Lets the bots move until it is the player’s turn. If that fails, it can be retried. */
  async #move(): Promise<void> {
    if (this.#isClosed) return;
    const thought = (this.#thought = {});
    const isDropped = () => this.#thought !== thought;
    try {
      while (this.#isComputers()) {
        const { version: before, phase, challengeable } = this.#game!;
        const time = phase === 'playing' && challengeable.length ? TIME_FOR_DOUBTS : 0;
        const [view] = await Promise.all([this.#goOn(null), wait(time)]);
        while (Date.now() < this.#heldUntil && !isDropped()) await wait(200);
        if (isDropped()) return;
        this.#take(view);
        if (this.#game!.version === before) return;
      }
    } catch (error) {
      if (!isDropped()) this.#listener.onstuck(error, () => void this.#move());
    }
  }

  /** Whether the game waits for the computer. */
  #isComputers(): boolean {
    const { phase, on_turn, you, may_accept } = this.#game!;
    return phase !== 'ended' && (on_turn !== you || phase === 'last_challenge') && !may_accept;
  }

  #take(view: PracticeView): void {
    if (this.#isClosed) return;
    this.#game = view.update.room.game;
    const { phase, turns, you, seats, turn_began } = this.#game;
    const stage =
      phase === 'ended' ? 'ended' : turns.some(({ seat }) => seat === you) ? 'begun' : 'fresh';
    const result = { scores: seats.map(({ score }) => score), at: turns.at(-1)?.at ?? turn_began };
    this.#saved = { ...this.#saved, lines: view.lines, stage, result };
    if (!saveGame(this.#saved) && !this.#isTold) {
      this.#isTold = true;
      this.#listener.onunkept();
    }
    this.#listener.onlink('open');
    this.#listener.onupdate(view.update);
  }
}
