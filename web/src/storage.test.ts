// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { saveItem } from './saved';
import { store, stored, storedJson, storedKeys } from './storage';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('stored values are found until they are removed', () => {
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

test('a full storage is reported, and a forbidden one is empty', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect([store('a', 'b'), saveItem('follow', { id: 'x', title: '', at: 1, data: {} })]).toEqual([
    false,
    false,
  ]);
  vi.stubGlobal('localStorage', undefined);
  expect([store('a', 'b'), stored('a'), storedKeys('a')]).toEqual([false, undefined, []]);
});
