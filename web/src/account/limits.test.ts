import { expect, test } from 'vitest';
import { isName, isPassword, nameLength } from './limits';

test('names are measured as the server measures them', () => {
  expect(nameLength('  Ada   Lovelace ')).toBe(12);
  expect(nameLength('Zoe\u0308')).toBe(3);
  expect(nameLength('🦀🦀')).toBe(2);
  expect(isName('x'.repeat(20))).toBe(true);
  expect(isName('x'.repeat(21))).toBe(false);
  expect(isName(' ')).toBe(false);
});

test('passwords have a minimum and a maximum length', () => {
  expect(['short', 'correct horse', 'x'.repeat(200), 'x'.repeat(201)].map(isPassword)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
