// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { get, NoConnection } from '../api';
import { QuizCtrl } from './ctrl.svelte';

vi.mock('../api', async (actual) => ({ ...(await actual<typeof import('../api')>()), get: vi.fn() }));
vi.mock('../keeping', () => ({ mine: async () => [], push: async () => undefined }));
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

/** What the server says in the end to what was asked of it, by the beginning of the address. */
const later = new Map<string, { promise: Promise<unknown>; resolve: (answer: unknown) => void }>();
function asked(path: string) {
  if (!later.has(path)) {
    let resolve: (answer: unknown) => void = () => undefined;
    const promise = new Promise((settle) => (resolve = settle));
    later.set(path, { promise, resolve });
  }
  return later.get(path)!;
}
const ruleset = (name: string) => ({ name, letters: [...'AEIQT'].map((face) => ({ face })), locale: 'en' });
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  localStorage.clear();
  later.clear();
  opened.length = 0;
  here = undefined;
  vi.mocked(get).mockImplementation((path) => asked(path.split('?')[0]!).promise as Promise<never>);
});

async function chosen(): Promise<QuizCtrl> {
  const ctrl = new QuizCtrl();
  asked('/api/rulesets/one').resolve(ruleset('one'));
  await ctrl.choose('one', '');
  return ctrl;
}

test('words that come after another game was chosen are added to neither deck', async () => {
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

test('of two choices the last one counts, and until it is open something is under way', async () => {
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

test('without a server the words come from the list that is open here', async () => {
  const ctrl = await chosen();
  here = ['QI'];
  vi.mocked(get).mockRejectedValue(new NoConnection('no server'));
  await ctrl.add(2);
  expect([ctrl.card?.question, ctrl.wanted, ctrl.error]).toEqual(['IQ', 1, undefined]);
  await ctrl.answer('qi');
  expect(ctrl.result?.right).toBe(true);
  ctrl.close();
});

test('what nobody can judge is not asked', async () => {
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

test('games that are only passed on the way to another are not opened', async () => {
  const ctrl = await chosen();
  for (const name of ['two', 'three', 'four']) asked(`/api/rulesets/${name}`).resolve(ruleset(name));
  await Promise.all(['two', 'three', 'four'].map((name) => ctrl.choose(name, '')));
  expect([opened.at(-1), opened.includes('three'), ctrl.deck.ruleset]).toEqual(['four', false, 'four']);
});
