// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, get, NoConnection } from '../api';
import { verdict, WordsCtrl } from './ctrl.svelte';

vi.mock('../api', async (actual) => ({
  ...(await actual<typeof import('../api')>()),
  get: vi.fn(),
}));

const looked: string[] = [];
const opened: unknown[] = [];
const asked: unknown[] = [];
/** The addresses under which engines were opened in this browser. */
let kept: string[] = [];
let refused: unknown;

vi.mock('../engine/engine', () => ({
  Engine: class {
    open = async (game: unknown) => opened.push(game);
    ask = async ({ question }: { question: unknown }) => {
      asked.push(question);
      if (refused) throw refused;
      return { words: [{ word: 'QI', valid: true, left_out: false }] };
    };
    close = () => undefined;
  },
  isKnownHere: async ({ lexicon }: { lexicon: string }) => {
    looked.push(lexicon);
    return kept.includes(lexicon);
  },
}));

const lexicon = { name: 'english', place: 'built in', language: 'en', words: 10 };
const ruleset = { name: 'english', lexicon: 'english', locale: 'en' };
const settle = () => new Promise((resolve) => setTimeout(resolve, 60));

beforeEach(() => {
  looked.length = opened.length = asked.length = 0;
  [kept, refused] = [[], undefined];
  vi.mocked(get).mockImplementation(async (path: string) => {
    if (path === '/api/lexicons') return { lexicons: [lexicon] };
    if (path === '/api/rulesets') return { rulesets: [ruleset] };
    throw new NoConnection('no server');
  });
});

async function asking(search: string): Promise<WordsCtrl> {
  const ctrl = new WordsCtrl();
  await ctrl.load(search, 'en');
  await settle();
  return ctrl;
}

test('offline, words are looked up in the saved list', async () => {
  kept = ['english'];
  const ctrl = await asking('?q=qi');
  expect(ctrl.answer).toMatchObject({
    tool: 'check',
    check: { words: [{ word: 'QI', valid: true }] },
  });
  expect([ctrl.isAlone, ctrl.error]).toEqual([true, undefined]);
  // Under the address of the game's own words first, then with their name; what is not kept is not
  // asked for.
  expect(looked).toEqual(['', 'english']);
  expect(opened).toEqual([{ ruleset: 'english', lexicon: 'english', family: false }]);
  expect(asked).toEqual([{ tool: 'check', text: 'qi' }]);
  ctrl.close();
});

test('refusals by the engine are shown, and a list that isn’t saved needs a connection', async () => {
  const ctrl = await asking('?q=qi');
  expect(ctrl.error).toBeInstanceOf(NoConnection);
  expect([ctrl.isAlone, opened]).toEqual([false, []]);
  kept = [''];
  refused = new ApiError({ code: 'pattern_empty', error: '' });
  expect((await asking('?tool=patterns&q=%5B')).error).toBe(refused);
});

test('no request is sent after the page was left', async () => {
  kept = ['english'];
  const ctrl = await asking('?q=qi');
  vi.mocked(get).mockClear();
  ctrl.set({ text: 'za' });
  ctrl.close();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(get).not.toHaveBeenCalled();
});

test('a word longer than the board differs from one that can’t be spelled', () => {
  const word = { word: 'X', valid: false, left_out: false };
  expect(verdict(word)).toBe('not a word');
  expect(verdict({ ...word, reason: 'no letter is written "1"' })).toBe('no such letters');
  expect(verdict({ ...word, reason: 'longer', too_long: 15 })).toBe(
    'too long for the board (15 squares)',
  );
});

test('of opened words the last one stays open', async () => {
  const ctrl = await asking('');
  const answers = new Map<string, (failed?: Error) => void>();
  vi.mocked(get).mockImplementation((path: string) => {
    const word = new URL(path, 'http://here').searchParams.get('word')!;
    return new Promise((resolve, reject) =>
      answers.set(word, (failed) =>
        failed ? reject(failed) : resolve({ words: [{ word }] } as never),
      ),
    );
  });
  const opening = ['ZA', 'XI', 'QI'].map((word) => ctrl.open(word));
  answers.get('QI')!();
  await settle();
  expect(ctrl.opened?.word).toBe('QI');
  answers.get('ZA')!();
  answers.get('XI')!(new ApiError({ code: 'busy', error: '' } as never));
  await Promise.all(opening);
  expect([ctrl.opened?.word, ctrl.error]).toEqual(['QI', undefined]);
  await ctrl.open('QI');
  expect(ctrl.opened).toBeUndefined();
  ctrl.close();
});
