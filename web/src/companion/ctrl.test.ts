// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, get } from '../api';
import type { FollowView, Question } from '../protocol';
import type { Remote } from '../keeping';
import { readSaved } from '../saved';
import { settings } from '../settings.svelte';
import { CompanionCtrl, type SavedFollow } from './ctrl.svelte';

vi.mock('../api', async (actual) => ({
  ...(await actual<typeof import('../api')>()),
  get: vi.fn(),
}));
/** How the server answers to what is pushed. */
let pushed: (() => Promise<Remote>) | undefined;
vi.mock('../keeping', () => ({
  mine: async () => [],
  push: async () => pushed?.(),
  isChanged: () => false,
}));

const asked: Question[] = [];
const spelling = new ApiError({ code: 'move', error: 'cannot be spelled' });
/** A word of the game, nothing, or an error if it can’t be spelled. */
let valid: boolean | undefined;

vi.mock('../engine/engine', () => ({
  NoEngine: class extends Error {},
  Superseded: class extends Error {},
  Engine: class {
    open = async () => ({ lexicon: 'english' });
    close = () => undefined;
    ask = async (question: Question) => {
      asked.push(question);
      if (question.ask === 'begin') return 'sheet';
      if (question.ask === 'follow') {
        if (question.act?.act === 'move' && question.act.text === '-9') throw spelling;
        const { act, text } = question;
        return { ...VIEW, text: act && 'text' in act ? `${text}, ${act.text}` : text };
      }
      if (valid === undefined) throw spelling;
      return { word: 'PASS', valid, placements: [] };
    };
  },
}));

const VIEW = {
  text: 'sheet',
  sheet: {
    players: ['You', 'Ben'].map((name) => ({ name, total: 0 })),
    turns: [],
    board: [],
    now: { seat: 1, position: {}, unknown: 0 },
  },
  rack: [],
  unseen: [],
} as unknown as FollowView;

async function following(): Promise<CompanionCtrl> {
  vi.mocked(get).mockImplementation(async () => ({
    lexicons: [],
    rulesets: [],
    name: 'english',
    letters: [],
  }));
  const ctrl = new CompanionCtrl();
  await ctrl.load();
  await ctrl.begin(['a', 'b'], 0);
  asked.length = 0;
  return ctrl;
}

const written = () =>
  asked.flatMap((question) => (question.ask === 'follow' && question.act ? [question.act] : []));

beforeEach(() => {
  valid = undefined;
});
afterEach(() => settings.setLanguage('en'));

test.each(['en', 'ru'] as const)(
  'the word for a pass is a pass, in %s and in score sheets',
  async (language) => {
    settings.setLanguage(language);
    const ctrl = await following();
    for (const text of ['pass', language === 'ru' ? ' Пас ' : 'PASS']) {
      valid = text === 'pass' ? undefined : false;
      asked.length = 0;
      await ctrl.enter(text);
      expect(written()).toEqual([{ act: 'move', text: 'pass' }]);
    }
    expect(ctrl.error).toBeUndefined();
  },
);

test('a word that also means a pass is entered only after a question', async () => {
  const ctrl = await following();
  valid = true;
  await ctrl.enter('pass');
  expect(written()).toEqual([]);
  expect(ctrl.places?.word).toBe('PASS');
});

test('an entry is answered once', async () => {
  const ctrl = await following();
  valid = false;
  await ctrl.enter('QQQQ');
  expect(ctrl.places).toBeDefined();
  await ctrl.enter('-9');
  expect([ctrl.places, ctrl.error]).toEqual([undefined, spelling]);
  await ctrl.enter('QQQQ');
  expect([ctrl.places !== undefined, ctrl.error]).toEqual([true, undefined]);
});

test('a rack typed while a move is being entered is kept', async () => {
  const ctrl = await following();
  await Promise.all([
    ctrl.act({ act: 'move', text: '8D TEA' }),
    ctrl.setRack('EAT'),
    ctrl.setRack('EATS'),
  ]);
  expect([ctrl.view!.text, ctrl.rackText]).toEqual(['sheet, 8D TEA, EAT, EATS', 'EATS']);
});

test('a late answer does not reopen a game that was left', async () => {
  const ctrl = await following();
  const acting = ctrl.act({ act: 'move', text: '8D TEA' });
  ctrl.leave();
  await acting;
  expect([ctrl.view, ctrl.error]).toEqual([undefined, undefined]);
});

test('the page says if there is no room to save the game', async () => {
  const ctrl = await following();
  expect(ctrl.isSaved).toBe(true);
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  await ctrl.act({ act: 'move', text: '8D TEA' });
  expect(ctrl.isSaved).toBe(false);
  vi.unstubAllGlobals();
  await ctrl.act({ act: 'move', text: '8D TEAS' });
  expect(ctrl.isSaved).toBe(true);
});

test('a late answer about one game does not affect another', async () => {
  const ctrl = await following();
  const first = ctrl.id;
  ctrl.setRemote({ id: 'there', version: 1 });
  let answer: ((remote: Remote) => void) | undefined;
  pushed = () => new Promise((resolve) => (answer = resolve));
  await ctrl.act({ act: 'move', text: '8D TEA' });
  await vi.waitFor(() => expect(answer).toBeDefined());
  ctrl.leave();
  await ctrl.begin(['c', 'd'], 0);
  answer!({ id: 'there', version: 2 });
  await new Promise((resolve) => setTimeout(resolve));
  expect(ctrl.remote).toBeUndefined();
  expect(readSaved<SavedFollow>('follow', first)?.data).toMatchObject({
    text: 'sheet, 8D TEA',
    remote: { id: 'there', version: 2 },
  });
  pushed = undefined;
});

test('viewers of a shared game don’t read “you”', async () => {
  const ctrl = await following();
  expect(ctrl.names).toEqual(['You', 'Ben']);
  await ctrl.look({ ruleset: 'english', lexicon: 'english', family: false, sheet: 'sheet', me: 0 });
  expect(ctrl.names).toEqual(['Player 1', 'Ben']);
});
