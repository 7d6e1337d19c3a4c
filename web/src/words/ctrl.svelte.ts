/** The words page: what is asked, and the answer as it stands. */
import { announce } from '../announce';
import { get } from '../api';
import { count, t } from '../i18n';
import type {
  CheckedWord,
  HooksView,
  LexiconList,
  LexiconSummary,
  RulesetList,
  RulesetSummary,
  WordCheck,
  WordsFound,
} from '../protocol';
import { router } from '../router.svelte';
import { settings } from '../settings.svelte';
import {
  FIRST,
  gamesFor,
  MOST,
  needsText,
  pageAddress,
  questionAddress,
  readPageAddress,
  saysItsLetters,
  usualGame,
  usualLexicon,
  type Question,
  type Tool,
} from './tools';

export type Answer =
  | { tool: 'check'; check: WordCheck }
  | { tool: 'anagrams' | 'patterns' | 'extensions' | 'list'; found: WordsFound }
  | { tool: 'hooks'; hooks: HooksView };

/** Typing goes on for a moment before a question is asked. */
const PAUSE_MS = 120;

export class WordsCtrl {
  question: Question = $state({ tool: 'check', text: '', lexicon: '', ruleset: '', shorter: true, length: 2 });
  lexicons: LexiconSummary[] = $state([]);
  rulesets: RulesetSummary[] = $state([]);
  answer: Answer | undefined = $state.raw();
  /** The one of the words listed that tells more about itself. */
  opened: CheckedWord | undefined = $state.raw();
  error: unknown = $state.raw();
  loaded = $state(false);
  /** A question is being answered. */
  busy = $state(false);
  /** The list that the page's address names and that is not here. */
  missing: string | undefined = $state();

  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;
  #limit = FIRST;
  /** Every tool keeps its own text: a pattern is no word. */
  readonly #texts: Partial<Record<Tool, string>> = {};

  readonly lexicon = $derived(this.lexicons.find(({ name }) => name === this.question.lexicon));
  readonly hasOwnLetters = $derived(!this.lexicon || saysItsLetters(this.lexicon));
  readonly games = $derived(gamesFor(this.lexicon, this.rulesets));
  /** Which way the words are written. */
  readonly rightToLeft = $derived(
    (this.rulesets.find(({ name }) => name === this.question.ruleset) ?? this.lexicon)?.right_to_left ?? false,
  );

  async load(search: string, language: string): Promise<void> {
    this.error = undefined;
    try {
      const [{ lexicons }, { rulesets }] = await Promise.all([
        get<LexiconList>('/api/lexicons'),
        get<RulesetList>('/api/rulesets'),
      ]);
      this.lexicons = lexicons;
      this.rulesets = rulesets;
      const wanted = readPageAddress(search);
      const named = lexicons.find(({ name }) => name.toLowerCase() === wanted.lexicon?.toLowerCase());
      this.missing = named ? undefined : wanted.lexicon;
      const lexicon = named?.name ?? usualLexicon(lexicons, language)?.name ?? '';
      if (this.missing) delete wanted.ruleset;
      Object.assign(this.question, wanted, { lexicon });
      if (wanted.ruleset === undefined || (!wanted.ruleset && !this.hasOwnLetters)) this.#chooseUsualGame();
      this.loaded = true;
      this.#ask();
    } catch (error) {
      this.error = error;
    }
  }

  set(change: Partial<Question>): void {
    Object.assign(this.question, change);
    this.#limit = FIRST;
    if (change.lexicon !== undefined) this.missing = undefined;
    if (change.lexicon !== undefined && !this.games.some(({ name }) => name === this.question.ruleset))
      this.#chooseUsualGame();
    router.rename(pageAddress(this.question));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE_MS);
  }

  setFamily(family: boolean): void {
    settings.setFamily(family);
    this.#ask();
  }

  /** Shows more of the words that were found. */
  more(): void {
    this.#limit = Math.min(this.#limit * 4, MOST);
    this.#ask();
  }

  /** Opens one of the words listed, or closes it if it is open. */
  async open(word: string): Promise<void> {
    if (this.opened?.word === word) {
      this.opened = undefined;
      return;
    }
    const asked = this.#request;
    try {
      const question: Question = { ...this.question, tool: 'check', text: word };
      const { words } = await get<WordCheck>(this.#address(question), asked?.signal);
      this.opened = words[0];
      const sense = words[0]?.definition?.senses[0]?.text;
      announce(`${word}: ${sense ?? t('define.none')}`);
    } catch (error) {
      if (!asked?.signal.aborted) this.error = error;
    }
  }

  #address(question: Question): string {
    return questionAddress(question, settings.family && this.lexicon?.family === true, this.#limit);
  }

  #chooseUsualGame(): void {
    this.question.ruleset = usualGame(this.lexicon, this.rulesets)?.name ?? '';
  }

  choose(tool: Tool): void {
    this.answer = this.error = undefined;
    this.#texts[this.question.tool] = this.question.text;
    this.set({ tool, text: this.#texts[tool] ?? '' });
  }

  async #ask(): Promise<void> {
    this.#request?.abort();
    this.opened = undefined;
    const question = { ...this.question, text: this.question.text.trim() };
    if ((!question.text && needsText(question.tool)) || !question.lexicon) {
      this.answer = this.error = undefined;
      this.busy = false;
      return;
    }
    this.busy = true;
    const request = (this.#request = new AbortController());
    try {
      const body = await get<unknown>(this.#address(question), request.signal);
      this.answer = answer(question.tool, body);
      this.error = undefined;
      announce(spoken(this.answer));
    } catch (error) {
      if (request.signal.aborted) return;
      this.answer = undefined;
      this.error = error;
    } finally {
      if (this.#request === request) this.busy = false;
    }
  }
}

function answer(tool: Tool, body: unknown): Answer {
  switch (tool) {
    case 'check':
      return { tool, check: body as WordCheck };
    case 'hooks':
      return { tool, hooks: body as HooksView };
    default:
      return { tool, found: body as WordsFound };
  }
}

function spoken(answer: Answer): string {
  switch (answer.tool) {
    case 'check':
      return answer.check.words
        .map(({ word, valid, left_out }) => {
          const verdict = valid ? 'check.valid' : left_out ? 'check.left_out' : 'check.invalid';
          return `${word}: ${t(verdict)}`;
        })
        .join(', ');
    case 'hooks':
      return t(answer.hooks.valid ? 'hooks.is_word' : 'hooks.is_no_word', { word: answer.hooks.word });
    default:
      return answer.found.total ? count('count.words', answer.found.total) : t('words.found_nothing');
  }
}
