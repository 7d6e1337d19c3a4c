// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { SavedGame } from '../game/practice';
import type { RoomSummary } from '../protocol';
import { endedGames, reviewAddress } from './mine';

const room = (id: string, changed: number, rest: Partial<RoomSummary> = {}) =>
  ({ id, phase: 'ended', scores: [310, 295], changed, ...rest }) as RoomSummary;

const PRACTICE: SavedGame = {
  game: { ruleset: 'english', lexicon: 'english', family: false },
  bots: ['casual', 'casual'],
  stage: 'ended',
  result: { scores: [200, 180, 170], at: 5 },
};

test('finished games are listed newest first, with the offline one', () => {
  const rooms = [room('old', 1), room('new', 9), room('now', 10, { phase: 'playing' })];
  const games = endedGames(rooms, PRACTICE);
  expect(games.map(reviewAddress)).toEqual(['/review/new', '/review/practice', '/review/old']);
  expect(games[1]).toMatchObject({ names: ['You', 'Casual', 'Casual 2'], scores: [200, 180, 170] });
});

test('unfinished and scoreless games are not listed', () => {
  expect(
    endedGames([room('none', 1, { scores: [0, 0] })], { ...PRACTICE, stage: 'begun' }),
  ).toEqual([]);
  expect(endedGames([], { ...PRACTICE, result: undefined }), 'kept by an older version').toEqual(
    [],
  );
  expect(endedGames([], undefined)).toEqual([]);
});

test('only the latest are listed', () => {
  const many = Array.from({ length: 40 }, (_, at) => room(`${at}`, at));
  expect(endedGames(many, undefined).map(({ id }) => id)).toEqual(
    many
      .map(({ id }) => id)
      .reverse()
      .slice(0, 10),
  );
});
