import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import dataRu from './data.ru.json';
import en from './en.json';
import type { ErrorCode } from '../protocol';
import {
  countMessage,
  dataSentences,
  dataTitle,
  detailMessage,
  message,
  sentences,
  troubleMessage,
  type CountKey,
  type Key,
} from './messages';
import ru from './ru.json';

const TEXTS: Record<string, Record<string, string>> = { en, ru };
const FORM = /\.(zero|one|two|few|many|other)$/;
/** What has forms for numbers: `count.words`. A key that only ends like one has no other forms. */
const counted = new Set(
  Object.keys(en)
    .filter((key) => key.endsWith('.one'))
    .map((key) => key.replace(FORM, '')),
);
const base = (key: string) => (counted.has(key.replace(FORM, '')) ? key.replace(FORM, '') : key);
const keys = (texts: object) => [...new Set(Object.keys(texts).map(base))];
const placeholders = (text: string) => new Set(text.match(/\{\w+\}/g));

test('both languages have the same texts', () => {
  expect(keys(ru)).toEqual(keys(en));
});

test('both languages fill in the same values, in all forms', () => {
  for (const [key, text] of Object.entries(ru)) {
    const other = TEXTS.en![key] ?? TEXTS.en![`${base(key)}.other`]!;
    const [here, there] = [placeholders(text), placeholders(other)];
    // One thing need not be counted: `a blank`.
    if (counted.has(base(key)) && key.endsWith('.one'))
      for (const values of [here, there]) values.add('{n}');
    expect([key, here]).toEqual([key, there]);
  }
});

test.each(Object.keys(TEXTS))('%s has exactly the plural forms of its language', (language) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const had = (key: string) => forms.filter((form) => `${key}.${form}` in TEXTS[language]!);
  for (const key of counted) expect([key, had(key)]).toEqual([key, forms]);
  const all = Object.keys(TEXTS[language]!).filter((key) => base(key) !== key);
  expect(all.length).toBe(counted.size * forms.length);
});

test('Russian texts without plural forms count nothing', () => {
  const counts =
    /\{\w+\} (партий|минут|секунд|часов|дней|ходов|слов|частей|очков|позиций)(?![а-яё])/;
  const found = Object.entries(ru).filter(([key, text]) => base(key) === key && counts.test(text));
  // These are 15 or more.
  expect(found.map(([key]) => key)).toEqual(['bonus.points']);
});

test('only texts with plural forms can be counted', () => {
  const words: CountKey = 'count.words';
  // @ts-expect-error a key that ends in `.other` and has no other forms
  const other: CountKey = 'analysis';
  expect([words, other].map((key) => counted.has(key))).toEqual([true, false]);
});

test('unknown errors of a newer server are shown as they are', () => {
  const newer = { code: 'newer' as ErrorCode, values: { name: 'x' }, error: 'no such thing' };
  expect(troubleMessage('en', newer)).toBe('Something went wrong: no such thing');
  expect(troubleMessage('ru', newer)).toBe('Что-то пошло не так: no such thing');
  expect(message('ru', 'seat.lost_newly' as Key)).toBe('seat.lost_newly');
});

test.each([
  [1, '1 слово'],
  [2, '2 слова'],
  [5, '5 слов'],
  [21, '21 слово'],
])('Russian counts %i as %s', (n, text) => {
  expect(countMessage('ru', 'count.words', n)).toBe(text);
});

test('English counts', () => {
  expect(countMessage('en', 'count.words', 1)).toBe('1 word');
  expect(countMessage('en', 'count.words', 1500)).toBe('1,500 words');
});

test('values are filled in', () => {
  expect(message('en', 'premium.letter', { n: 2 })).toBe('2L');
  expect(message('ru', 'premium.word', { n: 3 })).toBe('3С');
});

test('errors are in the page’s language, with their values', () => {
  const unknown = {
    code: 'no_such_ruleset',
    values: { name: 'englsh', nearest: 'english' },
  } as const;
  expect(troubleMessage('en', unknown)).toBe('Unknown game “englsh”. Did you mean “english”?');
  expect(troubleMessage('ru', unknown)).toBe('Неизвестная игра «englsh». Может быть, «english»?');
  const spelling = { code: 'spelling', values: { text: 'a1', found: '1', at: '2' } } as const;
  expect(troubleMessage('ru', spelling)).toBe(
    '«a1» нельзя составить: неизвестная буква «1» (позиция 2).',
  );
  expect(troubleMessage('en', { code: 'method', values: {} })).toBe(
    'The server doesn’t allow this here.',
  );
});

test('the details of an error are in the page’s language', () => {
  const said = (code: ErrorCode, values: Record<string, string>) =>
    troubleMessage('ru', { code, values: { detail: 'in English', ...values } });
  expect(said('move', { kind: 'place', text: '8З' })).toBe(
    'Недопустимый ход: «8З» — не место; пишите 8D (вправо) или D8 (вниз).',
  );
  expect(said('position', { kind: 'rack_too_long', max: '7', found: '8' })).toBe(
    'Невозможная позиция: на руках не больше 7 фишек, а здесь 8.',
  );
  expect(
    said('notation', {
      kind: 'line',
      line: '3',
      written: '>a: X',
      why: 'action.off_board',
      word: 'X',
      place: '8O',
      last: 'O8',
    }),
  ).toBe('Текст не читается: строка 3, «>a: X»: X на 8O не помещается; доска кончается на O8.');
  const doubt = {
    kind: 'doubt',
    line: '4',
    why: 'sheet.misfit',
    play: '1A ZOO',
    because: 'misfit.gap',
    square: 'B1',
  };
  expect(detailMessage('ru', { code: 'notation', values: doubt })).toBe(
    'Строка 4: 1A ZOO не подходит: разрыв на B1.',
  );
  expect(said('notation', { kind: 'new' })).toBe('Текст не читается: in English.');
});

test('missing tiles are named, blanks included', () => {
  const missing = (language: 'en' | 'ru', tiles: string) =>
    troubleMessage(language, { code: 'not_on_rack', values: { missing: tiles } });
  expect(missing('en', 'Q')).toBe('Not on your rack: Q.');
  expect(missing('en', 'Q?')).toBe('Not on your rack: Q and a blank.');
  expect(missing('en', '??')).toBe('Not on your rack: 2 blanks.');
  expect(missing('ru', 'Ъ??')).toBe('У вас нет этих фишек: Ъ и 2 пустышки.');
});

test('too many blanks explain that small letters are blanks', () => {
  const refused = (tiles: string) =>
    troubleMessage('en', {
      code: 'position',
      values: { kind: 'too_many_tiles', tiles, detail: 'in English' },
    });
  expect(refused('QQ')).toBe('Impossible position: too many tiles for the set; extra: QQ.');
  expect(refused('???')).toBe(
    'Impossible position: too many tiles for the set; extra: 3 blanks (small letters are blanks).',
  );
  const doubt = { kind: 'doubt', line: '4', why: 'sheet.too_many_tiles', tiles: 'Q?' };
  expect(detailMessage('en', { code: 'notation', values: doubt })).toContain(
    'small letters are blanks',
  );
});

const ROOT = `${import.meta.dirname}/../../..`;
const read = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8');
const names = (folder: string) => readdirSync(`${ROOT}/${folder}`);

/** Titles and notes of the data files. */
function dataTexts(): Set<string> {
  const rulesets = names('rulesets').filter((name) => name.endsWith('.toml'));
  const texts = new Set<string>();
  for (const toml of rulesets.map((name) => read(`rulesets/${name}`))) {
    for (const [, text] of toml.matchAll(/^title = "(.*)"$/gm)) texts.add(text!);
    for (const [, text] of toml.matchAll(/^notes = """\n([^]*?)"""/gm))
      sentences(text!).forEach((each) => texts.add(each));
  }
  for (const folder of names('lexicons').filter((name) => !name.includes('.'))) {
    for (const [, text] of read(`lexicons/${folder}/about.toml`).matchAll(/^title = "(.*)"$/gm))
      texts.add(text!);
  }
  return texts;
}

test('every translated text still exists in a data file', () => {
  const texts = dataTexts();
  expect(texts.size).toBeGreaterThan(100);
  expect(Object.keys(dataRu).filter((text) => !texts.has(text))).toEqual([]);
});

test('untranslated texts keep their language and say which', () => {
  expect(dataTitle('ru', 'Spanish')).toBe('Испанский');
  expect(dataTitle('ru', 'My game')).toBe('My game');
  expect(dataSentences('ru', '104 tiles. A house rule.')).toEqual([
    { text: '104 фишки.', lang: 'ru' },
    { text: 'A house rule.', lang: 'en' },
  ]);
});
