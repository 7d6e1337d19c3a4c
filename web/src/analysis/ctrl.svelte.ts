/** The analysis page: a position, and what is known about it so far. */
import { announce } from '../announce';
import { ApiError } from '../api';
import { drawn } from '../board/board';
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
  RankView,
  RulesetView,
} from '../protocol';
import { router } from '../router.svelte';
import { settings } from '../settings.svelte';
import { pageAddress, readPageAddress } from './address';
import { heatOf, matches, withRest, type Filter } from './moves';
import { empty, withTiles, type Setup } from './setup';
import { isLooked, spelled, wholeScore } from './values';

/** Typing goes on for a moment before a question is asked. */
const PAUSE_MS = 80;
/** How many moves are listed; with a filter, how many it is applied to. */
const FIRST = 60;
const SEARCHED = 5000;
/** How far looking ahead goes, if nobody stops it. */
const AHEAD = { candidates: 15, rollouts: 60_000 };
/** The same for a single move beside them. */
const JUDGED = 2500;

/** A game that was pasted, and the turn that is looked at. */
interface Pasted {
  text: string;
  turn: number;
  turns: number;
}

/** All that is set up. */
type SetUp = Pick<
  AnalysisCtrl,
  'lexicon' | 'setup' | 'rackText' | 'otherTexts' | 'scores' | 'gone' | 'pasted' | 'layout' | 'operations' | 'history'
> & { scoreless: number };

export class AnalysisCtrl extends Trying {
  readonly games = new Games();
  setup: Setup = $state.raw(empty({ rows: 15, cols: 15 }));
  rackText = $state('');
  /** What is known of the others' racks, seat by seat after the one on turn. */
  otherTexts: string[] = $state(['']);
  /** By seat, from the one on turn. */
  scores: number[] = $state([0, 0]);
  /** Which seats take no more part, as long as their number is not changed. */
  gone: number[] = $state.raw([]);
  pasted: Pasted | undefined = $state.raw();
  /** The position brings its own board. */
  layout: PositionView['layout'] = $state.raw();

  /** The game that was left with something set up that this one cannot have on its board. */
  left: RulesetView | undefined = $state.raw();
  /** How many positions there were: another number, another position. */
  positions = $state(0);

  ranked: RankView | undefined = $state.raw();
  /** Every move by score and leave, once something is searched. */
  all: RankedView[] | undefined = $state.raw();
  filter: Filter = $state({ text: '', square: undefined });
  /** The move that is shown on the board: one that was chosen, or one that is pointed at. */
  chosen: RankedView | undefined = $state.raw();
  pointed: RankedView | undefined = $state.raw();

  /** What the position says about the rules, and the turns before it, as long as nobody changes the board. */
  operations: OperationView[] = $state.raw([]);
  history: PublicTurnView[] = $state.raw([]);
  /** Whether the others' last turns are taken to tell what they hold, and what they probably do. */
  infer = $state(false);
  held: HeldView[][] = $state.raw([]);
  /** Whether the squares that replies use are shown. */
  heated = $state(false);

  /** It is looking ahead. */
  isAhead = $state(false);
  /** It was not stopped before it was through. */
  isThrough = $state(false);
  /** How many turns are played after each move, if that was chosen; otherwise it is a round, one for each who is in the game. */
  plies: number | undefined = $state();

  /** What is wrong with the rack. */
  rackError: unknown = $state.raw();
  busy = $state(false);
  /** The position as text, if it can be written. */
  cgp: string | undefined = $state();
  /** With its game and, unless they are somebody's own, its words: so that it is the same wherever it is read. */
  readonly cgpWithGame = $derived.by(() => {
    const { ruleset, lexicon, lexicons } = this.games;
    const isBuiltIn = lexicons.some(({ name, place }) => name === lexicon && place === 'built in');
    return `${this.cgp} ld ${ruleset?.name};${isBuiltIn ? ` lex ${lexicon};` : ''}`;
  });
  /** Moves of the position that is set up are listed; otherwise they are about to be, and those in sight are of another. */
  isListed = $state(false);
  loaded = $state(false);

  readonly ruleset = $derived(this.games.ruleset);
  readonly lexicon = $derived(this.games.lexicon);
  /** The engine and the words of the game are on their way. */
  readonly opening = $derived.by(() => this.#openings > 0);
  readonly board = $derived(this.layout ?? this.ruleset?.layout);
  readonly faces = $derived(new Set(this.ruleset?.letters.map(({ face }) => face)));
  readonly spell: Spell = $derived(
    this.ruleset ? speller(this.ruleset.letters, this.ruleset.folds, this.ruleset.locale) : () => undefined,
  );
  readonly tiles = $derived(drawn([...this.setup.tiles.values()], this.ruleset));
  readonly round = $derived(this.scores.length - this.gone.length);
  readonly shown = $derived(this.pointed ?? this.chosen);
  /** Moves were looked at more closely than by score and leave. */
  readonly looked = $derived(this.ranked?.lines.some(isLooked) ?? false);
  readonly hasHeat = $derived(this.ranked?.lines.some(({ heat }) => heat) ?? false);
  /** The move whose replies are shown: the one that is, or the best. */
  readonly answered = $derived(this.heated && this.hasHeat ? (this.shown ?? this.ranked?.lines[0]) : undefined);
  readonly laid = $derived(drawn((this.shown ?? this.answered)?.tiles ?? [], this.ruleset));
  /** How often the reply puts a tile on a square, from 0 to 1. */
  readonly heat = $derived(heatOf(this.answered, this.setup));
  /** Turns of the others are known, which tell what they may hold. */
  readonly canInfer = $derived(this.history.length > 0);
  readonly isFiltered = $derived(this.filter.text.trim() !== '' || this.filter.square !== undefined);
  /** The best moves, if nothing is searched. */
  readonly listed = $derived(this.ranked?.lines.slice(0, FIRST) ?? []);
  /** What is searched is among all moves; those that were looked at come first. */
  readonly lines = $derived(
    this.isFiltered
      ? withRest(this.ranked?.lines ?? [], this.all ?? [])
          .filter((line) => matches(line, this.filter))
          .slice(0, FIRST)
      : this.listed,
  );

  #engine = new Engine();
  /** Looks ahead in a worker of its own, which is ended to stop it. */
  #ahead: Engine | undefined;
  #openings = $state(0);
  #rack: string[] = [];
  #others: string[][] = [];
  /** The position that the address names is on the board, or was refused. */
  #isRead = false;
  /** Turns in a row without points, as long as nobody changes the board. */
  #scoreless = 0;
  /** What was wrong with the position that was asked about last; a text that could not be read is another matter. */
  #refused: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;
  /** What was set up when a game was left for another, by game. */
  readonly #leftBehind = new Map<string, SetUp>();

  async load(search: string): Promise<void> {
    if (this.error) {
      // What could not be fetched the first time is asked for anew.
      this.#engine.close();
      this.#engine = new Engine();
      this.broken = false;
    }
    this.error = undefined;
    try {
      await this.games.load();
      const wanted = readPageAddress(search);
      // Whoever tries again goes on with what is there.
      const name = this.ruleset?.name ?? wanted.ruleset ?? this.games.usual;
      await this.#open(name, this.lexicon || (wanted.lexicon ?? ''));
      if (wanted.position && !this.#isRead && !(await this.read(wanted.position)) && !(this.error instanceof ApiError))
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

  /** Another game. What is set up stays if that game can have it; whoever comes back to a game finds what was left there. */
  async choose(name: string): Promise<void> {
    const before = this.ruleset!;
    const here = this.#setUp();
    await this.attempt(async () => {
      const there = this.#leftBehind.get(name);
      await this.#open(name, there?.lexicon ?? '');
      this.left = undefined;
      if (!isNothing(here)) {
        this.#leftBehind.set(before.name, here);
        if (await this.#canHave(here)) return this.#takeUp(here);
        this.left = before;
      }
      this.#takeUp(there ?? this.#nothing());
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
      if (read.ruleset !== this.ruleset!.name) await this.#open(read.ruleset, this.games.named(read.lexicon));
      this.left = undefined;
      this.#show(read.position);
      this.pasted =
        read.turn !== null && read.turns !== null ? { text, turn: read.turn, turns: read.turns } : undefined;
      this.refresh();
    });
  }

  change(setup: Setup): void {
    const moved = setup.tiles !== this.setup.tiles;
    this.setup = setup;
    if (moved) {
      this.error = undefined;
      this.pasted = undefined;
      this.history = [];
      this.#scoreless = 0;
      this.refresh();
    }
  }

  clear(): void {
    this.#leftBehind.clear();
    this.left = undefined;
    this.#takeUp(this.#nothing());
  }

  /** So many play. */
  setSeats(n: number): void {
    this.#seat(n);
    this.gone = [];
    this.history = [];
    this.refresh();
  }

  /** Puts a move on the board, as if it had been played, and its tiles off the rack. */
  play(line: RankedView): void {
    if (!this.isListed) return;
    this.change(withTiles(this.setup, [...this.setup.tiles.values(), ...line.tiles]));
    this.rackText = line.leave;
    this.scores = this.scores.with(0, wholeScore(this.scores[0]) + line.score);
    this.refresh();
  }

  /** Looks ahead: the list is sharpened in place. */
  async lookAhead(): Promise<void> {
    if (!this.isListed) return;
    this.stop();
    const engine = (this.#ahead = new Engine());
    this.isAhead = true;
    this.isThrough = false;
    const show = (ranked: RankView) => {
      if (this.#ahead !== engine) return;
      // One that was searched and is not looked at is still in sight.
      const same = (shown: RankedView) =>
        ranked.lines.find((line) => line.move === shown.move) ?? (this.isFiltered ? shown : undefined);
      this.chosen = this.chosen && same(this.chosen);
      this.pointed = this.pointed && same(this.pointed);
      this.ranked = ranked;
    };
    try {
      await engine.open({ ruleset: this.ruleset!.name, lexicon: this.lexicon, family: settings.family });
      const question = {
        ask: 'solve',
        position: this.#position(),
        plies: this.plies ?? this.round,
        ...AHEAD,
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

  /** What is known by then stays. */
  stop(): void {
    this.#ahead?.close();
    this.#ahead = undefined;
    this.isAhead = false;
  }

  /** What a move of one's own lacks; by looking ahead if that was done before. */
  judge = async (text: string): Promise<JudgeView> => {
    const rollouts = this.looked ? JUDGED : null;
    const position = this.#position();
    return this.#engine.ask({ ask: 'judge', position, text, ...AHEAD, plies: this.plies ?? this.round, rollouts });
  };

  setFilter(filter: Partial<Filter>): void {
    Object.assign(this.filter, filter);
    if (this.isListed) void this.#search();
  }

  /** Asks again, in a moment. The list of the other position stays in sight until then, and cannot be used any more. */
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
      const before = this.ruleset;
      await this.games.open(this.#engine, name, lexicon);
      if (this.ruleset !== before) this.setup = empty(this.ruleset!.layout);
    } finally {
      this.#openings--;
    }
  }

  #show({ tiles, rack, others, scores, gone, scoreless_turns, layout, operations, history }: PositionView): void {
    const { rows, cols } = layout ?? this.ruleset!.layout;
    const cursor = rows === this.setup.rows && cols === this.setup.cols ? this.setup.cursor : undefined;
    this.layout = layout;
    this.operations = operations ?? [];
    this.history = history ?? [];
    this.setup = withTiles({ ...empty({ rows, cols }), cursor }, tiles);
    this.rackText = spelled(rack);
    this.otherTexts = scores.slice(1).map((_, other) => spelled(others[other] ?? []));
    this.scores = [...scores];
    this.gone = gone ?? [];
    this.#scoreless = scoreless_turns;
  }

  #position(): PositionView {
    return {
      tiles: [...this.setup.tiles.values()],
      rack: this.#rack,
      others: this.#others,
      scores: this.scores.map(wholeScore),
      ...(this.gone.length && { gone: this.gone }),
      scoreless_turns: this.#scoreless,
      ...(this.layout && { layout: this.layout }),
      ...(this.operations.length && { operations: this.operations }),
      ...(this.history.length && { history: this.history }),
    };
  }

  #setUp(): SetUp {
    const { lexicon, setup, rackText, gone, pasted, layout, operations, history } = this;
    const [otherTexts, scores] = [[...this.otherTexts], [...this.scores]];
    const scoreless = this.#scoreless;
    return { lexicon, setup, rackText, otherTexts, scores, gone, pasted, layout, operations, history, scoreless };
  }

  #nothing(): SetUp {
    const { layout, players } = this.ruleset!;
    const { rows, cols, cursor } = this.setup;
    const isSame = rows === layout.rows && cols === layout.cols;
    return {
      lexicon: this.lexicon,
      setup: { ...empty(layout), cursor: isSame ? cursor : undefined },
      rackText: '',
      otherTexts: Array.from({ length: players.from - 1 }, () => ''),
      scores: Array.from({ length: players.from }, () => 0),
      gone: [],
      pasted: undefined,
      layout: undefined,
      operations: [],
      history: [],
      scoreless: 0,
    };
  }

  /** Shows what was set up, here or in another game. */
  #takeUp({ lexicon: _, scoreless, ...it }: SetUp): void {
    Object.assign(this, it);
    const { rows, cols } = this.board!;
    this.setup = { ...it.setup, rows, cols };
    this.#scoreless = scoreless;
    this.#seat(Math.max(this.scores.length, this.ruleset!.players.from));
    this.refresh();
  }

  #seat(n: number): void {
    this.scores = Array.from({ length: n }, (_, seat) => this.scores[seat] ?? 0);
    this.otherTexts = Array.from({ length: n - 1 }, (_, other) => this.otherTexts[other] ?? '');
  }

  /** Whether this game has these tiles, on a board as large, for as many. */
  async #canHave({ setup, layout, scores, rackText, otherTexts }: SetUp): Promise<boolean> {
    const { rows, cols } = layout ?? this.ruleset!.layout;
    const fits = [...setup.tiles.values()].every(
      ({ row, col, tile }) => row < rows && col < cols && this.faces.has(tile),
    );
    if (!fits || scores.length > this.ruleset!.players.to) return false;
    try {
      await Promise.all([rackText, ...otherTexts].map((text) => this.#engine.ask({ ask: 'tiles', text })));
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
      const { lines } = await this.#engine.ask({ ask: 'rank', position: this.#position(), top: SEARCHED }, signal);
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
      this.rackError = undefined;
      const read = (text: string) => this.#engine.ask({ ask: 'tiles', text }, signal);
      const racks = await Promise.all([this.rackText, ...this.otherTexts].map(read)).catch((error) => {
        if (!signal.aborted && error instanceof ApiError) this.rackError = error;
        throw error;
      });
      [this.#rack = [], ...this.#others] = racks;
      const position = this.#position();
      const cgp = (this.cgp = await this.#engine.ask({ ask: 'write', position }, signal));
      if (!this.layout)
        router.rename(pageAddress({ ruleset: this.ruleset.name, lexicon: this.lexicon, position: cgp }));
      const ranked = this.lexicon
        ? await this.#engine.ask({ ask: 'rank', position, top: this.isFiltered ? SEARCHED : FIRST }, signal)
        : undefined;
      if (signal.aborted) return;
      this.ranked = ranked && { ...ranked, lines: ranked.lines.slice(0, FIRST) };
      this.all = ranked && ranked.lines.length > FIRST ? ranked.lines : undefined;
      if (this.error === this.#refused) this.error = undefined;
      if (this.#rack.length && this.ranked) announce(this.#spoken(this.ranked));
    } catch (error) {
      if (signal.aborted) return;
      this.ranked = this.all = this.cgp = undefined;
      if (!this.rackError) this.failed((this.#refused = error));
    } finally {
      if (!signal.aborted) {
        this.busy = false;
        this.isListed = true;
        // Somebody may have begun to search meanwhile.
        void this.#search();
      }
    }
  }

  #spoken({ lines, count: n, ended }: RankView): string {
    const best = lines[0];
    const said = [count('count.plays', n), ...(best ? [`${best.move}, ${count('count.points', best.score)}`] : [])];
    return [...said, ...(ended === 'clear' ? [t('analysis.clear_best')] : [])].join('; ');
  }

  protected override failed(error: unknown): void {
    super.failed(error);
    // It can be tried again.
    if (error instanceof Unreachable) this.loaded = false;
    if (this.broken) announce(t('analysis.broken'));
  }
}

/** Nothing is on the board, on a rack or on the sheet. */
function isNothing({ setup, rackText, otherTexts, scores, pasted }: SetUp): boolean {
  const isBlank = [rackText, ...otherTexts].every((text) => text.trim() === '');
  return setup.tiles.size === 0 && isBlank && scores.every((score) => !score) && !pasted;
}
