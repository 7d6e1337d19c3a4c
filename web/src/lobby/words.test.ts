// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { botNames, namesOf, ratedText, watchingText } from './words';

test('the second computer of a kind has a number', () => {
  expect(botNames(['casual', 'club', 'casual'])).toEqual(['Casual', 'Club', 'Casual 2']);
});

test('the visitor is “you” in the list, whatever the name was', () => {
  const room = { names: ['Anna', 'casual', 'Ben'], players: ['me', null, 'ben'] };
  expect(namesOf(room, 'me')).toEqual(['You', 'Casual', 'Ben']);
  expect(namesOf(room, undefined)).toEqual(['Anna', 'Casual', 'Ben']);
});

test('an unrated game gives one reason', () => {
  expect(ratedText({ rated: true })).toBe('Rated');
  expect(ratedText({ rated: false, unrated: ['challenge', 'seed'] })).toBe(
    'Not rated: custom challenge rule',
  );
  expect(ratedText({ rated: false, unrated: ['challenge', 'guest'] })).toBe(
    'Not rated: a player is a guest',
  );
  expect(ratedText({ rated: false }), 'older servers give no reason').toBe('Not rated');
});

test('spectators read that they see racks only when they do', () => {
  const delayed = { delayed: { turns: 2 } };
  expect(watchingText(delayed, [{}, {}])).toBe('2 turns behind. You are watching.');
  expect(watchingText(delayed, [{ rack: ['A'] }, {}])).toBe(
    '2 turns behind. You are watching and see all racks.',
  );
  expect(watchingText('table', [{}, {}])).toBe('You are watching.');
});
