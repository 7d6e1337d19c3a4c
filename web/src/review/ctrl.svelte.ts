/** The review page: a game and the results for its turns so far. */
import { pageAddress } from '../analysis/address';
import { announce } from '../announce';
import { sharedName } from '../companion/names';
import { drawn } from '../board/board';
import { Closed, Engine } from '../engine/engine';
import { Games } from '../engine/games.svelte';
import { Trying } from '../engine/trying.svelte';
import { lostAfter } from '../game/history';
import { lossText as outOfGame, outcomeSentences } from '../game/sentences';
import { t } from '../i18n';
import type { Remote } from '../keeping';
import { saveItem, newId, readSaved, listSaved, type SavedItem } from '../saved';
import { botName } from '../lobby/words';
import type {
  JudgeView,
  KeepRequest,
  LineView,
  PlacedView,
  ReviewContent,
  ReviewedTurnView,
  ReviewView,
  SheetView,
  TurnProgress,
} from '../protocol';
import { router } from '../router.svelte';
import { settings } from '../settings.svelte';
import { boardCaption, missedWords, spokenTurn, type ShownMove } from './captions';
import { ROLLOUTS, storedRemote, unreadable } from './saved';
import type { Depth, ReviewedGame, SavedReview } from './saved';

const AHEAD = { candidates: 10 };

type Opening = Omit<ReviewedGame, 'text'> & { lexicon?: string | undefined };

export class ReviewCtrl extends Trying {
  readonly games = new Games();
  text = $state('');
  sheet: SheetView | undefined = $state.raw();
  turns: (ReviewedTurnView | undefined)[] = $state.raw([]);
  /** The totals over the reviewed turns. */
  sum: ReviewView | undefined = $state.raw();
  /** The viewer’s seat, if known. */
  me: number | undefined = $state();
  /** Which of the players are computers, as far as that is known. */
  bots: readonly number[] = $state.raw([]);
  /** Whose lead and chance to win are drawn. */
  side = $state(0);
  /** Why a shared review is unfinished. */
  unfinished: string | undefined = $state();
  depth: Depth = $state('usual');
  /** A game is reviewed with its own word list, whatever the visitor’s filter. */
  #family = settings.family;
  /** The board is shown before this turn, from 0; after the last one it is as many as there are. */
  at = $state(0);
  running = $state(false);
  /** The turn being reviewed, from 0, and its progress. */
  looking: { at: number; progress?: TurnProgress } | undefined = $state.raw();
  /** The viewer stopped the review. */
  stopped = $state(false);
  loaded = $state(false);
  /** The tiles of a move that is shown on the board. */
  laid: PlacedView[] = $state.raw([]);
  /** Which move is shown instead of the one that was played. */
  shown: ShownMove | undefined = $state.raw();
  /** A shared review isn’t stored. */
  readOnly = $state(false);
  /** There was room for it in this browser. */
  isSaved = $state(true);

  /** The server’s copy, once shared. */
  remote: Remote | undefined = $state.raw();

  /** The players’ names, with computers translated. */
  readonly names = $derived(
    this.sheet?.players.map(({ name }, seat) =>
      this.bots.includes(seat) ? botName(name) : this.readOnly ? sharedName(name, seat) : name,
    ) ?? [],
  );
  readonly title = $derived(this.sheet?.title || this.names.join(' – '));
  /** The seats, for the sentences about the end. */
  readonly #table = $derived({
    seats:
      this.sheet?.players.map((player, seat) => ({ ...player, name: this.names[seat]! })) ?? [],
    dropouts: this.sheet?.dropouts,
    you: this.me,
  });
  /** The result and its reason, in sentences. */
  readonly ending = $derived(this.sheet?.end ? outcomeSentences(this.sheet.end, this.#table) : []);
  readonly turn = $derived(this.sheet?.turns[this.at]);
  readonly judged = $derived(this.turns[this.at]);
  readonly done = $derived(this.turns.filter(Boolean).length);
  /** The review was started and stopped early. */
  readonly isUnfinished = $derived(!this.running && this.done > 0 && this.done < this.turns.length);
  readonly board = $derived(
    drawn(
      this.turn ? (this.turn.position?.tiles ?? []) : (this.sheet?.board ?? []),
      this.games.ruleset,
    ),
  );
  readonly onBoard = $derived(drawn(this.laid, this.games.ruleset));
  /** The board in one line. */
  readonly caption = $derived.by(() => {
    const { turn, shown } = this;
    if (!turn) return this.title;
    return boardCaption(this.names[turn.seat]!, turn, shown, this.games.ruleset?.letters);
  });
  /** Better words that were missed, by player; only the viewer’s if known. */
  readonly missed = $derived(missedWords(this.sum, this.names, this.me));

  #id = newId();
  readonly #engine = new Engine();
  /** Reviews in a worker of its own, which is ended to stop it. */
  #reviewer: Engine | undefined;

  async load(): Promise<void> {
    this.error = undefined;
    try {
      await this.games.load();
      this.loaded = true;
    } catch (error) {
      this.error = error;
    }
  }

  close(): void {
    this.stop();
    this.#engine.close();
  }

  /** Opens a game from its score sheet; one that was reviewed before goes on where it was left. */
  open(text: string, { lexicon = '', family, me, name, isBot }: Opening = {}): Promise<boolean> {
    this.stop();
    return this.attempt(async () => {
      const sheet = await this.#engine.ask({ ask: 'sheet', text, ruleset: this.games.usual });
      if (sheet.turns.length === 0) throw unreadable(t('review.no_turns'));
      const before = listSaved<SavedReview>('review').find(({ data }) => data.text === text);
      await this.games.open(
        this.#engine,
        sheet.ruleset,
        lexicon || before?.data.lexicon || this.games.named(sheet.lexicon),
        (this.#family = family ?? before?.data.family ?? settings.family),
      );
      this.text = text;
      this.sheet = sheet;
      this.at = 0;
      this.#clear();
      const same =
        before &&
        before.data.lexicon === this.games.lexicon &&
        (before.data.family ?? this.#family) === this.#family;
      this.#id = before?.id ?? newId();
      this.remote = before?.data.remote;
      this.turns = sheet.turns.map((_, at) =>
        same ? (before.data.turns[at] ?? undefined) : undefined,
      );
      if (same) this.depth = before.data.depth ?? before.data.care ?? this.depth;
      this.stopped = (same && before.data.stopped) ?? false;
      const named =
        name === undefined ? -1 : sheet.players.findIndex((player) => player.name === name);
      this.me = me ?? (named < 0 ? before?.data.me : named);
      this.side = this.me ?? 0;
      const bots = sheet.players.flatMap(({ name }, seat) => (isBot?.(name, seat) ? [seat] : []));
      this.bots = isBot ? bots : (before?.data.bots ?? []);
      this.showPlayed();
      await this.#sumUp();
    });
  }

  /** Returns whether it is here. */
  async reopen(id: string): Promise<boolean> {
    const saved = readSaved<SavedReview>('review', id);
    if (!saved) return false;
    const { text, lexicon, family } = saved.data;
    if (await this.open(text, { lexicon, family })) this.resume();
    return true;
  }

  /** Opens a shared review. */
  async show({ sheet, lexicon, family, bots, review }: ReviewContent): Promise<void> {
    this.readOnly = true;
    if (
      !(await this.open(sheet, {
        lexicon,
        family,
        isBot: bots && ((_, seat) => bots.includes(seat)),
      }))
    )
      return;
    this.turns = this.turns.map((_, at) => review?.turns[at]);
    this.unfinished = review?.unfinished;
    await this.#sumUp();
  }

  async chooseLexicon(lexicon: string): Promise<void> {
    const open = () =>
      this.games.open(this.#engine, this.games.ruleset!.name, lexicon, this.#family);
    if (await this.attempt(open)) this.again();
  }

  /** Discards the results, for another depth or word list. */
  again(): void {
    this.stop();
    this.turns = this.sheet?.turns.map(() => undefined) ?? [];
    this.sum = undefined;
    this.#clear();
  }

  /** Continues a review, unless it was stopped. */
  resume(): void {
    if (this.done < this.turns.length && !this.stopped) void this.run();
  }

  /** Reviews all remaining turns. */
  async run(): Promise<void> {
    this.stop();
    this.stopped = false;
    const engine = (this.#reviewer = new Engine());
    const isOver = () => this.#reviewer !== engine;
    this.running = true;
    try {
      await engine.open({
        ruleset: this.games.ruleset!.name,
        lexicon: this.games.lexicon,
        family: this.#family,
      });
      for (let at = 0; at < this.turns.length; at++) {
        if (this.turns[at]) continue;
        const question = {
          ask: 'review',
          text: this.text,
          turn: at + 1,
          ...AHEAD,
          rollouts: ROLLOUTS[this.depth],
        } as const;
        this.looking = { at };
        const turn = await engine.ask(question, undefined, (progress) => {
          if (!isOver()) this.looking = { at, progress };
        });
        if (isOver()) return;
        this.turns = this.turns.with(at, turn);
        this.looking = undefined;
        await this.#sumUp();
        this.#save();
      }
      announce(t('review.done'));
    } catch (error) {
      if (!(error instanceof Closed)) this.failed(error);
    } finally {
      if (!isOver()) this.stop();
    }
  }

  stop(): void {
    this.#reviewer?.close();
    this.#reviewer = undefined;
    this.running = false;
    this.looking = undefined;
  }

  /** Stops until continued, even after a reload. */
  halt(): void {
    this.stop();
    this.stopped = true;
    if (this.done) this.#save();
  }

  go(at: number): void {
    if (!this.sheet) return;
    this.at = Math.max(0, Math.min(this.sheet.turns.length, at));
    this.showPlayed();
    announce(this.#spoken());
    if (!this.readOnly) router.rename(this.#address());
  }

  /** Players who dropped out after this turn, in sentences. */
  lossesAfter(turns: number): string[] {
    return lostAfter({ dropouts: this.sheet?.dropouts }, turns).map((seat) =>
      outOfGame(this.#table, seat),
    );
  }

  /** The current turn and its result. */
  #spoken(): string {
    const { turn, judged } = this;
    if (!turn) return [t('review.end'), this.ending.join(' ')].filter(Boolean).join('. ');
    return spokenTurn(this.names[turn.seat]!, turn, judged, this.games.ruleset?.letters);
  }

  showPlayed(): void {
    this.shown = undefined;
    this.laid = this.turn?.tiles ?? [];
  }

  /** Shows one of the better moves on the board. */
  showLine(line: LineView): Promise<boolean> {
    return this.attempt(async () => {
      const position = this.turn?.position;
      if (!position) return;
      const laid = line.move.includes(' ')
        ? await this.#engine.ask({ ask: 'move', position, text: line.move })
        : [];
      if (this.turn?.position !== position) return;
      this.shown = line;
      this.laid = laid;
    });
  }

  /** To this position on the analysis page. */
  analyse(): Promise<boolean> {
    return this.attempt(async () => {
      const position = await this.#engine.ask({ ask: 'write', position: this.turn!.position! });
      const { ruleset, lexicon } = this.games;
      router.rename(this.#address());
      router.go(pageAddress({ ruleset: ruleset!.name, lexicon, position }));
    });
  }

  /** The address of this turn. */
  #address(): string {
    const { pathname, search } = location;
    const query = new URLSearchParams(search);
    if (pathname === '/review' && !query.has('follow') && this.isSaved) query.set('kept', this.#id);
    query.set('turn', String(this.at + 1));
    return `${pathname}?${query}`;
  }

  /** Puts the stored review into the address, so that a reload finds it. */
  name(): void {
    this.#save();
    if (this.isSaved) router.rename(`/review?kept=${this.#id}`);
  }

  /** What another move would have been worth. */
  judge = async (text: string): Promise<JudgeView> => {
    const position = this.turn!.position!;
    return this.#engine.ask({
      ask: 'judge',
      position,
      text,
      ...AHEAD,
      rollouts: ROLLOUTS[this.depth],
    });
  };

  showJudged = (judged: JudgeView | undefined): void => {
    if (!judged?.line) return;
    this.shown = judged.line;
    this.laid = judged.line.tiles;
  };

  /** The shared review. Turns are reviewed in order, so the finished ones come first. */
  shared(): KeepRequest {
    const { title, data } = this.saved();
    const { ruleset, lexicon, text: sheet } = data;
    const content = { kind: 'review', ruleset, lexicon, family: this.#family, sheet } as const;
    return {
      title,
      content: { ...content, bots: [...this.bots], ...(this.sum && { review: this.sum }) },
    };
  }

  /** The review as it is stored. */
  saved(): SavedItem<SavedReview> {
    const { text, depth, me, title, stopped, bots, remote } = this;
    const turns = this.turns.map((turn) => turn ?? null);
    const game = { ruleset: this.games.ruleset!.name, lexicon: this.games.lexicon };
    const reviewed = { ...game, family: this.#family, text, me, bots: [...bots] };
    const data = { ...reviewed, depth, turns, stopped, remote: remote && storedRemote(remote) };
    return { id: this.#id, title, at: Date.now(), data };
  }

  setRemote(remote: Remote): void {
    this.remote = remote;
    this.#save();
  }

  #save(): void {
    if (!this.readOnly) this.isSaved = saveItem('review', this.saved(), 12);
  }

  async #sumUp(): Promise<void> {
    const turns = this.turns.filter((turn) => turn !== undefined);
    this.sum = turns.length
      ? await this.#engine.ask({ ask: 'sum', text: this.text, turns })
      : undefined;
  }

  #clear(): void {
    this.laid = [];
    this.shown = undefined;
  }
}
