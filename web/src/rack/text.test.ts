import { expect, test } from 'vitest';
import { rackText } from './text';

test('tiles of two letters are told from two tiles', () => {
  expect(rackText(['A', 'L', 'L', '?'])).toBe('ALL?');
  expect(rackText(['A', 'L', 'LL'])).toBe('A L LL');
});
