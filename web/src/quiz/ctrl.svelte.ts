/** The quiz page: one card after the other. */
import { address, get, NoConnection } from '../api';
import { Engine } from '../engine/engine';
import { Games } from '../engine/games.svelte';
import { me } from '../me.svelte';
import { fetchKept, isChanged, listMine, push, type Remote } from '../keeping';
import type { CardView, DefinitionView, WordCheck, WordsFound, WordsQuestion } from '../protocol';
import { settings } from '../settings.svelte';
import { store, stored } from '../storage';
import {
  answered,
  deckId,
  keepDeck,
  loadDeck,
  merged,
  next,
  sortedLetters,
  spelled,
  tally,
  withWords,
  type Deck,
} from './deck';

export interface Result {
  right: boolean;
  words: { word: string; found: boolean; definition: DefinitionView | undefined }[];
  /** Answers that aren’t words with these letters. */
  wrong: string[];
  /** When the card comes up again; never if another tab deleted it. */
  due: number | undefined;
}

/** Decks among the items on the server. */
const ABOUT = 'anagrams';
/** The server hears of answers after a moment without any. */
const PAUSE_MS = 2000;
/** Under which the game is remembered that was chosen last. */
const KEY = 'tisane.quizzed';
/** As many words as one answer has. */
const MOST = 10_000;

export class QuizCtrl {
  readonly games = new Games();
  deck: Deck = $state.raw({ lexicon: '', ruleset: '', cards: [] });
  card: CardView | undefined = $state.raw();
  result: Result | undefined = $state.raw();
  /** How many words the letters of the card make. */
  wanted = $state(0);
  /** How many cards were added last. */
  added: number | undefined = $state();
  now = $state(Date.now());
  /** Words are on their way into the deck. */
  adding = $state(false);
  loaded = $state(false);
  error: unknown = $state.raw();

  readonly alphabet = $derived(this.games.ruleset?.letters.map(({ face }) => face) ?? []);
  readonly tally = $derived(tally(this.deck, this.now));
  readonly busy = $derived.by(() => this.#works > 0);

  readonly #engine = new Engine();
  /** How many things are being done. */
  #works = $state(0);
  /** The game that was chosen last is open. */
  #opened: Promise<void> = Promise.resolve();
  #choices = 0;
  #words: string[] = [];
  /** Decks as the server has them. */
  readonly #remotes = new Map<string, Remote>();
  /** Requests to the server run one after another, so that no deck is stored twice. */
  #talk: Promise<void> = Promise.resolve();
  /** The last change was stored. */
  #hasRoom = true;
  #timer: ReturnType<typeof setTimeout> | undefined;

  async load(): Promise<void> {
    this.error = undefined;
    try {
      await this.games.load();
      await this.choose(stored(KEY) ?? this.games.usual, '');
      this.loaded = true;
    } catch (error) {
      this.error = error;
    }
  }

  close(): void {
    if (this.#timer) void this.#push();
    this.#engine.close();
  }

  /** Choices run one after another; only the last one is opened. */
  choose(ruleset: string, lexicon: string): Promise<void> {
    const choice = ++this.#choices;
    return (this.#opened = this.#opened.then(async () => {
      if (choice === this.#choices) await this.#open(ruleset, lexicon);
    }));
  }

  async #open(ruleset: string, lexicon: string): Promise<void> {
    this.#works++;
    try {
      await this.games.open(this.#engine, ruleset, lexicon);
      store(KEY, ruleset);
      if (this.#timer) void this.#push();
      this.deck = loadDeck(this.games.lexicon, ruleset);
      this.added = undefined;
      await this.next();
      this.#meet();
    } catch (error) {
      this.error = error;
    } finally {
      this.#works--;
    }
  }

  /** Shows the card that is due next. */
  async next(): Promise<void> {
    this.now = Date.now();
    this.result = this.error = undefined;
    const card = (this.card = next(this.deck, this.now, Math.random()));
    this.wanted = 0;
    if (!card) return;
    try {
      const question = {
        tool: 'anagrams',
        text: card.question,
        shorter: false,
        limit: MOST,
      } as const;
      const { words } = await this.#find(
        '/api/words/anagrams',
        { letters: card.question },
        question,
      );
      if (this.card !== card) return; // another is asked by now
      this.#words = words.map(({ word }) => word);
      this.wanted = words.length;
      // A word that the list has not any more.
      if (!words.length) {
        const deck = this.#newest(this.deck);
        this.#set({
          ...deck,
          cards: deck.cards.filter(({ question }) => question !== card.question),
        });
        await this.next();
      }
    } catch (error) {
      if (this.card !== card) return;
      // What nobody can judge is not asked.
      this.card = undefined;
      this.error = error;
    }
  }

  /** Words from the server, or without one from the list that is open here. */
  async #find(
    path: string,
    query: Record<string, string | number>,
    question: WordsQuestion & { limit: number },
  ): Promise<WordsFound> {
    const { lexicon, ruleset } = this.deck;
    try {
      return await get<WordsFound>(
        address(path, {
          lexicon,
          ruleset,
          family: settings.family,
          ...query,
          limit: question.limit,
        }),
      );
    } catch (error) {
      if (!(error instanceof NoConnection)) throw error;
      return (await this.#engine.ask({ ask: 'words', question })) as WordsFound;
    }
  }

  async answer(text: string): Promise<void> {
    const { card } = this;
    if (!card || !this.wanted || this.busy) return;
    this.#works++;
    try {
      const spell = (word: string) => spelled(word, this.games.ruleset!);
      const written = text.toLocaleUpperCase(this.games.ruleset!.locale).split(/[\s,;]+/);
      /** What was written, by how tiles spell it. */
      const said = new Map(written.filter(Boolean).map((word) => [spell(word), word]));
      const all = this.#words;
      const words = all.map((word) => ({ word, found: said.delete(spell(word)) }));
      const wrong = [...said.values()];
      const right = !wrong.length && words.every(({ found }) => found);
      this.#set(answered(this.#newest(this.deck), card.question, right, Date.now()));
      const due = this.deck.cards.find(({ question }) => question === card.question)?.due;
      const { lexicon, ruleset } = this.deck;
      const query = { lexicon, ruleset, family: settings.family, word: all.join(' ') };
      const meanings = await get<WordCheck>(address('/api/words/check', query)).catch(
        () => undefined,
      );
      if (this.card !== card) return; // another is asked by now
      const define = (word: string) => meanings?.words.find((it) => it.word === word)?.definition;
      this.result = {
        right,
        words: words.map((it) => ({ ...it, definition: define(it.word) })),
        wrong,
        due,
      };
    } finally {
      this.#works--;
    }
  }

  /** Adds all words of a length, or the commonest of them, to the deck that is chosen now. */
  async add(length: number, most?: number): Promise<void> {
    this.#works++;
    this.adding = true;
    const id = deckId(this.deck);
    try {
      const question = { tool: 'list', text: '', length, limit: MOST } as const;
      const { words } = await this.#find('/api/words/list', { length }, question);
      if (deckId(this.deck) !== id) return;
      const common =
        most === undefined ? words : [...words].sort((a, b) => (a.level ?? 99) - (b.level ?? 99));
      const deck = this.#newest(this.deck);
      const chosen = most === undefined ? common : fresh(common, deck, this.alphabet, most);
      this.#set(
        withWords(
          deck,
          chosen.map(({ word }) => word),
          'list',
          Date.now(),
          this.alphabet,
        ),
      );
      this.added = this.deck.cards.length - deck.cards.length;
      if (!this.card) await this.next();
    } catch (error) {
      this.error = error;
    } finally {
      this.adding = false;
      this.#works--;
    }
  }

  empty(): void {
    // Another device may have a clock that is ahead.
    const emptied = Math.max(Date.now(), (this.deck.emptied ?? 0) + 1);
    this.#set({ ...this.deck, cards: [], emptied, untold: me.name !== undefined });
    this.card = this.result = undefined;
    this.added = undefined;
  }

  /** Merges changes of other tabs. */
  #newest(deck: Deck): Deck {
    const here = this.#isChosen(deck) ? this.deck : deck;
    return this.#hasRoom ? merged(loadDeck(here.lexicon, here.ruleset), here) : here;
  }

  #isChosen(deck: Deck): boolean {
    return deckId(this.deck) === deckId(deck);
  }

  #set(deck: Deck): void {
    this.#take(deck);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#push(), PAUSE_MS);
  }

  #take(deck: Deck): void {
    if (this.#isChosen(deck)) this.deck = deck;
    this.now = Date.now();
    this.#hasRoom = keepDeck(deck, this.now);
  }

  /** Starts with the progress of other devices. */
  #meet(): void {
    const { deck } = this;
    this.#say(async () => {
      await this.#pull(deck);
      if (this.#newest(deck).untold) await this.#send(deck);
    });
  }

  #push(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { deck } = this;
    this.#say(() => this.#send(deck));
  }

  #say(work: () => Promise<void>): void {
    this.#talk = this.#talk.then(work).catch(() => undefined); // offline it stays here
  }

  /** The progress on the player’s other devices. */
  async #pull(deck: Deck): Promise<void> {
    const id = deckId(deck);
    const found = (await listMine('quiz')).find(({ title }) => title === id);
    const view = found && (await fetchKept(found.id));
    if (view?.content.kind !== 'quiz') return;
    this.#remotes.set(id, view);
    const here = this.#newest(deck);
    const { cards, emptied } = view.content;
    this.#take(merged(here, { ...here, cards, emptied }));
    if (this.#isChosen(deck) && !this.card) void this.next();
  }

  async #send(deck: Deck): Promise<void> {
    if (me.name === undefined) return; // nobody the server knows
    const id = deckId(deck);
    // Only the server knows whether it has one.
    if (!this.#remotes.has(id)) await this.#pull(deck);
    const { lexicon, ruleset, cards, emptied } = this.#newest(deck);
    const content = {
      kind: 'quiz',
      ruleset,
      lexicon,
      family: settings.family,
      about: ABOUT,
      cards,
      ...(emptied && { emptied }),
    } as const;
    try {
      this.#remotes.set(id, await push({ title: id, content }, this.#remotes.get(id)));
    } catch (error) {
      // Another device was faster: both are made one, and kept with the next answer.
      if (isChanged(error)) await this.#pull(deck);
      return;
    }
    const now = this.#newest(deck);
    if (now.untold && now.emptied === emptied) this.#take({ ...now, untold: false });
  }
}

/** Those that are not in the deck yet. */
function fresh<T extends { word: string }>(
  words: T[],
  deck: Deck,
  alphabet: readonly string[],
  most: number,
): T[] {
  const had = new Set(deck.cards.map(({ question }) => question));
  return words.filter(({ word }) => !had.has(sortedLetters(word, alphabet))).slice(0, most);
}
