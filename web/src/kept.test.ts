// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { forget, keep, listKept, readKept } from './kept';

afterEach(() => localStorage.clear());

const entry = (id: string, at: number) => ({ id, title: id, at, data: { n: at } });

test('what is kept is listed, the latest first, each kind by itself', () => {
  keep('review', entry('a', 1));
  keep('review', entry('b', 2));
  keep('follow', entry('c', 3));
  expect(listKept('review').map(({ id }) => id)).toEqual(['b', 'a']);
  expect(readKept<{ n: number }>('follow', 'c')?.data.n).toBe(3);
  forget('review', 'b');
  expect(readKept('review', 'b')).toBeUndefined();
});

test('only so many are kept: the oldest goes', () => {
  for (let at = 1; at <= 4; at++) keep('review', entry(String(at), at), 3);
  expect(listKept('review').map(({ id }) => id)).toEqual(['4', '3', '2']);
});

test('what cannot be read is passed over', () => {
  localStorage.setItem('tisane.review.x', '{');
  expect(listKept('review')).toEqual([]);
});
