import { expect, test } from 'vitest';
import { pageAddress, readPageAddress } from './address';

test('a position survives the address bar', () => {
  const shared = {
    ruleset: 'spanish',
    lexicon: 'my words',
    position: '15/7[CH]7/15 AE[LL]?/ 10/-3 0',
  };
  const path = pageAddress(shared);
  expect(path).toContain('15/7');
  expect(readPageAddress(path.slice(path.indexOf('?')))).toEqual(shared);
  expect(readPageAddress('')).toEqual({});
});
