/** The quiz page: one card after the other. */
import { address, get, NoConnection } from '../api';
import { Engine } from '../engine/engine';
import { Games } from '../engine/games.svelte';
import { me } from '../me.svelte';
import { fetchKept, isChanged, mine, push, type Remote } from '../keeping';
import type { CardView, DefinitionView, QuizContent, WordCheck, WordsFound, WordsQuestion } from '../protocol';
import { settings } from '../settings.svelte';
import { store, stored } from '../storage';
import { answered, deckId, keepDeck, loadDeck, merged, next, sortedLetters, tally, withWords, type Deck } from './deck';

export interface Result {
  right: boolean;
  words: { word: string; found: boolean; definition: DefinitionView | undefined }[];
  /** What was written and is no word, or not of these letters. */
  wrong: string[];
  /** When the card is asked again. */
  due: number;
}

/** Decks of this program's kind, among all that the server keeps. */
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
  #remote: Remote | undefined;
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

  /** One choice after the other, so the last one counts; those that were passed over meanwhile are not opened. */
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
      this.#remote = undefined;
      this.deck = loadDeck(this.games.lexicon, ruleset);
      this.added = undefined;
      await this.next();
      void this.#pull();
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
      const question = { tool: 'anagrams', text: card.question, shorter: false, limit: MOST } as const;
      const { words } = await this.#find('/api/words/anagrams', { letters: card.question }, question);
      if (this.card !== card) return; // another is asked by now
      this.#words = words.map(({ word }) => word);
      this.wanted = words.length;
      // A word that the list has not any more.
      if (!words.length) {
        this.#set({ ...this.deck, cards: this.deck.cards.filter(({ question }) => question !== card.question) });
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
        address(path, { lexicon, ruleset, family: settings.family, ...query, limit: question.limit }),
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
      const locale = this.games.ruleset!.locale;
      const said = [
        ...new Set(
          text
            .toLocaleUpperCase(locale)
            .split(/[\s,;]+/)
            .filter(Boolean),
        ),
      ];
      const wrong = said.filter((word) => !this.#words.includes(word));
      const right = !wrong.length && this.#words.every((word) => said.includes(word));
      this.#set(answered(this.deck, card.question, right, Date.now()));
      const due = this.deck.cards.find(({ question }) => question === card.question)!.due;
      const { lexicon, ruleset } = this.deck;
      const all = this.#words;
      const query = { lexicon, ruleset, family: settings.family, word: all.join(' ') };
      const meanings = await get<WordCheck>(address('/api/words/check', query)).catch(() => undefined);
      if (this.card !== card) return; // another is asked by now
      const words = all.map((word) => ({
        word,
        found: said.includes(word),
        definition: meanings?.words.find((it) => it.word === word)?.definition,
      }));
      this.result = { right, words, wrong, due };
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
      const common = most === undefined ? words : [...words].sort((a, b) => (a.level ?? 99) - (b.level ?? 99));
      const before = this.deck.cards.length;
      const chosen = most === undefined ? common : fresh(common, this.deck, this.alphabet, most);
      this.#set(
        withWords(
          this.deck,
          chosen.map(({ word }) => word),
          'list',
          Date.now(),
          this.alphabet,
        ),
      );
      this.added = this.deck.cards.length - before;
      if (!this.card) await this.next();
    } catch (error) {
      this.error = error;
    } finally {
      this.adding = false;
      this.#works--;
    }
  }

  empty(): void {
    this.#set({ ...this.deck, cards: [] });
    this.card = this.result = undefined;
    this.added = undefined;
  }

  #set(deck: Deck): void {
    this.deck = deck;
    this.now = Date.now();
    keepDeck(deck, this.now);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#push(), PAUSE_MS);
  }

  /** What other devices of the same guest or account have learned. */
  async #pull(): Promise<void> {
    const id = deckId(this.deck);
    const found = (await mine('quiz')).find(({ title }) => title === id);
    if (!found || id !== deckId(this.deck)) return;
    const view = await fetchKept(found.id).catch(() => undefined);
    if (view?.content.kind !== 'quiz' || id !== deckId(this.deck)) return;
    this.#remote = view;
    this.deck = merged(this.deck, deckOf(view.content));
    keepDeck(this.deck, Date.now());
    this.now = Date.now();
    if (!this.card) await this.next();
  }

  async #push(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (me.name === undefined) return; // nobody the server knows
    const { lexicon, ruleset, cards } = this.deck;
    const content = { kind: 'quiz', ruleset, lexicon, family: settings.family, about: ABOUT, cards } as const;
    const id = deckId(this.deck);
    const isChosen = () => deckId(this.deck) === id;
    try {
      const remote = await push({ title: id, content }, this.#remote);
      if (isChosen()) this.#remote = remote;
    } catch (error) {
      // Another device was faster: both are made one, and kept with the next answer. Without a server, this browser keeps it.
      if (isChanged(error) && isChosen()) await this.#pull();
    }
  }
}

/** Those that are not in the deck yet. */
function fresh<T extends { word: string }>(words: T[], deck: Deck, alphabet: readonly string[], most: number): T[] {
  const had = new Set(deck.cards.map(({ question }) => question));
  return words.filter(({ word }) => !had.has(sortedLetters(word, alphabet))).slice(0, most);
}

function deckOf({ lexicon, ruleset, cards }: QuizContent): Deck {
  return { lexicon: lexicon ?? '', ruleset, cards };
}
