/** The game page: the table, the player’s tiles, and what goes to and comes from the game. */
import { pageAddress } from '../analysis/address';
import { announce } from '../announce';
import { ApiError, get } from '../api';
import { Engine } from '../engine/engine';
import { t } from '../i18n';
import { isPass } from '../movetext';
import { notify } from '../notice';
import type {
  ActionView,
  ChatView,
  GameView,
  RoomView,
  RulesetView,
  UpdateView,
} from '../protocol';
import { placements } from '../rack/hand';
import { settings } from '../settings.svelte';
import { shake, sound } from '../sound';
import type { Connection, Link, Listener } from './connection';
import { boardAfter, isOutAfter, scoreAfter } from './history';
import { inOwnWords } from './names';
import { news } from './news';
import { answerTo } from './questions';
import { rematch } from './requests';
import { Scoring } from './scoring.svelte';
import { abortText, lateText } from './sentences';
import { Table } from './table.svelte';
import { Talk } from './talk.svelte';
import { HINT_MS, Tiles } from './tiles.svelte';

/** The open dialog. */
export type Dialog =
  | 'keys'
  | 'exchange'
  | 'exchange_all'
  | 'pass'
  | 'challenge'
  | 'resign'
  | 'abort'
  | 'more'
  | 'people'
  | 'settings'
  | 'no_exchange'
  | undefined;

export class GameCtrl extends Table implements Listener {
  readonly tiles = new Tiles(this, () => this.#moved());
  readonly score: Scoring;
  readonly talk = new Talk((text) => this.#connection.say(text));
  link: Link = $state('connecting');
  dialog: Dialog = $state();
  /** A request is on its way. */
  sending = $state(false);
  /** Why the last request was refused. */
  refused: unknown = $state.raw();
  /** The player tried to play an illegal move: the reason is shown louder. */
  insists = $state(false);
  /** The question that was dropped because the turn is over; until the next turn is. */
  late: 'challenge' | 'other' | undefined = $state();
  /** This player wanted to abort and others didn’t; shown for a while. */
  isPlayedOn = $state(false);
  /** A rematch was offered while this page was open. */
  isAskedAgain = $state(false);
  /** Why there is no game to show, and how to retry. */
  failure: { error: unknown; again?: () => void } | undefined = $state.raw();
  /** Why the game doesn’t go on though it isn’t this player’s turn, and how to retry. */
  stuck: { error: unknown; again: () => void } | undefined = $state.raw();
  /** The browser can’t store the game, and the player hasn’t been told yet. */
  isUnkept = $state(false);

  /** A question typed as a move, and the game it was about. */
  #question: { text: string; game: GameView; elapsed: number } | undefined = $state.raw();
  /** The turn in which this player reminded the one to move. */
  #reminded: number | undefined = $state();
  #offersRematch = false;
  readonly #connection: Connection;
  readonly #engine: Engine | undefined;
  #action: AbortController | undefined;

  /** Whether the placed tiles can be played, as far as is known: nobody waits for the score. */
  readonly mayPlay = $derived.by(() => {
    const { scoring, scored } = this.score;
    return (
      this.isMyTurn &&
      this.tiles.hand.laid.size > 0 &&
      !this.sending &&
      (scoring || scored === undefined || scored.legal)
    );
  });
  /** A move waits for the connection. */
  readonly isHeld = $derived(this.sending && this.link !== 'open');
  /** The answer to the last question. */
  readonly answer = $derived.by(() => {
    if (!this.#question || !this.ruleset) return undefined;
    const { text, game, elapsed } = this.#question;
    return answerTo(text, game, this.ruleset, settings.language, elapsed);
  });
  readonly hasReminded = $derived.by(
    () => this.#reminded !== undefined && this.#reminded === this.game?.turn,
  );

  constructor(
    connect: (listener: Listener) => Connection,
    engine: Engine | undefined = new Engine(),
  ) {
    super();
    this.#engine = engine;
    this.score = new Scoring(this, this.tiles, engine);
    this.#connection = connect(this);
  }

  close(): void {
    this.#connection.close();
    this.#engine?.close();
  }

  // What the connection reports.

  onlink(link: Link): void {
    if (link !== this.link && this.link === 'lost' && link === 'open') announce(t('link.open'));
    if (link === 'lost' && this.link === 'open') announce(t('link.lost'));
    this.link = link;
  }

  onchat(messages: ChatView[]): void {
    this.talk.hear(this.room?.id ?? '', messages);
  }

  onfailure(error: unknown): void {
    this.failure = { error };
  }

  onstuck(error: unknown, again: () => void): void {
    this.stuck = { error, again: () => ((this.stuck = undefined), again()) };
  }

  onunkept(): void {
    this.isUnkept = true;
  }

  onupdate({ room }: UpdateView): void {
    const before = this.game;
    const wasAwaited = this.isAwaited;
    const isRematchNew =
      this.room !== undefined && room.rematch !== undefined && this.room.rematch === undefined;
    this.room = room;
    this.stuck = undefined;
    if (before?.turn !== room.game.turn) {
      this.insists = this.tiles.seeksArrow = false;
      this.late = undefined;
    }
    this.updatedAt = performance.now();
    if (this.ruleset?.name !== room.game.ruleset) void this.#open(room);
    const hasChanged = this.tiles.update(this.#rack());
    // The same tiles may score differently on another board.
    if (!hasChanged && before?.version !== room.game.version) void this.score.update();
    if (before)
      this.#tell(before, this.game!, [...this.#closeLate(before), ...this.#aborting(before)]);
    if (before && this.isAwaited && !wasAwaited) {
      void notify(t('waiting.all'), t('waiting.start'));
      sound('begin');
    }
    if (isRematchNew && this.you !== undefined && !this.#offersRematch) this.#askAgain();
  }

  /** Closes a question about a turn that is over, and says so. */
  #closeLate(before: GameView): string[] {
    const isLate =
      this.dialog === 'challenge'
        ? before.turn !== this.game!.turn || !this.mayChallenge
        : ['pass', 'exchange', 'exchange_all'].includes(this.dialog ?? '') && !this.isMyTurn;
    if (!isLate) return [];
    this.late = this.dialog === 'challenge' ? 'challenge' : 'other';
    this.dialog = undefined;
    return [lateText(this.late)];
  }

  /** Says that an abort was offered, or declined. */
  #aborting(before: GameView): string[] {
    const { abort, outcome, you } = this.game!;
    if (abort && !before.abort && !abort[you ?? -1] && this.takesPart) {
      sound('invited');
      return [abortText(this.game!, this.room!)];
    }
    if (!before.abort?.[you ?? -1] || abort || outcome) return [];
    this.isPlayedOn = true;
    setTimeout(() => (this.isPlayedOn = false), HINT_MS);
    return [t('abort.declined')];
  }

  #askAgain(): void {
    this.isAskedAgain = true;
    announce(`${t('rematch.asked')}. ${t('rematch.kept')}`);
    void notify(t('rematch.asked'), t('rematch.kept'));
    sound('invited');
    shake();
  }

  /** Announces what has happened, and what was closed because of it. */
  #tell(before: GameView, now: GameView, closed: string[]): void {
    const { said, sound: tone, due, isNow } = news(before, now);
    if (isNow) this.at = undefined;
    if (tone) sound(tone);
    if (due) {
      void notify(due, said.join(' '));
      shake();
    }
    const all = [...closed, ...said, ...(due ? [due] : [])];
    if (all.length) announce(all.join(' '));
  }

  async #open(room: RoomView): Promise<void> {
    try {
      const ruleset = await get<RulesetView>(
        `/api/rulesets/${encodeURIComponent(room.game.ruleset)}`,
      );
      if (this.ruleset?.name === ruleset.name) return; // requested twice
      this.ruleset = ruleset;
      if (this.failure?.again) this.failure = undefined;
      const opening = this.#engine?.open({
        ruleset: ruleset.name,
        lexicon: room.lexicon,
        family: room.family,
      });
      this.tiles.open(room.id, this.#rack());
      await opening;
    } catch (error) {
      const again = () => ((this.failure = undefined), void this.#open(room));
      if (!this.ruleset) this.failure = { error, again };
    }
  }

  #rack(): readonly string[] {
    return (this.you === undefined ? undefined : this.game?.seats[this.you]?.rack) ?? [];
  }

  /** Tiles were placed, moved or taken back. */
  #moved(): void {
    this.takeBack();
    this.refused = undefined;
    this.insists = false;
    void this.score.update();
  }

  // What the player does.

  /** Plays the placed tiles. After looking back, shows them first. */
  async play(): Promise<void> {
    if (this.isBack) return this.look(Infinity);
    if (this.mayPlay) await this.act({ kind: 'place', tiles: placements(this.tiles.hand) });
    else if (this.isMyTurn && this.tiles.hand.laid.size && !this.sending) {
      this.insists = true;
      sound('refused');
    }
  }

  /** Asks which tiles to exchange, or says why none can be. */
  askExchange(all = false): void {
    if (this.isMyTurn)
      this.dialog = this.game?.may_exchange ? (all ? 'exchange_all' : 'exchange') : 'no_exchange';
  }

  /** Tiles stay on the board until the move is confirmed, and when it is refused. */
  async act(action: ActionView): Promise<boolean> {
    if (this.sending) return false;
    this.sending = true;
    this.refused = undefined;
    const { signal } = (this.#action = new AbortController());
    try {
      await this.#connection.act(action, this.game?.turn, signal);
      // The next tap selects a tile; on a phone there is no key to remove the arrow.
      if (action.kind === 'place' || action.kind === 'move')
        this.tiles.change({ ...this.tiles.hand, cursor: undefined });
      return true;
    } catch (error) {
      if (!signal.aborted) this.#refuse(error);
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** Cancels a move that waits for the connection. */
  takeBack(): void {
    if (this.isHeld) this.#action?.abort();
  }

  /** While the player decides on a challenge, computers wait for a while. */
  hold(hold: boolean): void {
    this.#connection.hold(hold);
  }

  /** Joins the game; the page has asked for consent to open racks. Returns an error, if any. */
  async join(): Promise<unknown> {
    try {
      await this.#connection.join(this.room?.spectators === 'racks');
      return undefined;
    } catch (error) {
      this.#refuse(error);
      return error;
    }
  }

  /** Reminds the player to move, once a turn. Returns an error, if any. */
  async remind(): Promise<unknown> {
    const [{ turn }, name] = [this.game!, this.waitsFor ?? ''];
    const refused = await this.talk.say(t('remind.text', { name }));
    if (refused) return refused;
    this.#reminded = turn;
    announce(t('remind.done', { name }));
  }

  /** A typed move such as `8D RETAINS`, `-QVU` or `pass`, or a question. Returns success. */
  async enter(text: string): Promise<boolean> {
    this.#question = this.game && {
      text,
      game: this.game,
      elapsed: performance.now() - this.updatedAt,
    };
    if (this.answer) {
      this.refused = undefined;
      announce(this.answer);
      return true;
    }
    // Whose turn it is matters before whatever else is wrong with the move.
    const mover = this.isMyTurn ? undefined : this.game?.seats[this.game.on_turn ?? -1];
    if (mover) {
      this.#refuse(
        new ApiError({ code: 'not_your_turn', error: '', values: { name: mover.name } }),
      );
      return false;
    }
    return this.act(isPass(text) ? { kind: 'pass' } : { kind: 'move', text });
  }

  /** Creates a rematch and returns its id. */
  async rematch(): Promise<string> {
    this.#offersRematch = true;
    try {
      return (await rematch(this.room!.id)).id;
    } finally {
      this.#offersRematch = false;
    }
  }

  /** The analysis page’s address for the position shown. */
  async analysis(): Promise<string | undefined> {
    if (!this.game || !this.room || !this.#engine) return undefined;
    const { game, room, turns } = this;
    const next = game.turns[turns] ?? game.turns.at(-1);
    const order = game.order ?? game.seats.map((_, n) => n);
    const from = next ? order.indexOf(next.seat) : 0;
    const seats = order.map((_, n) => order[(n + from) % order.length]!);
    const position = {
      tiles: boardAfter(game, turns),
      rack: game.turns[turns]?.rack ?? game.seats[seats[0]!]?.rack ?? [],
      others: seats.slice(1).map(() => []),
      scores: seats.map((seat) => scoreAfter(game, seat, turns)),
      gone: seats.flatMap((seat, n) => (n > 0 && isOutAfter(game, seat, turns) ? [n] : [])),
      scoreless_turns: (game.turns[turns] ?? game).scoreless_turns ?? 0,
    };
    const cgp = await this.#engine.ask({ ask: 'write', position });
    return pageAddress({ ruleset: game.ruleset, lexicon: room.lexicon, position: cgp });
  }

  #refuse(error: unknown): void {
    const isNamed = error instanceof ApiError && this.room;
    this.refused = isNamed ? inOwnWords(error, this.room!, this.ruleset?.locale) : error;
    sound('refused');
  }
}
