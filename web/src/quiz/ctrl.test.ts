// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, get, NoConnection } from '../api';
import { me } from '../me.svelte';
import type { KeepRequest, QuizContent } from '../protocol';
import { QuizCtrl } from './ctrl.svelte';
import { learn, loadDeck } from './deck';

vi.mock('../api', async (actual) => ({
  ...(await actual<typeof import('../api')>()),
  get: vi.fn(),
}));
vi.mock('../keeping', async (actual) => ({
  ...(await actual<typeof import('../keeping')>()),
  listMine: async () => {
    if (!isReached) throw new NoConnection('no server');
    return server.map(({ id, what }) => ({ id, title: what.title }));
  },
  fetchKept: async (id: string) => view(server.find((it) => it.id === id)!),
  push: async (what: KeepRequest, remote?: { id: string; version: number }) => {
    await settle(); // all takes its time
    if (!isReached) throw new NoConnection('no server');
    const known = server.find(({ id }) => id === remote?.id) ?? {
      id: `${server.length}`,
      version: 0,
      what,
    };
    if (known.version !== (remote?.version ?? 0))
      throw new ApiError({ code: 'changed', error: '' });
    if (!remote) server.push(known);
    Object.assign(known, { what, version: known.version + 1 });
    return view(known);
  },
}));
vi.mock('../engine/engine', () => ({
  Superseded: class extends Error {},
  Engine: class {
    open = async ({ ruleset }: { ruleset: string }) => {
      opened.push(ruleset);
      return { lexicon: `${ruleset} words` };
    };
    ask = async () => {
      if (!here) throw new NoConnection('no words here');
      return { words: here.map((word) => ({ word })) };
    };
    close = () => undefined;
  },
}));

/** The games whose words were fetched. */
const opened: string[] = [];
/** The words that an engine here knows, if it has any. */
let here: string[] | undefined;

/** The server’s final answers, by the start of the address. */
const later = new Map<string, { promise: Promise<unknown>; resolve: (answer: unknown) => void }>();
function asked(path: string) {
  if (!later.has(path)) {
    let resolve: (answer: unknown) => void = () => undefined;
    const promise = new Promise((settle) => (resolve = settle));
    later.set(path, { promise, resolve });
  }
  return later.get(path)!;
}
const LETTERS = [...'AEIQT'].map((face) => ({ face }));
const ruleset = (name: string, rest = {}) => ({
  name,
  letters: LETTERS,
  folds: [],
  locale: 'en',
  ...rest,
});
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** What the server keeps. */
const server: { id: string; version: number; what: KeepRequest }[] = [];
let isReached = true;
const view = ({ id, version, what }: (typeof server)[number]) => ({ id, version, ...what });
const questionsThere = () =>
  server.map(({ what }) => (what.content as QuizContent).cards.map((card) => card.question));

beforeEach(() => {
  localStorage.clear();
  later.clear();
  opened.length = 0;
  here = undefined;
  server.length = 0;
  isReached = true;
  me.name = undefined;
  vi.mocked(get).mockImplementation((path) => asked(path.split('?')[0]!).promise as Promise<never>);
});

async function chosen(rest = {}): Promise<QuizCtrl> {
  const ctrl = new QuizCtrl();
  asked('/api/rulesets/one').resolve(ruleset('one', rest));
  await ctrl.choose('one', '');
  return ctrl;
}

test('words that arrive after another game was chosen are dropped', async () => {
  const ctrl = await chosen();
  const adding = ctrl.add(2);
  expect(ctrl.adding).toBe(true);
  asked('/api/rulesets/two').resolve(ruleset('two'));
  await ctrl.choose('two', '');
  asked('/api/words/list').resolve({ words: [{ word: 'QI' }] });
  await adding;
  expect(ctrl.deck).toEqual({ ruleset: 'two', lexicon: 'two words', cards: [] });
  expect(ctrl.added).toBeUndefined();
  await ctrl.choose('one', '');
  expect(ctrl.deck.cards).toEqual([]);
  ctrl.close();
});

test('words are added to the deck that is open', async () => {
  const ctrl = await chosen();
  asked('/api/words/list').resolve({ words: [{ word: 'QI' }] });
  asked('/api/words/anagrams').resolve({ words: [{ word: 'QI' }] });
  await ctrl.add(2);
  expect(ctrl.deck.cards.map(({ question }) => question)).toEqual(['IQ']);
  expect(ctrl.added).toBe(1);
  expect(ctrl.busy).toBe(false);
  ctrl.close();
});

test('the last of two choices wins, and the page is busy until it is open', async () => {
  const ctrl = await chosen();
  const first = ctrl.choose('two', '');
  const second = ctrl.choose('three', '');
  asked('/api/rulesets/two').resolve(ruleset('two'));
  await first;
  await settle();
  expect(ctrl.busy).toBe(true);
  asked('/api/rulesets/three').resolve(ruleset('three'));
  await second;
  expect(ctrl.busy).toBe(false);
  expect(ctrl.deck.ruleset).toBe('three');
  ctrl.close();
});

test('offline, words come from the open list', async () => {
  const ctrl = await chosen();
  here = ['QI'];
  vi.mocked(get).mockRejectedValue(new NoConnection('no server'));
  await ctrl.add(2);
  expect([ctrl.card?.question, ctrl.wanted, ctrl.error]).toEqual(['IQ', 1, undefined]);
  await ctrl.answer('qi');
  expect(ctrl.result?.right).toBe(true);
  ctrl.close();
});

test('questions without an answer are not asked', async () => {
  const ctrl = await chosen();
  asked('/api/words/list').resolve({ words: [{ word: 'QI' }] });
  asked('/api/words/anagrams').resolve({ words: [{ word: 'QI' }] });
  await ctrl.add(2);
  expect(ctrl.card).toBeDefined();
  vi.mocked(get).mockRejectedValue(new NoConnection('no server'));
  await ctrl.next();
  expect(ctrl.card).toBeUndefined();
  expect(ctrl.error).toBeInstanceOf(NoConnection);
  ctrl.close();
});

test('games passed over in the list are not opened', async () => {
  const ctrl = await chosen();
  for (const name of ['two', 'three', 'four'])
    asked(`/api/rulesets/${name}`).resolve(ruleset(name));
  await Promise.all(['two', 'three', 'four'].map((name) => ctrl.choose(name, '')));
  expect([opened.at(-1), opened.includes('three'), ctrl.deck.ruleset]).toEqual([
    'four',
    false,
    'four',
  ]);
});

/** A quiz with words, of which it asks for one. */
async function asking(words: string[], rest = {}): Promise<QuizCtrl> {
  const ctrl = await chosen(rest);
  const found = { words: words.map((word) => ({ word })) };
  asked('/api/words/list').resolve(found);
  asked('/api/words/anagrams').resolve(found);
  asked('/api/words/check').resolve({ words: [] });
  await ctrl.add(2);
  return ctrl;
}
const questions = (ctrl: QuizCtrl) => ctrl.deck.cards.map(({ question }) => question);
const questionsHere = () => loadDeck('one words', 'one').cards.map(({ question }) => question);

test('an answer may use folded letters, and wrong words are shown as typed', async () => {
  const letters = [...'ЕЛ'].map((face) => ({ face }));
  const ctrl = await asking(['ЕЛ'], { letters, folds: [['Ё', 'Е']], locale: 'ru' });
  await ctrl.answer('ёл');
  expect(ctrl.result).toMatchObject({
    right: true,
    words: [{ word: 'ЕЛ', found: true }],
    wrong: [],
  });
  await ctrl.answer('ёл елё');
  expect(ctrl.result).toMatchObject({ right: false, words: [{ found: true }], wrong: ['ЕЛЁ'] });
  ctrl.close();
});

test('progress from another tab is kept', async () => {
  const ctrl = await asking(['QI']);
  learn('one words', { name: 'one', letters: LETTERS } as never, ['TEA'], 1000);
  await ctrl.answer('qi');
  expect(questions(ctrl)).toEqual(['IQ', 'AET']);
  expect(questionsHere()).toEqual(['IQ', 'AET']);
  ctrl.close();
});

test('a deck emptied in one tab stays empty in another', async () => {
  const [ctrl, other] = [await asking(['QI']), await chosen()];
  other.empty();
  await ctrl.answer('qi');
  expect(ctrl.result).toMatchObject({ right: true, due: undefined });
  expect([questions(ctrl), questionsHere()]).toEqual([[], []]);
  ctrl.close();
  other.close();
});

test('a deck emptied offline stays empty, and is emptied on the server', async () => {
  me.name = 'Ann';
  const ctrl = await asking(['QI']);
  ctrl.close(); // which tells the server
  await expect.poll(questionsThere).toEqual([['IQ']]);
  isReached = false;
  const alone = await chosen();
  alone.empty();
  alone.close();
  isReached = true;
  const again = await chosen();
  await expect.poll(questionsThere).toEqual([[]]);
  expect(questions(again)).toEqual([]);
  // From now on the server is believed again.
  await expect.poll(() => loadDeck('one words', 'one').untold).toBe(false);
  const cards = [{ question: 'AT', level: 0, due: Date.now() + 1e6, right: 0, wrong: 0 }];
  server[0]!.what = {
    ...server[0]!.what,
    content: { ...(server[0]!.what.content as QuizContent), kind: 'quiz', cards },
  };
  const last = await chosen();
  await expect.poll(() => questions(last)).toEqual(['AT']);
});

test('a deck emptied on one device is empty on the others', async () => {
  me.name = 'Ann';
  const ctrl = await asking(['QI']);
  ctrl.close();
  await expect.poll(questionsThere).toEqual([['IQ']]);
  const there = { ...localStorage } as Record<string, string>;
  const again = await chosen();
  again.empty();
  again.close();
  await expect.poll(questionsThere).toEqual([[]]);
  for (const [key, text] of Object.entries(there)) localStorage.setItem(key, text);
  expect(questionsHere()).toEqual(['IQ']);
  const other = await chosen();
  await expect.poll(() => questions(other)).toEqual([]);
  other.close();
});

test('a deck is created once on the server', async () => {
  me.name = 'Ann';
  const ctrl = await asking(['QI']);
  ctrl.close();
  ctrl.empty();
  ctrl.close();
  await expect.poll(questionsThere).toEqual([[]]);
  await settle();
  await settle();
  expect(server.length).toBe(1);
});

test('a deck on the server is not created twice after a failed request', async () => {
  me.name = 'Ann';
  (await asking(['QI'])).close();
  await expect.poll(questionsThere).toEqual([['IQ']]);
  localStorage.clear();
  isReached = false;
  const ctrl = await chosen();
  await settle();
  isReached = true;
  learn('one words', { name: 'one', letters: LETTERS } as never, ['TEA'], 1000);
  await ctrl.add(2);
  ctrl.close();
  await expect
    .poll(() => questionsThere().map((there) => there.toSorted()))
    .toEqual([['AET', 'IQ']]);
});
