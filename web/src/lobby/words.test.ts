// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { botNames, namesOf, ratedText } from './words';

test('the second computer of a kind has a number', () => {
  expect(botNames(['casual', 'club', 'casual'])).toEqual(['Casual', 'Club', 'Casual 2']);
});

test('who looks is “you” in the list, whatever the name was when the game began', () => {
  const room = { names: ['Anna', 'casual', 'Ben'], players: ['me', null, 'ben'] };
  expect(namesOf(room, 'me')).toEqual(['You', 'Casual', 'Ben']);
  expect(namesOf(room, undefined)).toEqual(['Anna', 'Casual', 'Ben']);
});

test('a game says whether it is rated, and every reason why not', () => {
  expect(ratedText({ rated: true })).toBe('Rated');
  expect(ratedText({ rated: false, unrated: ['challenge', 'seed'] })).toBe(
    'Not rated: not the standard challenge rule, chosen random seed',
  );
  expect(ratedText({ rated: false }), 'lists of older versions do not say').toBe('Not rated');
});
