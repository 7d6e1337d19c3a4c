import { expect, test } from 'vitest';
import type { LexiconSummary, RulesetSummary } from '../protocol';
import {
  byLength,
  gamesFor,
  pageAddress,
  questionAddress,
  readPageAddress,
  usualGame,
  usualLexicon,
  type Question,
} from './tools';

const QUESTION: Question = {
  tool: 'anagrams',
  text: 'retina?',
  lexicon: 'english',
  ruleset: '',
  shorter: true,
  length: 2,
};

test('a question is an address of the server', () => {
  expect(questionAddress(QUESTION, false)).toBe(
    '/api/words/anagrams?lexicon=english&letters=retina%3F&shorter=true&limit=500',
  );
  expect(
    questionAddress({ ...QUESTION, tool: 'check', text: 'qi za', ruleset: 'english' }, true),
  ).toBe('/api/words/check?lexicon=english&ruleset=english&family=true&word=qi+za');
});

test('a list of words needs no letters', () => {
  const twos: Question = { ...QUESTION, tool: 'list', text: '' };
  expect(questionAddress(twos, false)).toBe('/api/words/list?lexicon=english&length=2&limit=500');
  expect(questionAddress({ ...QUESTION, tool: 'extensions', text: 'tea' }, false)).toBe(
    '/api/words/extensions?lexicon=english&word=tea&limit=500',
  );
});

test('a question survives the address bar', () => {
  const search = pageAddress(QUESTION).split('?').slice(1).join('?');
  expect({ length: 2, ...readPageAddress(search) }).toEqual(QUESTION);
  const list = pageAddress({ ...QUESTION, tool: 'list', text: '', length: 3 });
  expect(list).toBe('/words?tool=list&lexicon=english&ruleset=own&length=3');
  expect(readPageAddress(list.slice(list.indexOf('?')))).toMatchObject({ tool: 'list', length: 3 });
  expect(readPageAddress('tool=nonsense')).toEqual({});
});

test('words are grouped by length, the longest first', () => {
  const words = ['AT', 'ATE', 'EAT', 'TA'].map((word) => ({ word, length: word.length }));
  expect(byLength(words).map(([length, group]) => [length, group.map(({ word }) => word)])).toEqual(
    [
      [3, ['ATE', 'EAT']],
      [2, ['AT', 'TA']],
    ],
  );
});

test('games for a list share its language', () => {
  const ruleset = (name: string, locale: string) =>
    ({ name, locale, lexicon: null }) as RulesetSummary;
  const lexicon = { name: 'english', language: 'en' } as LexiconSummary;
  expect(
    gamesFor(lexicon, [ruleset('crossplay', 'en-US'), ruleset('erudit', 'ru')]).map(
      ({ name }) => name,
    ),
  ).toEqual(['crossplay']);
});

test('the default list is a built-in one', () => {
  const lexicon = (name: string, language: string, place = 'built in') =>
    ({ name, language, place }) as LexiconSummary;
  const mine = lexicon('mine', 'en', 'brought by the host');
  const lists = [
    mine,
    lexicon('classic', 'en'),
    lexicon('english', 'en'),
    lexicon('russian', 'ru'),
  ];
  const games = [{ usual: false }, { usual: true, lexicon: 'english' }] as RulesetSummary[];
  const usual = (language: string, all = lists) => usualLexicon(all, language, games)?.name;
  expect(['en', 'ru', 'fi'].map((language) => usual(language))).toEqual([
    'english',
    'russian',
    'english',
  ]);
  expect(usual('ru', [mine])).toBe('mine');
  games[1]!.lexicon = 'classic';
  expect(['en', 'ru', 'fi'].map((language) => usual(language))).toEqual([
    'classic',
    'russian',
    'classic',
  ]);
});

test('a list without an alphabet works with any game', () => {
  const games = ['crossplay', 'english', 'erudit'].map(
    (name) => ({ name, locale: 'x', lexicon: null, usual: name === 'english' }) as RulesetSummary,
  );
  const plain = { name: 'mine', language: '', words: null } as LexiconSummary;
  expect(gamesFor(plain, games)).toEqual(games);
  expect(usualGame(plain, games)?.name).toBe('english');
});
