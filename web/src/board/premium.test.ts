// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { premiumText } from './premium';

test('a square names all its premiums', () => {
  expect(premiumText({ word: 3, letter: 1 })).toBe('3W');
  expect(premiumText({ word: 1, letter: 2 })).toBe('2L');
  expect(premiumText({ word: 2, letter: 3 })).toBe('2W 3L');
});
