// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { botNames } from './words';

test('the second computer of a kind has a number', () => {
  expect(botNames(['casual', 'club', 'casual'])).toEqual(['Casual', 'Club', 'Casual 2']);
});
