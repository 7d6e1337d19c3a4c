/** The game page: a game as it comes from its connection, and what the player is about to do. */
import { announce } from '../announce';
import { ApiError, get } from '../api';
import { drawn, squareName, type Placed } from '../board/board';
import type { Ground } from '../board/cursor';
import type { Target } from '../board/drag.svelte';
import { Engine } from '../engine/engine';
import { t } from '../i18n';
import { speller, type Spell } from '../keyboard';
import { isPass } from '../movetext';
import { notify } from '../notice';
import type {
  ActionView,
  ChatView,
  GameView,
  RoomView,
  RulesetView,
  ScoreView,
  SquareView,
  UpdateView,
} from '../protocol';
import {
  begins,
  EMPTY,
  holding,
  isBlank,
  lay,
  layAtCursor,
  lift,
  placements,
  pointed,
  recall,
  reorder,
  restored,
  tileOf,
  toggled,
  type Hand,
  type RackTile,
} from '../rack/hand';
import { ordered } from '../rack/order';
import { settings } from '../settings.svelte';
import { shake, sound } from '../sound';
import type { Connection, Link, Listener } from './connection';
import { keepHand, keptHand } from './hands';
import { boardAfter, isOutAfter, laidBy, lastPlay, scoreAfter } from './history';
import { inOwnWords, named } from './names';
import { pageAddress } from '../analysis/address';
import { news } from './news';
import { abortText, lateText } from './sentences';
import { Talk } from './talk.svelte';
import { answerTo } from './questions';
import { rematch } from './requests';

/** What is asked before it is done. */
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

/** How long something is said where else is said whose turn it is, in milliseconds. */
const BRIEFLY = 6000;

export class GameCtrl implements Listener {
  room: RoomView | undefined = $state.raw();
  ruleset: RulesetView | undefined = $state.raw();
  hand: Hand = $state.raw(EMPTY);
  link: Link = $state('connecting');
  readonly talk = new Talk((text) => this.#connection.say(text));
  dialog: Dialog = $state();
  /** A blank waits for its letter. */
  naming: { id: number; square: SquareView | undefined } | undefined = $state.raw();
  /** What the tiles that are laid would count. */
  scored: ScoreView | undefined = $state.raw();
  /** That is about other tiles: what these count is not known yet. */
  scoring = $state(false);
  /** What was asked for is on its way. */
  sending = $state(false);
  /** Why it was refused. */
  refused: unknown = $state.raw();
  /** Somebody wants to play tiles that cannot be played: why not is said louder. */
  insists = $state(false);
  /** What was asked in the field for moves, of which game, and how long after it had last been heard of. */
  #asked: { text: string; game: GameView; elapsed: number } | undefined = $state.raw();
  /** What was asked when the turn was over, until the next one is. */
  late: 'challenge' | 'other' | undefined = $state();
  /** Somebody types, and has chosen no square for it: said for a while, since it stands where it is said whose turn it is. */
  seeksArrow = $state(false);
  #seeking: ReturnType<typeof setTimeout> | undefined;
  /** This player would have aborted the game, and others not: said for a while. */
  isPlayedOn = $state(false);
  /** The beginning of a tile of several letters was typed, and the next key is waited for. */
  begun = $state('');
  /** Why there is no game to be seen, and how to try again where that is of use. */
  failure: { error: unknown; again?: () => void } | undefined = $state.raw();
  /** Why the game does not go on, though nobody on this page is to move, and how to try again. */
  stuck: { error: unknown; again: () => void } | undefined = $state.raw();
  /** The game is gone with the page, and the player has not been told yet. */
  isUnkept = $state(false);
  /** Looking back: after how many turns. */
  at: number | undefined = $state();
  /** Others want to play again; that was heard on this page. */
  isAskedAgain = $state(false);
  /** When the last word from the connection came, by this browser's clock. */
  heard = $state(0);

  readonly game: GameView | undefined = $derived(this.room && named(this.room));
  readonly you = $derived(this.game?.you);
  readonly isPlaying = $derived(
    this.game?.phase === 'playing' || this.game?.phase === 'last_challenge',
  );
  /** Whether the player has tiles to play, now or when it is their turn. */
  readonly takesPart = $derived(
    this.isPlaying && this.you !== undefined && this.game?.seats[this.you]?.lost === undefined,
  );
  /** The game is looked at: there is nothing to play now, or somebody looks back. */
  readonly isExamined = $derived.by(() => !this.takesPart || this.isBack);
  readonly isMyTurn = $derived(
    this.game?.phase === 'playing' && this.you !== undefined && this.game.on_turn === this.you,
  );
  /** Whether the tiles that are laid can be played, as far as this page knows: nobody waits for the score to play. */
  readonly mayPlay = $derived(
    this.isMyTurn &&
      this.hand.laid.size > 0 &&
      !this.sending &&
      (this.scoring || this.scored === undefined || this.scored.legal),
  );
  readonly mayChallenge = $derived(
    (this.game?.challengeable.length ?? 0) > 0 && this.game?.challenge.rule !== 'void',
  );
  /** A move waits for the connection. */
  readonly isHeld = $derived(this.sending && this.link !== 'open');
  /** What is answered to that. */
  readonly answer = $derived(
    this.#asked &&
      this.ruleset &&
      answerTo(
        this.#asked.text,
        this.#asked.game,
        this.ruleset,
        settings.language,
        this.#asked.elapsed,
      ),
  );
  /** The seat of the host, who starts the game: the first person's. */
  readonly host = $derived(this.room?.occupants.findIndex(({ bot }) => !bot) ?? 0);
  /** Everybody waits for this player to start the game. (Public ones start by themselves.) */
  readonly isAwaited = $derived(
    this.game?.phase === 'lobby' &&
      !this.room?.public &&
      this.you === this.host &&
      this.game.seats.length === this.game.most_seats,
  );
  readonly turns = $derived(this.at ?? this.game?.turns.length ?? 0);
  readonly isBack = $derived(this.at !== undefined);
  readonly board = $derived(
    this.game ? drawn(boardAfter(this.game, this.turns), this.ruleset) : new Map<string, Placed>(),
  );
  readonly marked = $derived(this.game ? lastPlay(this.game, this.turns) : new Set<string>());
  readonly laidBy = $derived(
    this.game && settings.seatColours ? laidBy(this.game, this.turns) : undefined,
  );
  readonly laid = $derived(
    this.isBack ? new Map<string, Placed>() : drawn(placements(this.hand), this.ruleset),
  );
  readonly unseen = $derived(counted(this.game?.unseen ?? []));
  readonly spell: Spell = $derived(
    this.ruleset
      ? speller(this.ruleset.letters, this.ruleset.folds, this.ruleset.locale)
      : () => undefined,
  );
  readonly faces = $derived(this.ruleset?.letters.map(({ face }) => face) ?? []);
  /** Where tiles can be laid. */
  readonly ground: Ground = $derived.by(() => {
    const { rows = 0, cols = 0 } = this.ruleset ?? {};
    const taken = new Set(this.game?.board.map(squareName));
    return { rows, cols, isTaken: (square: SquareView) => taken.has(squareName(square)) };
  });
  readonly badge = $derived.by(() => {
    const first = this.scored?.words[0];
    const last = first?.tiles.at(-1);
    if (this.scored?.score == null || !this.scored.legal || !last || this.isBack) return undefined;
    if (this.game?.phase === 'last_challenge') return undefined;
    const laid = [...this.hand.laid.values()].find((laid) => squareName(laid) === last.square);
    const square = laid ?? this.game!.board.find((tile) => squareName(tile) === last.square);
    return (
      square && { square: { row: square.row, col: square.col }, text: String(this.scored.score) }
    );
  });

  /** The turn in which this player reminded somebody. */
  #reminded: number | undefined = $state();
  /** This player has asked for the rematch. */
  #asksAgain = false;
  readonly #connection: Connection;
  readonly #engine: Engine | undefined;
  #scoring: AbortController | undefined;
  #acting: AbortController | undefined;

  constructor(
    connect: (listener: Listener) => Connection,
    engine: Engine | undefined = new Engine(),
  ) {
    this.#engine = engine;
    this.#connection = connect(this);
  }

  close(): void {
    this.#connection.close();
    this.#engine?.close();
  }

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
    // Whatever somebody wanted to play was for that turn.
    if (before?.turn !== room.game.turn) {
      this.insists = this.seeksArrow = false;
      this.late = undefined;
    }
    this.heard = performance.now();
    if (this.ruleset?.name !== room.game.ruleset) void this.#open(room);
    const rack = room.game.you === undefined ? undefined : room.game.seats[room.game.you]?.rack;
    const hand = this.#hold(this.hand, rack ?? []);
    // What another has played over goes back to the rack, and everything when the game is over for
    // the player.
    const isOver = room.game.phase === 'ended' || !this.takesPart;
    const lost = [...hand.laid.values()].filter((laid) => isOver || this.ground.isTaken(laid));
    const left = lost.reduce((hand, laid) => lift(hand, laid), hand);
    const isMarked = left.cursor !== undefined || left.picked.length > 0;
    const now = isOver && isMarked ? { ...left, cursor: undefined, picked: [] } : left;
    if (this.naming && (isOver || !tileOf(now, this.naming.id))) this.naming = undefined;
    if (now !== this.hand) this.change(now);
    else if (before?.version !== room.game.version) void this.#score(); // on a board that may be another
    if (before)
      this.#tell(before, this.game!, [...this.#closeLate(before), ...this.#aborting(before)]);
    if (before && this.isAwaited && !wasAwaited) {
      void notify(t('waiting.all'), t('waiting.start'));
      sound('begin');
    }
    if (isRematchNew && this.you !== undefined && !this.#asksAgain) this.#askAgain();
  }

  /** What is asked about a turn is not asked when that is over: a challenge would be of another play. Says so, if something was asked. */
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

  /** That somebody offers to abort the game, or that it is not aborted. */
  #aborting(before: GameView): string[] {
    const { abort, outcome, you } = this.game!;
    if (abort && !before.abort && !abort[you ?? -1] && this.takesPart) {
      sound('invited');
      return [abortText(this.game!, this.room!)];
    }
    if (!before.abort?.[you ?? -1] || abort || outcome) return [];
    this.isPlayedOn = true;
    setTimeout(() => (this.isPlayedOn = false), BRIEFLY);
    return [t('abort.declined')];
  }

  /** While the question whether to challenge is asked, computers wait for a while. */
  hold(hold: boolean): void {
    this.#connection.hold(hold);
  }

  /** Asks for a game like this one, and says where it is. */
  async rematch(): Promise<string> {
    this.#asksAgain = true;
    try {
      return (await rematch(this.room!.id)).id;
    } finally {
      this.#asksAgain = false;
    }
  }

  #askAgain(): void {
    this.isAskedAgain = true;
    announce(`${t('rematch.asked')}. ${t('rematch.kept')}`);
    void notify(t('rematch.asked'), t('rematch.kept'));
    sound('invited');
    shake();
  }

  /** The position that is shown, as the address of the page that looks for its best moves. */
  async analysis(): Promise<string | undefined> {
    if (!this.game || !this.room || !this.#engine) return undefined;
    const { game, room, turns } = this;
    const next = game.turns[turns] ?? game.turns.at(-1);
    const seats = game.seats.map((_, n) => (n + (next?.seat ?? 0)) % game.seats.length);
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

  /** Every change of the hand comes through here. */
  change(hand: Hand): void {
    const moved = hand.laid !== this.hand.laid;
    this.hand = hand;
    this.seeksArrow = false;
    this.begun = '';
    if (this.room && this.ruleset) keepHand(this.room.id, hand);
    if (!moved) return;
    this.takeBack();
    this.refused = undefined;
    this.insists = false;
    void this.#score();
  }

  /** A tile of the rack was tapped: it goes to the arrow, or is selected for the next square. */
  tap(tile: RackTile): void {
    this.look(Infinity);
    const { cursor } = this.hand;
    if (cursor && cursor.row < this.ground.rows && cursor.col < this.ground.cols)
      this.put(tile, undefined);
    else this.change(toggled(this.hand, tile.id));
  }

  /**
   * Whoever types needs the arrow. It comes by itself where the focus is, and on an empty board where the first word must go; otherwise they are
   * told how to choose its square. Whether it is there.
   */
  aim(focused?: SquareView): boolean {
    if (this.hand.cursor) return true;
    const isEmpty = this.game?.board.length === 0 && this.hand.laid.size === 0;
    const square = focused ?? (isEmpty ? this.ruleset?.layout.starts[0] : undefined);
    if (square) this.change(pointed(this.hand, square));
    else {
      this.seeksArrow = true;
      clearTimeout(this.#seeking);
      this.#seeking = setTimeout(() => (this.seeksArrow = false), BRIEFLY);
      announce(t('game.where'));
    }
    return this.hand.cursor !== undefined;
  }

  /** A square was tapped: the first selected tile goes there; if none is, the arrow does. */
  pick(square: SquareView): void {
    this.look(Infinity);
    const [first] = this.hand.picked;
    const tile = first === undefined ? undefined : tileOf(this.hand, first);
    if (tile && !this.ground.isTaken(square)) this.put(tile, square);
    else this.change(pointed(this.hand, square));
  }

  /** Lays a tile on a square, or at the arrow; a blank is asked for its letter first. */
  put(tile: RackTile, square: SquareView | undefined, face?: string): void {
    if (!this.takesPart) return;
    if (isBlank(tile) && face === undefined) {
      this.naming = { id: tile.id, square };
      return;
    }
    const letter = face ?? tile.face;
    this.change(
      square
        ? lay(this.hand, this.ground, tile.id, square, letter)
        : layAtCursor(this.hand, this.ground, tile.id, letter),
    );
  }

  /** A letter was typed for the blank; the first of a tile with several, where no tile is that letter alone. Whether there is one. */
  nameTyped(letter: string): boolean {
    const face =
      this.faces.find((face) => face === letter) ?? this.faces.find((face) => begins(face, letter));
    if (face !== undefined) this.name(face);
    return face !== undefined;
  }

  /** The letter of a blank was chosen. */
  name(face: string): void {
    const tile = this.naming && tileOf(this.hand, this.naming.id);
    if (tile) this.put(tile, this.naming!.square, face);
    this.naming = undefined;
  }

  dropFromRack(tile: RackTile, target: Target): void {
    this.look(Infinity);
    if (!target) return;
    if ('rack' in target) this.change(reorder(this.hand, tile.id, target.rack));
    else if (!this.ground.isTaken(target.square)) this.put(tile, target.square);
  }

  dropFromBoard(from: SquareView, target: Target): void {
    const laid = this.hand.laid.get(squareName(from));
    if (!laid || !this.takesPart) return;
    if (!target) this.change(lift(this.hand, from));
    else if ('rack' in target) this.change(lift(this.hand, from, target.rack));
    else this.change(lay(this.hand, this.ground, laid.tile.id, target.square, laid.face));
  }

  /** Plays what is laid. Who looks back is shown first what that is; what cannot be played is not asked for, as the page says why already. */
  async play(): Promise<void> {
    if (this.isBack) return this.look(Infinity);
    if (this.mayPlay) await this.act({ kind: 'place', tiles: placements(this.hand) });
    else if (this.isMyTurn && this.hand.laid.size && !this.sending) {
      this.insists = true;
      sound('refused');
    }
  }

  /** Asks which tiles to exchange, or says why none can be. */
  askExchange(all = false): void {
    if (this.isMyTurn)
      this.dialog = this.game?.may_exchange ? (all ? 'exchange_all' : 'exchange') : 'no_exchange';
  }

  /** Tiles stay where they are until the game has taken it up; a refusal leaves them there, too. */
  async act(action: ActionView): Promise<boolean> {
    if (this.sending) return false;
    this.sending = true;
    this.refused = undefined;
    const { signal } = (this.#acting = new AbortController());
    try {
      await this.#connection.act(action, this.game?.turn, signal);
      // The arrow belonged to that play: who taps picks up a tile for the next one, and has no key
      // to take it away.
      if (action.kind === 'place' || action.kind === 'move')
        this.change({ ...this.hand, cursor: undefined });
      return true;
    } catch (error) {
      if (!signal.aborted) this.#refuse(error);
      return false;
    } finally {
      this.sending = false;
    }
  }

  /** The move that waits for the connection is not sent (again). */
  takeBack(): void {
    if (this.isHeld) this.#acting?.abort();
  }

  /** Sits down, with consent to open racks where there are some; says why not, if that is refused. */
  async join(): Promise<unknown> {
    try {
      await this.#connection.join(this.room?.spectators === 'racks');
      return undefined;
    } catch (error) {
      this.#refuse(error);
      return error;
    }
  }

  /** Who is waited for, if that is another person, who may have forgotten. */
  readonly waitsFor = $derived.by(() => {
    const seat =
      this.game?.phase === 'playing' && this.takesPart && !this.isMyTurn
        ? this.game.on_turn
        : undefined;
    return seat === undefined || this.room?.occupants[seat]?.bot
      ? undefined
      : this.game!.seats[seat]!.name;
  });

  /** Reminds whoever is waited for, once in a turn; says why not, if that fails. */
  async remind(): Promise<unknown> {
    const [{ turn }, name] = [this.game!, this.waitsFor ?? ''];
    const refused = await this.talk.say(t('remind.text', { name }));
    if (refused) return refused;
    this.#reminded = turn;
    announce(t('remind.done', { name }));
  }
  readonly hasReminded = $derived.by(
    () => this.#reminded !== undefined && this.#reminded === this.game?.turn,
  );

  /** A move as text: `8D RETAINS`, `-QVU`, `pass`, which may be said in the language of the page; or a question. Whether it was done. */
  async enter(text: string): Promise<boolean> {
    this.#asked = this.game && { text, game: this.game, elapsed: performance.now() - this.heard };
    if (this.answer) {
      this.refused = undefined;
      announce(this.answer);
      return true;
    }
    // What may be wrong with the move does not matter before that.
    const mover = this.isMyTurn ? undefined : this.game?.seats[this.game.on_turn ?? -1];
    if (mover) {
      this.#refuse(
        new ApiError({ code: 'not_your_turn', error: '', values: { name: mover.name } }),
      );
      return false;
    }
    return this.act(isPass(text) ? { kind: 'pass' } : { kind: 'move', text });
  }

  /** What the move would count that is in the field for moves, or why it cannot be made; nothing where that cannot be told. */
  async typed(text: string, signal: AbortSignal): Promise<ScoreView | ApiError | undefined> {
    if (!text.trim() || !this.game || !this.#engine || !this.takesPart) return undefined;
    try {
      return await this.#engine.ask({ ask: 'typed', ...this.#counting(this.game), text }, signal);
    } catch (error) {
      return error instanceof ApiError
        ? inOwnWords(error, this.room!, this.ruleset?.locale)
        : undefined;
    }
  }

  look(n: number): void {
    const last = this.game?.turns.length ?? 0;
    this.at = n >= last ? undefined : Math.max(0, n);
  }

  /** Everything back to the rack. Who types goes on at the arrow; for who taps there is none any more, so that a tile can be picked. */
  recall(types: boolean): void {
    const hand = recall(this.hand);
    this.change(types ? hand : { ...hand, cursor: undefined });
  }

  /** The hand with these tiles, in the order that is wished for if there are new ones. */
  #hold(hand: Hand, faces: readonly string[]): Hand {
    const letters = this.ruleset?.letters ?? [];
    const values = new Map(letters.map(({ face, value }) => [face, value]));
    const held = holding(hand, faces, (face) => values.get(face) ?? 0);
    const had = [...hand.rack, ...[...hand.laid.values()].map(({ tile }) => tile)].map(
      ({ face }) => face,
    );
    const isSame = had.sort().join() === [...faces].sort().join();
    return isSame ? held : { ...held, rack: ordered(held.rack, { letters }, settings.order) };
  }

  async #open(room: RoomView): Promise<void> {
    try {
      const ruleset = await get<RulesetView>(
        `/api/rulesets/${encodeURIComponent(room.game.ruleset)}`,
      );
      if (this.ruleset?.name === ruleset.name) return; // it was asked for twice, and the player has gone on since
      this.ruleset = ruleset;
      if (this.failure?.again) this.failure = undefined;
      const rack = this.you === undefined ? undefined : this.game?.seats[this.you]?.rack;
      const hand = this.#hold(EMPTY, rack ?? []);
      const kept = keptHand(room.id);
      const opening = this.#engine?.open({
        ruleset: ruleset.name,
        lexicon: room.lexicon,
        family: room.family,
      });
      this.change(kept && this.takesPart ? restored(hand, this.ground, kept) : hand);
      await opening;
    } catch (error) {
      const again = () => ((this.failure = undefined), void this.#open(room));
      if (!this.ruleset) this.failure = { error, again };
    }
  }

  /** Where points are counted. Points only where words can be challenged: then the page does not tell which are none. */
  #counting({ board, seats, challenge }: GameView) {
    const rack = seats[this.you ?? 0]?.rack ?? [];
    const position = { tiles: board, rack, others: [], scores: [], scoreless_turns: 0 };
    return { position, words: challenge.rule === 'void' };
  }

  async #score(): Promise<void> {
    this.#scoring?.abort();
    const tiles = placements(this.hand);
    this.scoring = tiles.length > 0 && this.game !== undefined && this.#engine !== undefined;
    if (!this.scoring || !this.game || !this.#engine) {
      this.scored = undefined;
      return;
    }
    const { signal } = (this.#scoring = new AbortController());
    try {
      const scored = await this.#engine.ask(
        { ask: 'score', ...this.#counting(this.game), tiles },
        signal,
      );
      if (!signal.aborted) this.scored = scored;
    } catch {
      if (!signal.aborted) this.scored = undefined; // without the engine there is no score before the move, and all else works
    } finally {
      if (!signal.aborted) this.scoring = false;
    }
  }

  #refuse(error: unknown): void {
    const isNamed = error instanceof ApiError && this.room;
    this.refused = isNamed ? inOwnWords(error, this.room!, this.ruleset?.locale) : error;
    sound('refused'); // where it is shown it is an alert, which says itself
  }

  /** Says what has happened since, and what was closed because of it. */
  #tell(before: GameView, now: GameView, closed: string[]): void {
    const { said, sound: heard, due, isNow } = news(before, now);
    if (isNow) this.at = undefined;
    if (heard) sound(heard);
    if (due) {
      void notify(due, said.join(' '));
      shake();
    }
    const all = [...closed, ...said, ...(due ? [due] : [])];
    if (all.length) announce(all.join(' '));
  }
}

/** How many of each. */
function counted(faces: readonly string[]): { tile: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const face of faces) counts.set(face, (counts.get(face) ?? 0) + 1);
  return [...counts].map(([tile, count]) => ({ tile, count }));
}
