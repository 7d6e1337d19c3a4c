// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { keep } from './kept';
import { store, stored, storedJson, storedKeys } from './storage';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('what is remembered is found again, until it is forgotten', () => {
  expect(store('a.1', '{"n":1}')).toBe(true);
  expect([stored('a.1'), storedJson('a.1'), storedKeys('a.')]).toEqual([
    '{"n":1}',
    { n: 1 },
    ['a.1'],
  ]);
  store('a.1', undefined);
  expect([stored('a.1'), storedJson('a.1'), storedKeys('a.')]).toEqual([undefined, undefined, []]);
  store('a.2', '{');
  expect(storedJson('a.2')).toBeUndefined();
});

test('where there is no room it is told, and where nothing may be remembered nothing is found', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect([store('a', 'b'), keep('follow', { id: 'x', title: '', at: 1, data: {} })]).toEqual([
    false,
    false,
  ]);
  vi.stubGlobal('localStorage', undefined);
  expect([store('a', 'b'), stored('a'), storedKeys('a')]).toEqual([false, undefined, []]);
});
