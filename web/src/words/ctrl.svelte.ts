/** The words page: what is asked, and the answer as it stands. */
import { announce } from '../announce';
import { get } from '../api';
import { count, t } from '../i18n';
import type {
  HooksView,
  LexiconList,
  LexiconSummary,
  RulesetList,
  RulesetSummary,
  WordCheck,
  WordsFound,
} from '../protocol';
import { router } from '../router.svelte';
import {
  gamesFor,
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
  | { tool: 'anagrams' | 'patterns'; found: WordsFound }
  | { tool: 'hooks'; hooks: HooksView };

/** Typing goes on for a moment before a question is asked. */
const PAUSE_MS = 120;

export class WordsCtrl {
  question: Question = $state({ tool: 'check', text: '', lexicon: '', ruleset: '', shorter: true });
  lexicons: LexiconSummary[] = $state([]);
  rulesets: RulesetSummary[] = $state([]);
  answer: Answer | undefined = $state.raw();
  error: unknown = $state.raw();
  loaded = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;

  readonly lexicon = $derived(this.lexicons.find(({ name }) => name === this.question.lexicon));
  readonly hasOwnLetters = $derived(!this.lexicon || saysItsLetters(this.lexicon));
  readonly games = $derived(gamesFor(this.lexicon, this.rulesets));

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
      const lexicon = wanted.lexicon ?? usualLexicon(lexicons, language)?.name ?? '';
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
    if (change.lexicon !== undefined && !this.games.some(({ name }) => name === this.question.ruleset))
      this.#chooseUsualGame();
    router.rename(pageAddress(this.question));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE_MS);
  }

  #chooseUsualGame(): void {
    this.question.ruleset = usualGame(this.lexicon, this.rulesets)?.name ?? '';
  }

  choose(tool: Tool): void {
    this.answer = undefined;
    this.set({ tool });
  }

  async #ask(): Promise<void> {
    this.#request?.abort();
    const question = { ...this.question, text: this.question.text.trim() };
    if (!question.text || !question.lexicon) {
      this.answer = this.error = undefined;
      return;
    }
    const request = (this.#request = new AbortController());
    try {
      const body = await get<unknown>(questionAddress(question), request.signal);
      this.answer = answer(question.tool, body);
      this.error = undefined;
      announce(spoken(this.answer));
    } catch (error) {
      if (request.signal.aborted) return;
      this.answer = undefined;
      this.error = error;
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
        .map(({ word, valid }) => `${word}: ${t(valid ? 'check.valid' : 'check.invalid')}`)
        .join(', ');
    case 'hooks':
      return t(answer.hooks.valid ? 'hooks.is_word' : 'hooks.is_no_word', { word: answer.hooks.word });
    default:
      return answer.found.total ? count('count.words', answer.found.total) : t('words.found_nothing');
  }
}
