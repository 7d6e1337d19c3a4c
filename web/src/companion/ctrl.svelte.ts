/** A tracked game: what was entered so far, and the best moves in it. */
import { spelled } from '../analysis/values';
import { announce } from '../announce';
import { ApiError } from '../api';
import { drawn } from '../board/board';
import { Engine, NoEngine } from '../engine/engine';
import { Games } from '../engine/games.svelte';
import { Trying } from '../engine/trying.svelte';
import { count } from '../i18n';
import { fetchKept, isChanged, mine, push, type Remote } from '../keeping';
import { saveItem, newId, readSaved } from '../saved';
import { isPass } from '../movetext';
import type {
  FollowAct,
  FollowedContent,
  FollowView,
  KeepRequest,
  PlacedView,
  PlacementsView,
  RankedView,
  AnalysisView,
} from '../protocol';
import { settings } from '../settings.svelte';
import { sharedName } from './names';

const FIRST = 60;

/** A stored game. */
export interface SavedFollow {
  text: string;
  me: number;
  ruleset: string;
  lexicon: string;
  remote?: Remote | undefined;
}

export class CompanionCtrl extends Trying {
  readonly games = new Games();
  view: FollowView | undefined = $state.raw();
  me = $state(0);
  ranked: AnalysisView | undefined = $state.raw();
  places: PlacementsView | undefined = $state.raw();
  chosen: RankedView | undefined = $state.raw();
  /** Tiles that are shown on the board and not played. */
  laid: PlacedView[] = $state.raw([]);
  rackText = $state('');
  rackError: unknown = $state.raw();
  loaded = $state(false);
  /** Viewed by a shared link. */
  readOnly = $state(false);
  remote: Remote | undefined = $state.raw();
  /** This browser had room for it. */
  isSaved = $state(true);

  readonly sheet = $derived(this.view?.sheet);
  /** The players’ names on this page. */
  readonly names = $derived(
    this.sheet?.players.map(({ name }, seat) => (this.readOnly ? sharedName(name, seat) : name)) ??
      [],
  );
  readonly onTurn = $derived(this.sheet?.now?.seat);
  readonly mine = $derived(this.onTurn !== undefined && this.onTurn === this.me);
  readonly board = $derived(drawn(this.sheet?.board ?? [], this.games.ruleset));
  readonly shown = $derived(drawn(this.laid, this.games.ruleset));
  readonly last = $derived(this.sheet?.turns.at(-1));

  /** The key it is stored under. */
  id = $state(newId());

  readonly #engine = new Engine();
  #request: AbortController | undefined;
  /** The sheet that the server has. */
  #pushed = '';
  #pushing: Promise<void> = Promise.resolve();
  /** Resolves when all entries are done. */
  #written: Promise<unknown> = Promise.resolve();
  /** How many racks that were typed are not written down yet. */
  #typed = 0;
  #pointed: string | undefined;

  async load(): Promise<void> {
    this.error = undefined;
    try {
      await this.games.load();
      await this.games.open(this.#engine, this.games.usual, '');
      this.loaded = true;
    } catch (error) {
      this.failed(error);
    }
  }

  close(): void {
    this.#request?.abort();
    this.#engine.close();
  }

  choose(ruleset: string, lexicon = ''): Promise<boolean> {
    return this.attempt(() => this.games.open(this.#engine, ruleset, lexicon));
  }

  /** Starts a game; the first player moves first. */
  begin(players: string[], me: number): Promise<boolean> {
    return this.attempt(async () => {
      const text = await this.#engine.ask({ ask: 'begin', players });
      this.id = newId();
      this.me = me;
      this.remote = undefined;
      this.#take(await this.#engine.ask({ ask: 'follow', text, me, act: null }));
    });
  }

  /** Continues a game stored in this browser. */
  reopen(id: string): Promise<boolean> {
    return this.attempt(async () => {
      const saved = readSaved<SavedFollow>('follow', id);
      if (!saved) return;
      this.id = id;
      await this.#open(await this.#newest(saved.data));
    });
  }

  /** Continues a game stored on the server. */
  fetch(id: string): Promise<boolean> {
    return this.attempt(async () => {
      this.id = newId();
      await this.#open(
        await this.#newest({
          text: '',
          me: 0,
          ruleset: '',
          lexicon: '',
          remote: { id, version: 0 },
        }),
      );
    });
  }

  /** The server’s version if another device has changed it, otherwise this one. */
  async #newest(here: SavedFollow): Promise<SavedFollow> {
    this.remote = here.remote;
    this.#pushed = here.text;
    if (!here.remote) return here;
    const there = await fetchKept(here.remote.id).catch(() => undefined);
    if (there?.content.kind !== 'followed' || there.version <= here.remote.version) return here;
    this.remote = there;
    this.#pushed = there.content.sheet;
    return fromShared(there.content);
  }

  /** Opens a shared game. */
  look(content: FollowedContent): Promise<boolean> {
    this.readOnly = true;
    return this.attempt(() => this.#open(fromShared(content)));
  }

  leave(): void {
    this.view = this.ranked = this.places = undefined;
    this.#clear();
  }

  /** Writes something down. */
  act(act: FollowAct): Promise<boolean> {
    return this.attempt(() => this.#write(act));
  }

  async setRack(text: string): Promise<void> {
    this.rackText = text;
    this.rackError = undefined;
    this.#typed++;
    try {
      await this.#write({ act: 'rack', text });
    } catch (error) {
      if (error instanceof NoEngine) this.failed(error);
      else this.rackError = error;
      this.ranked = undefined;
    } finally {
      this.#typed--;
    }
  }

  /** Where a word may have been played. A whole move is entered at once. */
  async enter(text: string): Promise<boolean> {
    this.places = this.error = undefined;
    this.laid = [];
    if (isPass(text)) return this.#pass(text);
    if (/^-|\s/.test(text.trim())) return this.act({ act: 'move', text });
    return this.attempt(async () => this.#place(await this.#placesOf(text)));
  }

  /** Writes a move down: one of the best, or a placement. */
  play({ move }: Pick<RankedView, 'move'>): Promise<boolean> {
    return this.act({ act: 'move', text: move });
  }

  /** Shows a placement on the board. */
  async point(move: string | undefined): Promise<void> {
    this.#pointed = move;
    const position = this.sheet?.now?.position;
    try {
      const tiles =
        move && position ? await this.#engine.ask({ ask: 'move', position, text: move }) : [];
      if (this.#pointed === move) this.laid = tiles;
    } catch (error) {
      this.failed(error);
    }
  }

  show(tiles: PlacedView[] | undefined): void {
    this.laid = tiles ?? this.chosen?.tiles ?? [];
  }

  pick(line: RankedView): void {
    this.chosen = this.chosen?.move === line.move ? undefined : line;
    this.laid = this.chosen?.tiles ?? [];
  }

  /** The game as stored on the server. Shared links don’t show racks. */
  shared(): KeepRequest {
    const { text, me, ruleset, lexicon } = this.#data();
    return {
      title: this.title(),
      content: { kind: 'followed', ruleset, lexicon, family: settings.family, sheet: text, me },
    };
  }

  title(): string {
    const players = this.sheet?.players.map(({ name, total }) => `${name} ${total}`) ?? [];
    return players.join(' – ').slice(0, 100);
  }

  setRemote(remote: Remote): void {
    this.remote = remote;
    this.#save();
  }

  /** Refreshes a shared game regularly. */
  async update(content: FollowedContent): Promise<void> {
    if (content.sheet !== this.view?.text) await this.look(content);
  }

  /** “Pass” may also be a word of the game: then its places are shown, and a button passes. */
  async #pass(text: string): Promise<boolean> {
    let isWord = false;
    const asked = await this.attempt(async () => {
      const places = await this.#placesOf(text).catch((error) => {
        if (!(error instanceof ApiError)) throw error;
        return undefined; // it cannot be spelled with these tiles
      });
      isWord = places?.valid === true;
      if (places && isWord) this.#place(places);
    });
    return asked && !isWord ? this.act({ act: 'move', text: 'pass' }) : asked;
  }

  /** Runs entries one after another. */
  #write(act: FollowAct): Promise<void> {
    const { id } = this;
    const isOpen = () => this.view !== undefined && this.id === id;
    const written = this.#written.then(async () => {
      if (!isOpen()) return;
      const view = await this.#engine.ask({
        ask: 'follow',
        text: this.view!.text,
        me: this.me,
        act,
      });
      // A rack that is being typed is on its way.
      if (isOpen()) this.#take(view, !this.#typed);
    });
    this.#written = written.catch(() => undefined);
    return written;
  }

  async #placesOf(word: string): Promise<PlacementsView> {
    await this.#written;
    return this.#engine.ask({ ask: 'place', position: this.sheet!.now!.position!, word });
  }

  #place(places: PlacementsView): void {
    this.places = places;
    announce(count('count.places', places.placements.length));
  }

  async #open({ text, me, ruleset, lexicon }: SavedFollow): Promise<void> {
    await this.games.open(this.#engine, ruleset, lexicon);
    this.me = me;
    this.#take(await this.#engine.ask({ ask: 'follow', text, me, act: null }));
  }

  #take(view: FollowView, withRack = true): void {
    this.view = view;
    this.#clear();
    if (withRack) this.rackText = spelled(view.rack);
    if (view.sheet.turns.length) {
      const last = view.sheet.turns.at(-1)!;
      announce(`${this.names[last.seat]}: ${last.move}, ${count('count.points', last.points)}`);
    }
    if (!this.readOnly) this.#save();
    void this.#rank();
  }

  async #rank(): Promise<void> {
    this.#request?.abort();
    const { signal } = (this.#request = new AbortController());
    this.ranked = undefined;
    const position = this.sheet?.now?.position;
    if (!this.mine || !position?.rack.length || !this.games.lexicon) return;
    try {
      this.ranked = await this.#engine.ask({ ask: 'rank', position, top: FIRST }, signal);
    } catch (error) {
      if (!signal.aborted) this.failed(error);
    }
  }

  #clear(): void {
    this.places = this.chosen = undefined;
    this.laid = [];
    this.rackError = undefined;
  }

  #data(): SavedFollow {
    const { me, remote } = this;
    return {
      text: this.view!.text,
      me,
      ruleset: this.games.ruleset!.name,
      lexicon: this.games.lexicon,
      remote: remote && {
        id: remote.id,
        version: remote.version,
        ...(remote.link && { link: remote.link }),
      },
    };
  }

  #save(): void {
    if (!this.view) return;
    this.isSaved = saveItem('follow', {
      id: this.id,
      title: this.title(),
      at: Date.now(),
      data: this.#data(),
    });
    this.#pushing = this.#pushing.then(() => this.#push());
  }

  /** Saves to the server, one change after another, never over another device’s changes. */
  async #push(): Promise<void> {
    const { id, view, remote } = this;
    if (!view || !remote || view.text === this.#pushed) return;
    try {
      const pushed = await push(this.shared(), remote);
      if (this.id !== id) return hasPushed(id, pushed);
      this.remote = pushed;
      this.#pushed = view.text;
      saveItem('follow', { id, title: this.title(), at: Date.now(), data: this.#data() });
    } catch (error) {
      if (isChanged(error) && this.id === id) this.error = error;
    }
  }
}

function fromShared({ sheet, me, ruleset, lexicon }: FollowedContent): SavedFollow {
  return { text: sheet, me, ruleset, lexicon: lexicon ?? '' };
}

/** For a game that is no longer open: remembers the server’s version. */
function hasPushed(id: string, { id: there, version, link }: Remote): void {
  const saved = readSaved<SavedFollow>('follow', id);
  const remote = { id: there, version, ...(link && { link }) };
  if (saved) saveItem('follow', { ...saved, data: { ...saved.data, remote } });
}

export const followedElsewhere = () => mine('followed');
