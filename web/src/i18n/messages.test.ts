import { expect, test } from 'vitest';
import en from './en.json';
import { countMessage, message } from './messages';
import ru from './ru.json';

const FORMS = /\.(one|few|many)$/;
const keys = (texts: object) => Object.keys(texts).filter((key) => !FORMS.test(key));
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test('both languages have the same texts', () => {
  expect(keys(ru)).toEqual(keys(en));
});

test('both languages fill in the same values', () => {
  for (const [key, text] of Object.entries(en)) {
    const other = (ru as Record<string, string>)[key];
    if (other) expect([key, placeholders(other)]).toEqual([key, placeholders(text)]);
  }
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
