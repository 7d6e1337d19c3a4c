// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { ApiError } from '../api';
import type { RoomView } from '../protocol';
import { botsOf, inOwnWords, labelOf } from './names';

const room = {
  id: 'G',
  game: { you: 0, seats: [{ name: 'club' }, { name: 'club 2' }] },
  occupants: [{ bot: false }, { bot: true }],
} as unknown as RoomView;

test('refusals use translated bot names and people’s own names', () => {
  const refused = (name: string) =>
    new ApiError({ code: 'not_your_turn', values: { name }, error: 'not yours' });
  expect(inOwnWords(refused('club 2'), room).values).toEqual({ name: 'Club 2' });
  expect(inOwnWords(refused('club'), room).values).toEqual({ name: 'club' });
});

test('a person with a bot’s name is not a bot', () => {
  expect([...botsOf(room)]).toEqual(['club 2']);
});

test('invalid words are shown in capitals', () => {
  const refused = new ApiError({
    code: 'not_words',
    values: { words: 'QuIZ, kI' },
    error: 'no words',
  });
  expect(inOwnWords(refused, room, 'en').values).toEqual({ words: 'QUIZ, KI' });
});

test('guests and deleted accounts are labelled', () => {
  const occupant = { player: 'a', here: true, account: false };
  expect(labelOf(occupant)).toBe('guest');
  expect(labelOf({ ...occupant, deleted: true })).toBe('deleted');
  expect(labelOf({ ...occupant, account: true })).toBe('');
  expect(labelOf({ bot: 'casual', here: true, account: false })).toBe('');
});
