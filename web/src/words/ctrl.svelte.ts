/** The words page: the query and its answer. */
import { announce } from '../announce';
import { ApiError, get, NoConnection } from '../api';
import { Engine, isKnownHere } from '../engine/engine';
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
  WordsQuestion,
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

/** Waits for a pause in typing, in milliseconds. */
const PAUSE_MS = 120;

export class WordsCtrl {
  question: Question = $state({
    tool: 'check',
    text: '',
    lexicon: '',
    ruleset: '',
    shorter: true,
    length: 2,
  });
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
  /** Offline: the answer comes from a stored list. */
  isAlone = $state(false);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;
  /** The word asked about last. */
  #opening: string | undefined;
  #limit = FIRST;
  /** Only needed without a server. */
  #engine: Engine | undefined;
  /** Each tool has its own text. */
  readonly #texts: Partial<Record<Tool, string>> = {};

  readonly lexicon = $derived(this.lexicons.find(({ name }) => name === this.question.lexicon));
  readonly hasOwnLetters = $derived(!this.lexicon || saysItsLetters(this.lexicon));
  readonly games = $derived(gamesFor(this.lexicon, this.rulesets));
  /** Which way the words are written. */
  readonly rightToLeft = $derived(
    (this.rulesets.find(({ name }) => name === this.question.ruleset) ?? this.lexicon)
      ?.right_to_left ?? false,
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
      const named = lexicons.find(
        ({ name }) => name.toLowerCase() === wanted.lexicon?.toLowerCase(),
      );
      this.missing = named ? undefined : wanted.lexicon;
      const lexicon = named?.name ?? usualLexicon(lexicons, language, rulesets)?.name ?? '';
      if (this.missing) delete wanted.ruleset;
      Object.assign(this.question, wanted, { lexicon });
      if (wanted.ruleset === undefined || (!wanted.ruleset && !this.hasOwnLetters))
        this.#chooseUsualGame();
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
    if (
      change.lexicon !== undefined &&
      !this.games.some(({ name }) => name === this.question.ruleset)
    )
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
    const isOpen = this.opened?.word === word;
    this.#opening = isOpen ? undefined : word;
    if (isOpen) {
      this.opened = undefined;
      return;
    }
    const asked = this.#request;
    try {
      const question: Question = { ...this.question, tool: 'check', text: word };
      const { words } = (await this.#find(question, asked?.signal)) as WordCheck;
      if (this.#opening !== word) return; // another was asked about since
      this.opened = words[0];
      const sense = words[0]?.definition?.senses[0]?.text;
      announce(`${word}: ${sense ?? t('define.none')}`);
    } catch (error) {
      if (!asked?.signal.aborted && this.#opening === word) this.error = error;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#engine?.close();
  }

  /** From the server, or offline from a stored list. */
  async #find(question: Question, signal?: AbortSignal): Promise<unknown> {
    try {
      const answer = await get<unknown>(this.#address(question), signal);
      this.isAlone = false;
      return answer;
    } catch (error) {
      if (!(error instanceof NoConnection)) throw error;
      const answer = await this.#findHere(question, signal, error);
      this.isAlone = true;
      return answer;
    }
  }

  async #findHere(
    question: Question,
    signal: AbortSignal | undefined,
    unreachable: NoConnection,
  ): Promise<unknown> {
    const { ruleset, lexicon } = question;
    this.isAlone = false;
    if (!ruleset) throw unreachable;
    const own = this.rulesets.find(({ name }) => name === ruleset)?.lexicon;
    // A page asks for the game's own words without their name, or with it.
    for (const named of own === lexicon ? ['', lexicon] : [lexicon]) {
      const game = { ruleset, lexicon: named, family: settings.family };
      if (!(await isKnownHere(game))) continue;
      const engine = (this.#engine ??= new Engine());
      try {
        await engine.open(game);
        return await engine.ask({ ask: 'words', question: asked(question, this.#limit) }, signal);
      } catch (error) {
        if (error instanceof ApiError || signal?.aborted) throw error;
        // What was not kept may be by the next time.
        engine.close();
        this.#engine = undefined;
      }
    }
    throw unreachable;
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
    this.opened = this.#opening = undefined;
    const question = { ...this.question, text: this.question.text.trim() };
    if ((!question.text && needsText(question.tool)) || !question.lexicon) {
      this.answer = this.error = undefined;
      this.busy = false;
      return;
    }
    this.busy = true;
    const request = (this.#request = new AbortController());
    try {
      const body = await this.#find(question, request.signal);
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

/** The announcement for a checked word. */
export function verdict({ valid, left_out, too_long, reason }: CheckedWord): string {
  if (valid) return t('check.valid');
  if (left_out) return t('check.left_out');
  if (too_long !== undefined) return t('check.too_long', { n: too_long });
  return t(reason ? 'check.unspellable' : 'check.invalid');
}

/** The same question for an engine. */
function asked({ tool, text, shorter, length }: Question, limit: number): WordsQuestion {
  switch (tool) {
    case 'check':
    case 'hooks':
      return { tool, text };
    case 'anagrams':
      return { tool, text, shorter, limit };
    case 'list':
      return { tool, text, length, limit };
    default:
      return { tool, text, limit };
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
      return answer.check.words.map((checked) => `${checked.word}: ${verdict(checked)}`).join(', ');
    case 'hooks':
      return t(answer.hooks.valid ? 'hooks.is_word' : 'hooks.is_no_word', {
        word: answer.hooks.word,
      });
    default:
      return answer.found.total
        ? count('count.words', answer.found.total)
        : t('words.found_nothing');
  }
}
