// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { botNames, namesOf } from './words';

test('the second computer of a kind has a number', () => {
  expect(botNames(['casual', 'club', 'casual'])).toEqual(['Casual', 'Club', 'Casual 2']);
});

test('who looks is “you” in the list, whatever the name was when the game began', () => {
  const room = { names: ['Anna', 'casual', 'Ben'], players: ['me', null, 'ben'] };
  expect(namesOf(room, 'me')).toEqual(['You', 'Casual', 'Ben']);
  expect(namesOf(room, undefined)).toEqual(['Anna', 'Casual', 'Ben']);
});
