/** The analysis page: a position and the results so far. */
import { announce } from '../announce';
import { ApiError } from '../api';
import { drawn, squareName } from '../board/board';
import { Engine, Unreachable } from '../engine/engine';
import { Games } from '../engine/games.svelte';
import { Trying } from '../engine/trying.svelte';
import { t } from '../i18n';
import { speller, type Spell } from '../keyboard';
import type { JudgeView, PositionView, RankedView, RulesetView } from '../protocol';
import { router } from '../router.svelte';
import { pageAddress, readPageAddress } from './address';
import { MoveList } from './list.svelte';
import { heatOf, type Filter } from './moves';
import { empty, withTiles, type Setup } from './setup';
import { LIMITS, Simulation } from './simulation.svelte';
import { fits, isNothing, nothing, ofPosition, seated, toPosition } from './situation';
import type { Situation } from './situation';
import { SituationState } from './situation.svelte';
import { wholeScore } from './values';

/** Waits for a pause in typing, in milliseconds. */
const PAUSE_MS = 80;
/** The number of iterations for a single move beside simulated ones. */
const JUDGED = 2500;
const spellerOf = ({ letters, folds, locale }: RulesetView) => speller(letters, folds, locale);

/** A position with its game and lexicon. */
interface Left {
  lexicon: string;
  situation: Situation;
}

/** What “Clear” removed. */
interface Cleared extends Pick<AnalysisCtrl, 'left'> {
  situation: Situation;
  leftBehind: Map<string, Left>;
}

export class AnalysisCtrl extends Trying {
  readonly games = new Games();
  readonly position = new SituationState();
  readonly moves = new MoveList();
  readonly simulation = new Simulation();

  /** The game that was left with something set up that this one cannot have on its board. */
  left: RulesetView | undefined = $state.raw();
  /** What “Clear” removed, until something else is opened. */
  cleared: Cleared | undefined = $state.raw();
  /** How many positions there were: another number, another position. */
  positions = $state(0);

  busy = $state(false);
  /** The position as text, if it can be written. */
  cgp: string | undefined = $state();
  /** With its game and lexicon, so that it means the same everywhere. */
  readonly cgpWithGame = $derived.by(() => {
    const { ruleset, lexicon, lexicons } = this.games;
    const isBuiltIn = lexicons.some(({ name, place }) => name === lexicon && place === 'built in');
    return `${this.cgp} ld ${ruleset?.name};${isBuiltIn ? ` lex ${lexicon};` : ''}`;
  });
  /** The listed moves are those of the current position. */
  isListed = $state(false);
  loaded = $state(false);

  readonly ruleset = $derived(this.games.ruleset);
  readonly lexicon = $derived(this.games.lexicon);
  /** The engine and the words of the game are on their way. */
  readonly opening = $derived.by(() => this.#openings > 0);
  readonly board = $derived(this.position.layout ?? this.ruleset?.layout);
  readonly faces = $derived(new Set(this.ruleset?.letters.map(({ face }) => face)));
  readonly spell: Spell = $derived(this.ruleset ? spellerOf(this.ruleset) : () => undefined);
  readonly tiles = $derived(drawn([...this.position.setup.tiles.values()], this.ruleset));
  readonly laid = $derived(
    drawn((this.moves.shown ?? this.moves.answered)?.tiles ?? [], this.ruleset),
  );
  /** How often the reply puts a tile on a square, from 0 to 1. */
  readonly heat = $derived(heatOf(this.moves.answered, this.position.setup));

  #engine = new Engine();
  #openings = $state(0);
  /** A problem with a rack, and whose it is. */
  #wrongRack: { seat: number; error: unknown } | undefined = $state.raw();
  /** Whose rack changed last: if the position is impossible, that is why. */
  #typed: number | undefined;
  #rack: string[] = [];
  #others: string[][] = [];
  /** The position that the address names is on the board, or was refused. */
  #isRead = false;
  /** What was wrong with the last position, apart from unreadable text. */
  #refused: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;
  /** The positions of other games, by game. */
  #leftBehind = new Map<string, Left>();

  async load(search: string): Promise<void> {
    if (this.error) {
      // Fetches again what failed the first time.
      this.#engine.close();
      this.#engine = new Engine();
      this.broken = false;
    }
    this.error = undefined;
    try {
      await this.games.load();
      const wanted = readPageAddress(search);
      // A retry continues from the current results.
      const name = this.ruleset?.name ?? wanted.ruleset ?? this.games.usual;
      await this.#open(name, this.lexicon || (wanted.lexicon ?? ''));
      if (
        wanted.position &&
        !this.#isRead &&
        !(await this.read(wanted.position)) &&
        !(this.error instanceof ApiError)
      )
        return;
      this.#isRead = this.loaded = true;
      this.refresh();
    } catch (error) {
      this.failed(error);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.simulation.stop();
    this.#engine.close();
  }

  /** Switches the game. The position stays if it fits; each game remembers its own. */
  async choose(name: string): Promise<void> {
    const [before, lexicon] = [this.ruleset!, this.lexicon];
    await this.attempt(async () => {
      const there = this.#leftBehind.get(name);
      await this.#open(name, there?.lexicon ?? '');
      this.left = this.cleared = undefined;
      // Whoever chooses before the first game is open does not wait for that one.
      this.#isRead = this.loaded = true;
      // It stays visible until the answer arrives; later changes are checked again.
      let [positions, canHave] = [NaN, false];
      while (positions !== this.positions) {
        positions = this.positions;
        canHave = await this.#canHave(this.position.copy());
      }
      const here = this.position.copy();
      if (!isNothing(here)) {
        this.#leftBehind.set(before.name, { lexicon, situation: here });
        if (canHave) return this.#takeUp(here);
        this.left = before;
      }
      this.#takeUp(there?.situation ?? this.#nothing());
    });
  }

  async chooseLexicon(lexicon: string): Promise<void> {
    await this.attempt(() => this.#open(this.ruleset!.name, lexicon));
    this.refresh();
  }

  /** Reads a position in any notation; of a game, the position before a turn. */
  async read(text: string, turn: number | null = null): Promise<boolean> {
    return this.attempt(async () => {
      const read = await this.#engine.ask({ ask: 'read', text, ruleset: this.ruleset!.name, turn });
      if (read.ruleset !== this.ruleset!.name)
        await this.#open(read.ruleset, this.games.named(read.lexicon));
      this.left = this.cleared = undefined;
      // Whoever chooses before the first game is open does not wait for that one.
      this.#isRead = this.loaded = true;
      const { position, turns, turn: at } = read;
      const pasted = at !== null && turns !== null ? { text, turn: at, turns } : undefined;
      const situation = ofPosition(position, this.ruleset!, this.position.setup);
      // The arrow was where the other position was typed.
      this.#takeUp({ ...situation, setup: { ...situation.setup, cursor: undefined }, pasted });
    });
  }

  /** The problem with a seat’s rack. */
  rackError(seat: number): unknown {
    return this.#wrongRack?.seat === seat ? this.#wrongRack.error : undefined;
  }

  typeRack(seat: number, text: string): void {
    if (seat === 0) this.position.rackText = text;
    else this.position.otherTexts[seat - 1] = text;
    this.#typed = seat;
    this.refresh();
  }

  change(setup: Setup): void {
    if (setup.tiles === this.position.setup.tiles) {
      this.position.setup = setup;
      return;
    }
    this.position.setBoard(setup);
    this.#typed = undefined;
    const { square } = this.moves.filter;
    if (square && setup.tiles.has(squareName(square))) this.moves.filter.square = undefined;
    this.error = undefined;
    this.refresh();
  }

  clear(): void {
    const [situation, leftBehind] = [this.position.copy(), this.#leftBehind];
    this.cleared = { situation, left: this.left, leftBehind };
    this.#leftBehind = new Map();
    this.left = undefined;
    this.#takeUp(this.#nothing());
    announce(t('analysis.cleared'));
  }

  /** Undoes “Clear”. */
  unclear(): void {
    if (!this.cleared) return;
    const { situation, left, leftBehind } = this.cleared;
    this.cleared = undefined;
    this.left = left;
    this.#leftBehind = leftBehind;
    this.#takeUp(situation);
    announce(t('analysis.uncleared'));
  }

  /** Sets the number of players. */
  setSeats(n: number): void {
    this.#takeUp({ ...seated(this.position.copy(), n), gone: [], history: [] });
  }

  /** Puts a move on the board, as if it had been played, and its tiles off the rack. */
  play(line: RankedView): void {
    if (!this.isListed) return;
    const { setup, scores } = this.position;
    this.change(withTiles(setup, [...setup.tiles.values(), ...line.tiles]));
    this.position.rackText = line.leave;
    this.position.scores = scores.with(0, wholeScore(scores[0]) + line.score);
    this.refresh();
  }

  /** Simulates; the list is updated in place. */
  async simulate(): Promise<void> {
    if (!this.isListed) return;
    try {
      const game = { ruleset: this.ruleset!.name, lexicon: this.lexicon };
      await this.simulation.run(game, this.#position(), (ranked) => this.moves.update(ranked));
      if (this.simulation.isFinished) this.#announceMoves();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Compares a move; simulates it if the list was simulated. */
  judge = async (text: string): Promise<JudgeView> => {
    const rollouts = this.moves.isSearched ? JUDGED : null;
    const { depth } = this.simulation;
    const position = this.#position();
    return this.#engine.ask({ ask: 'judge', position, text, ...LIMITS, ...depth, rollouts });
  };

  setFilter(filter: Partial<Filter>): void {
    Object.assign(this.moves.filter, filter);
    if (this.isListed) void this.#search();
  }

  /** Asks again in a moment. The old list stays visible but can’t be used. */
  refresh(): void {
    this.simulation.stop();
    this.simulation.inferred = [];
    this.positions++;
    this.moves.deselect();
    this.isListed = false;
    this.#request?.abort();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE_MS);
  }

  /** The board is there at once; the engine and the words may take a while. */
  async #open(name: string, lexicon: string): Promise<void> {
    this.#openings++;
    try {
      if (!this.ruleset) {
        this.games.ruleset = await this.games.find(name);
        this.position.setup = empty(this.games.ruleset.layout);
      }
      await this.games.open(this.#engine, name, lexicon);
    } finally {
      this.#openings--;
    }
  }

  #position(): PositionView {
    return toPosition(this.position.copy(), this.#rack, this.#others);
  }

  #nothing(): Situation {
    return nothing(this.ruleset!, this.position.setup);
  }

  /** Shows a stored position. */
  #takeUp(situation: Situation): void {
    // A square of another position may be taken here.
    if (situation.setup.tiles !== this.position.setup.tiles) this.moves.filter.square = undefined;
    this.position.set(situation, this.ruleset!.players.from, this.ruleset!.layout);
    this.#typed = undefined;
    this.refresh();
  }

  /** Whether this game has these tiles, on a board as large, for as many. */
  async #canHave(situation: Situation): Promise<boolean> {
    if (!fits(situation, this.ruleset!)) return false;
    try {
      const texts = [situation.rackText, ...situation.otherTexts];
      await Promise.all(texts.map((text) => this.#engine.ask({ ask: 'tiles', text })));
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  /** Lists every move, if something is searched and they are not listed yet. */
  async #search(): Promise<void> {
    const signal = this.#request?.signal;
    if (!this.moves.isIncomplete || this.busy) return;
    this.busy = true;
    try {
      const { lines } = await this.#engine.ask(
        { ask: 'rank', position: this.#position(), top: this.moves.top },
        signal,
      );
      if (!signal?.aborted) this.moves.all = lines;
    } catch (error) {
      if (!signal?.aborted) this.failed(error);
    } finally {
      if (!signal?.aborted) this.busy = false;
    }
  }

  async #ask(): Promise<void> {
    this.simulation.stop();
    this.#request?.abort();
    const { signal } = (this.#request = new AbortController());
    this.busy = false;
    if (!this.ruleset || !this.loaded || this.broken) return;
    this.busy = true;
    try {
      this.#wrongRack = undefined;
      const read = async (text: string, seat: number) => {
        try {
          return await this.#engine.ask({ ask: 'tiles', text }, signal);
        } catch (error) {
          if (!signal.aborted && error instanceof ApiError) this.#wrongRack ??= { seat, error };
          throw error;
        }
      };
      [this.#rack = [], ...this.#others] = await Promise.all(
        [this.position.rackText, ...this.position.otherTexts].map(read),
      );
      const position = this.#position();
      const cgp = (this.cgp = await this.#engine.ask({ ask: 'write', position }, signal));
      if (!this.position.layout)
        router.rename(
          pageAddress({ ruleset: this.ruleset.name, lexicon: this.lexicon, position: cgp }),
        );
      const ranked = this.lexicon
        ? await this.#engine.ask({ ask: 'rank', position, top: this.moves.top }, signal)
        : undefined;
      if (signal.aborted) return;
      this.moves.set(ranked);
      if (this.error === this.#refused) this.error = undefined;
      if (this.#rack.length) this.#announceMoves();
    } catch (error) {
      if (signal.aborted) return;
      this.moves.set(undefined);
      this.cgp = undefined;
      if (this.#typed !== undefined && error instanceof ApiError && error.code === 'position')
        this.#wrongRack ??= { seat: this.#typed, error };
      if (!this.#wrongRack) this.failed((this.#refused = error));
      else if (this.error === this.#refused) this.error = undefined;
    } finally {
      if (!signal.aborted) {
        this.busy = false;
        this.isListed = true;
        // Somebody may have begun to search meanwhile.
        void this.#search();
      }
    }
  }

  #announceMoves(): void {
    const text = this.moves.spoken();
    if (text) announce(text);
  }

  protected override failed(error: unknown): void {
    super.failed(error);
    // It can be tried again.
    if (error instanceof Unreachable) this.loaded = false;
    if (this.broken) announce(t('analysis.broken'));
  }
}
