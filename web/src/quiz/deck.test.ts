import { expect, test } from 'vitest';
import {
  answered,
  merged,
  next,
  sortedLetters,
  spelled,
  tally,
  tilesOf,
  withWords,
  type Deck,
} from './deck';

const LATIN = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const EMPTY: Deck = { lexicon: 'english', ruleset: 'english', cards: [] };
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const deck = withWords(EMPTY, ['TEA', 'QI'], 'list', 1000, LATIN);

test('anagrams are one card, and tiles of two letters stay together', () => {
  expect(
    withWords(deck, ['EAT', 'ATE'], 'list', 2000, LATIN).cards.map(({ question }) => question),
  ).toEqual(['AET', 'IQ']);
  const spanish = ['A', 'C', 'CH', 'H', 'L'];
  expect(tilesOf('CHAL', spanish)).toEqual(['CH', 'A', 'L']);
  expect(sortedLetters('CHAL', spanish)).toBe('A[CH]L');
  expect(tilesOf('A[CH]L', spanish)).toEqual(['A', 'CH', 'L']);
});

test('known words rest longer, missed words come back soon', () => {
  let now = 1000;
  let learned = deck;
  for (const rest of [10 * MINUTE, DAY, 3 * DAY, 7 * DAY]) {
    learned = answered(learned, 'AET', true, now);
    expect(learned.cards[0]!.due - now).toBe(rest);
    now = learned.cards[0]!.due;
  }
  expect(tally(learned, now)).toMatchObject({ cards: 2, known: 1, due: 2 });
  learned = answered(learned, 'AET', false, now);
  expect(learned.cards[0]).toMatchObject({ level: 0, due: now + MINUTE, right: 4, wrong: 1 });
});

test('due words come in random order', () => {
  const asked = [0, 0.49, 0.5, 0.99].map((chance) => next(deck, 2000, chance)?.question);
  expect(asked).toEqual(['AET', 'AET', 'IQ', 'IQ']);
});

test('words missed in a game come first', () => {
  const known = answered(answered(deck, 'AET', true, 1000), 'IQ', true, 1000);
  expect(next(known, 2000, 0.9)).toBeUndefined();
  expect(tally(known, 2000).next).toBe(1000 + 10 * MINUTE);
  for (const chance of [0, 0.99])
    expect(next(withWords(known, ['TEA'], 'game', 2000, LATIN), 2000, chance)?.question).toBe(
      'AET',
    );
});

test('decks of two devices are merged by card', () => {
  const here = answered(deck, 'AET', true, 5000);
  const there = withWords(
    answered(answered(deck, 'AET', false, 1), 'AET', false, 2),
    ['ZA'],
    'list',
    3,
    LATIN,
  );
  const both = merged(here, there);
  expect(both.cards.map(({ question, wrong }) => [question, wrong])).toEqual([
    ['AET', 2],
    ['IQ', 0],
    ['AZ', 0],
  ]);
});

test('of a deck emptied elsewhere only later additions stay', () => {
  const emptied = withWords({ ...EMPTY, emptied: 2000 }, ['ZA'], 'list', 3000, LATIN);
  expect(merged(deck, emptied)).toEqual(emptied);
  expect(merged(emptied, deck)).toEqual(emptied);
  const later = withWords(deck, ['AT'], 'game', 2500, LATIN);
  for (const both of [merged(later, emptied), merged(emptied, later)]) {
    expect(both.cards.map(({ question }) => question).sort()).toEqual(['AT', 'AZ']);
    expect(both.emptied).toBe(2000);
  }
  expect(merged(emptied, { ...deck, emptied: 2000 }).cards.length).toBe(3);
});

test('relearned cards are not overwritten by older copies', () => {
  const known = answered(deck, 'AET', true, 1000);
  const learned = withWords(known, ['TEA'], 'game', 2000, LATIN);
  expect(merged(learned, known).cards[0]).toMatchObject({ level: 0, due: 0 });
});

test('a word is spelled by its tiles, however it is written', () => {
  const game = (faces: string[], folds: [string, string][], locale: string) => ({
    letters: faces.map((face) => ({ face })) as never,
    folds,
    locale,
  });
  const french = game(
    LATIN,
    [
      ['É', 'E'],
      ['Œ', 'OE'],
    ],
    'fr',
  );
  expect(['été', 'e\u0301té', 'ÉTE'].map((word) => spelled(word, french))).toEqual([
    'ETE',
    'ETE',
    'ETE',
  ]);
  expect(spelled('bœuf', french)).toBe('BOEUF');
  const spanish = game([...LATIN, 'CH', 'LL', 'RR'], [['Á', 'A']], 'es');
  expect(['chállar', '[CH]A[LL]AR'].map((word) => spelled(word, spanish))).toEqual([
    'CHALLAR',
    'CHALLAR',
  ]);
  const catalan = game(
    [...LATIN, 'L·L'],
    [
      ['ĿL', 'L·L'],
      ['L-L', 'L·L'],
    ],
    'ca',
  );
  expect(['col·la', 'coŀla', 'col-la'].map((word) => spelled(word, catalan))).toEqual([
    'COL·LA',
    'COL·LA',
    'COL·LA',
  ]);
  expect(spelled('straße', game(LATIN, [['ß', 'SS']], 'de'))).toBe('STRASSE');
  expect(spelled('iı', game(['I', 'İ'], [], 'tr'))).toBe('İI');
  expect(
    spelled(
      'שָׁם',
      game(
        ['ש', 'מ'],
        [
          ['ם', 'מ'],
          ['\u05B8', ''],
          ['\u05C1', ''],
        ],
        'he',
      ),
    ),
  ).toBe('שמ');
});
