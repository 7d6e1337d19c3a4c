// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { forget, saveItem, listSaved, readSaved } from './saved';

afterEach(() => localStorage.clear());

const entry = (id: string, at: number) => ({ id, title: id, at, data: { n: at } });

test('saved items are listed by kind, the latest first', () => {
  saveItem('review', entry('a', 1));
  saveItem('review', entry('b', 2));
  saveItem('follow', entry('c', 3));
  expect(listSaved('review').map(({ id }) => id)).toEqual(['b', 'a']);
  expect(readSaved<{ n: number }>('follow', 'c')?.data.n).toBe(3);
  forget('review', 'b');
  expect(readSaved('review', 'b')).toBeUndefined();
});

test('the oldest items are dropped', () => {
  for (let at = 1; at <= 4; at++) saveItem('review', entry(String(at), at), 3);
  expect(listSaved('review').map(({ id }) => id)).toEqual(['4', '3', '2']);
});

test('unreadable items are skipped', () => {
  localStorage.setItem('tisane.review.x', '{');
  expect(listSaved('review')).toEqual([]);
});
