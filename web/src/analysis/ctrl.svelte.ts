/** The analysis page: a position and the results so far. */
import { announce } from '../announce';
import { ApiError } from '../api';
import { drawn, squareName } from '../board/board';
import { Closed, Engine, Unreachable } from '../engine/engine';
import { Games } from '../engine/games.svelte';
import { Trying } from '../engine/trying.svelte';
import { count, t } from '../i18n';
import { speller, type Spell } from '../keyboard';
import type {
  HeldView,
  JudgeView,
  OperationView,
  PositionView,
  PublicTurnView,
  RankedView,
  AnalysisView,
  RulesetView,
} from '../protocol';
import { router } from '../router.svelte';
import { settings } from '../settings.svelte';
import { pageAddress, readPageAddress } from './address';
import { heatOf, matches, withRest, type Filter } from './moves';
import { empty, withTiles, type Setup } from './setup';
import {
  fits,
  isNothing,
  nothing,
  ofPosition,
  seated,
  toPosition,
  type Pasted,
  type Situation,
} from './situation';
import { isLooked, wholeScore } from './values';

/** Waits for a pause in typing, in milliseconds. */
const PAUSE_MS = 80;
/** How many moves are listed; with a filter, how many it is applied to. */
const FIRST = 60;
const SEARCHED = 5000;
/** The limit of a simulation. */
const AHEAD = { candidates: 15, rollouts: 60_000 };
/** The same for a single move beside them. */
const JUDGED = 2500;

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
  setup: Setup = $state.raw(empty({ rows: 15, cols: 15 }));
  rackText = $state('');
  /** The opponents’ known tiles, in order of play. */
  otherTexts: string[] = $state(['']);
  /** By seat, from the one on turn. */
  scores: number[] = $state([0, 0]);
  /** Seats out of the game, until the number of players changes. */
  gone: number[] = $state.raw([]);
  pasted: Pasted | undefined = $state.raw();
  /** The position brings its own board. */
  layout: PositionView['layout'] = $state.raw();

  /** The game that was left with something set up that this one cannot have on its board. */
  left: RulesetView | undefined = $state.raw();
  /** What “Clear” removed, until something else is opened. */
  cleared: Cleared | undefined = $state.raw();
  /** How many positions there were: another number, another position. */
  positions = $state(0);

  ranked: AnalysisView | undefined = $state.raw();
  /** Every move by score and leave, once something is searched. */
  all: RankedView[] | undefined = $state.raw();
  filter: Filter = $state({ text: '', square: undefined });
  /** The move that is shown on the board: one that was chosen, or one that is pointed at. */
  chosen: RankedView | undefined = $state.raw();
  pointed: RankedView | undefined = $state.raw();

  /** The rules and earlier turns that came with the position, until the board changes. */
  operations: OperationView[] = $state.raw([]);
  history: PublicTurnView[] = $state.raw([]);
  /** Whether to infer opponents’ racks, and the result. */
  infer = $state(false);
  held: HeldView[][] = $state.raw([]);
  /** Whether the squares that replies use are shown. */
  heated = $state(false);

  /** It is looking ahead. */
  isAhead = $state(false);
  /** It was not stopped before it was through. */
  isThrough = $state(false);
  /** The number of turns to simulate, if chosen. */
  plies: number | undefined = $state();

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
  readonly board = $derived(this.layout ?? this.ruleset?.layout);
  readonly faces = $derived(new Set(this.ruleset?.letters.map(({ face }) => face)));
  readonly spell: Spell = $derived(
    this.ruleset
      ? speller(this.ruleset.letters, this.ruleset.folds, this.ruleset.locale)
      : () => undefined,
  );
  readonly tiles = $derived(drawn([...this.setup.tiles.values()], this.ruleset));
  /** One round: a turn per player still in the game. */
  readonly round = $derived(this.scores.length - this.gone.length);
  readonly shown = $derived(this.pointed ?? this.chosen);
  /** Moves were simulated or solved. */
  readonly looked = $derived(this.ranked?.lines.some(isLooked) ?? false);
  readonly hasHeat = $derived(this.ranked?.lines.some(({ heat }) => heat) ?? false);
  /** The move whose replies are shown: the one that is, or the best. */
  readonly answered = $derived(
    this.heated && this.hasHeat ? (this.shown ?? this.ranked?.lines[0]) : undefined,
  );
  readonly laid = $derived(drawn((this.shown ?? this.answered)?.tiles ?? [], this.ruleset));
  /** How often the reply puts a tile on a square, from 0 to 1. */
  readonly heat = $derived(heatOf(this.answered, this.setup));
  /** Opponents’ turns are known, so racks can be inferred. */
  readonly canInfer = $derived(this.history.length > 0);
  readonly isFiltered = $derived(
    this.filter.text.trim() !== '' || this.filter.square !== undefined,
  );
  /** The best moves, if nothing is searched. */
  readonly listed = $derived(this.ranked?.lines.slice(0, FIRST) ?? []);
  /** All moves matching the filter; simulated ones first. */
  readonly ranking = $derived(
    this.isFiltered ? withRest(this.ranked?.lines ?? [], this.all ?? []) : this.listed,
  );
  /** Those of them that are shown. */
  readonly lines = $derived.by(() =>
    this.isFiltered ? this.#found.slice(0, FIRST) : this.ranking,
  );
  /** There are more plays than are listed. */
  readonly hasMore = $derived((this.ranked?.count ?? 0) > this.ranking.length);
  /** The number of moves, and how many of them match the filter. */
  readonly told = $derived.by(() => {
    const plays = this.ranked?.count ?? 0;
    if (!this.isFiltered) return count('count.plays', plays);
    const shown = (n: number) => n.toLocaleString(settings.language);
    const n = shown(this.#found.length);
    // Exchanges are searched, too.
    const of = shown(this.ranking.length);
    return this.hasMore
      ? t('analysis.found_best', { n, most: of })
      : t('analysis.found', { n, of });
  });
  readonly #found = $derived(this.ranking.filter((line) => matches(line, this.filter)));

  #engine = new Engine();
  /** Simulates in a worker of its own, which is terminated to stop. */
  #ahead: Engine | undefined;
  #openings = $state(0);
  /** A problem with a rack, and whose it is. */
  #wrongRack: { seat: number; error: unknown } | undefined = $state.raw();
  /** Whose rack changed last: if the position is impossible, that is why. */
  #typed: number | undefined;
  #rack: string[] = [];
  #others: string[][] = [];
  /** The position that the address names is on the board, or was refused. */
  #isRead = false;
  /** Scoreless turns, until the board changes. */
  #scoreless = 0;
  #passes: number | undefined;
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
    this.stop();
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
        canHave = await this.#canHave(this.#situation());
      }
      const here = this.#situation();
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
      const situation = ofPosition(position, this.ruleset!, this.setup);
      // The arrow was where the other position was typed.
      this.#takeUp({ ...situation, setup: { ...situation.setup, cursor: undefined }, pasted });
    });
  }

  /** The problem with a seat’s rack. */
  rackError(seat: number): unknown {
    return this.#wrongRack?.seat === seat ? this.#wrongRack.error : undefined;
  }

  typeRack(seat: number, text: string): void {
    if (seat === 0) this.rackText = text;
    else this.otherTexts[seat - 1] = text;
    this.#typed = seat;
    this.refresh();
  }

  change(setup: Setup): void {
    const moved = setup.tiles !== this.setup.tiles;
    this.setup = setup;
    if (moved) {
      this.#typed = undefined;
      const { square } = this.filter;
      if (square && setup.tiles.has(squareName(square))) this.filter.square = undefined;
      this.error = undefined;
      this.pasted = undefined;
      this.history = [];
      this.#scoreless = 0;
      this.#passes = undefined;
      this.refresh();
    }
  }

  clear(): void {
    this.cleared = { situation: this.#situation(), left: this.left, leftBehind: this.#leftBehind };
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
    this.#takeUp({ ...seated(this.#situation(), n), gone: [], history: [] });
  }

  /** Puts a move on the board, as if it had been played, and its tiles off the rack. */
  play(line: RankedView): void {
    if (!this.isListed) return;
    this.change(withTiles(this.setup, [...this.setup.tiles.values(), ...line.tiles]));
    this.rackText = line.leave;
    this.scores = this.scores.with(0, wholeScore(this.scores[0]) + line.score);
    this.refresh();
  }

  /** Simulates; the list is updated in place. */
  async lookAhead(): Promise<void> {
    if (!this.isListed) return;
    this.stop();
    const engine = (this.#ahead = new Engine());
    this.isAhead = true;
    this.isThrough = false;
    const show = (ranked: AnalysisView) => {
      if (this.#ahead !== engine) return;
      // A searched line stays visible when it is not selected.
      const same = (shown: RankedView) =>
        ranked.lines.find((line) => line.move === shown.move) ??
        (this.isFiltered ? shown : undefined);
      this.chosen = this.chosen && same(this.chosen);
      this.pointed = this.pointed && same(this.pointed);
      this.ranked = ranked;
    };
    try {
      await engine.open({
        ruleset: this.ruleset!.name,
        lexicon: this.lexicon,
        family: settings.family,
      });
      const question = {
        ask: 'solve',
        position: this.#position(),
        ...AHEAD,
        ...this.#plies(),
        infer: this.infer,
      } as const;
      if (this.infer) this.held = await engine.ask({ ask: 'infer', position: question.position });
      show(await engine.ask(question, undefined, show));
      this.isThrough = this.#ahead === engine;
      if (this.ranked) announce(this.#spoken(this.ranked));
    } catch (error) {
      if (!(error instanceof Closed)) this.failed(error);
    } finally {
      if (this.#ahead === engine) this.stop();
    }
  }

  /** Stops; results so far stay. */
  stop(): void {
    this.#ahead?.close();
    this.#ahead = undefined;
    this.isAhead = false;
  }

  /** Compares a move; simulates it if the list was simulated. */
  judge = async (text: string): Promise<JudgeView> => {
    const rollouts = this.looked ? JUDGED : null;
    const position = this.#position();
    return this.#engine.ask({ ask: 'judge', position, text, ...AHEAD, ...this.#plies(), rollouts });
  };

  setFilter(filter: Partial<Filter>): void {
    Object.assign(this.filter, filter);
    if (this.isListed) void this.#search();
  }

  /** Asks again in a moment. The old list stays visible but can’t be used. */
  refresh(): void {
    this.stop();
    this.positions++;
    this.chosen = this.pointed = undefined;
    this.held = [];
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
        this.setup = empty(this.games.ruleset.layout);
      }
      await this.games.open(this.#engine, name, lexicon);
    } finally {
      this.#openings--;
    }
  }

  #situation(): Situation {
    const { setup, rackText, gone, pasted, layout, operations, history } = this;
    const [otherTexts, scores] = [[...this.otherTexts], [...this.scores]];
    return {
      setup,
      rackText,
      otherTexts,
      scores,
      gone,
      pasted,
      layout,
      operations,
      history,
      scoreless: this.#scoreless,
      passes: this.#passes,
    };
  }

  #position(): PositionView {
    return toPosition(this.#situation(), this.#rack, this.#others);
  }

  #plies(): { plies?: number } {
    return this.plies === undefined ? {} : { plies: this.plies };
  }

  #nothing(): Situation {
    return nothing(this.ruleset!, this.setup);
  }

  /** Shows a stored position. */
  #takeUp(situation: Situation): void {
    const n = Math.max(situation.scores.length, this.ruleset!.players.from);
    const { scoreless, passes, ...it } = seated(situation, n);
    // A square of another position may be taken here.
    if (it.setup.tiles !== this.setup.tiles) this.filter.square = undefined;
    Object.assign(this, it);
    const { rows, cols } = this.board!;
    this.setup = { ...it.setup, rows, cols };
    this.#scoreless = scoreless;
    this.#passes = passes;
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
    if (!this.isFiltered || this.all || !this.ranked || this.busy) return;
    this.busy = true;
    try {
      const { lines } = await this.#engine.ask(
        { ask: 'rank', position: this.#position(), top: SEARCHED },
        signal,
      );
      if (!signal?.aborted) this.all = lines;
    } catch (error) {
      if (!signal?.aborted) this.failed(error);
    } finally {
      if (!signal?.aborted) this.busy = false;
    }
  }

  async #ask(): Promise<void> {
    this.stop();
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
        [this.rackText, ...this.otherTexts].map(read),
      );
      const position = this.#position();
      const cgp = (this.cgp = await this.#engine.ask({ ask: 'write', position }, signal));
      if (!this.layout)
        router.rename(
          pageAddress({ ruleset: this.ruleset.name, lexicon: this.lexicon, position: cgp }),
        );
      const ranked = this.lexicon
        ? await this.#engine.ask(
            { ask: 'rank', position, top: this.isFiltered ? SEARCHED : FIRST },
            signal,
          )
        : undefined;
      if (signal.aborted) return;
      this.ranked = ranked && { ...ranked, lines: ranked.lines.slice(0, FIRST) };
      this.all = ranked && ranked.lines.length > FIRST ? ranked.lines : undefined;
      if (this.error === this.#refused) this.error = undefined;
      if (this.#rack.length && this.ranked) announce(this.#spoken(this.ranked));
    } catch (error) {
      if (signal.aborted) return;
      this.ranked = this.all = this.cgp = undefined;
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

  #spoken({ lines, count: n, ended }: AnalysisView): string {
    const best = lines[0];
    const said = [
      count('count.plays', n),
      ...(best ? [`${best.move}, ${count('count.points', best.score)}`] : []),
    ];
    return [...said, ...(ended === 'clear' ? [t('analysis.clear_best')] : [])].join('; ');
  }

  protected override failed(error: unknown): void {
    super.failed(error);
    // It can be tried again.
    if (error instanceof Unreachable) this.loaded = false;
    if (this.broken) announce(t('analysis.broken'));
  }
}
