// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import {
  challengeOf,
  clockOf,
  fitting,
  saveChoice,
  lastChoice,
  newGame,
  PERSON,
  waitingFor,
  withComputers,
  withPeople,
  type Choice,
} from './choice';
import type { RoomSummary, RulesetSummary } from '../protocol';

const choice: Choice = {
  ruleset: 'english',
  lexicon: '',
  others: ['casual', PERSON],
  computers: ['casual'],
  time: 'none',
  challenge: 'usual',
  public: true,
  spectators: 'table',
  delay: 5,
};

test('people and computers sit at one table', () => {
  expect(newGame(choice, false)).toEqual({
    ruleset: 'english',
    family: false,
    seats: 3,
    bots: ['casual'],
    clock: { kind: 'none' },
    public: true,
    spectators: 'table',
  });
});

test('spectators see racks at once or some turns later', () => {
  const spectators = (more: Partial<Choice>) => newGame({ ...choice, ...more }, false).spectators;
  expect(spectators({ spectators: 'racks' })).toBe('racks');
  expect(spectators({ spectators: 'delayed', delay: 3 })).toEqual({ delayed: { turns: 3 } });
  for (const delay of [1, 21, 2.5, NaN])
    expect(spectators({ spectators: 'delayed', delay })).toEqual({ delayed: { turns: 5 } });
});

test('a game without a free seat is not listed', () => {
  expect(newGame({ ...choice, others: ['casual'] }, false).public).toBe(false);
});

test('a clock is for the game or for each turn', () => {
  expect(clockOf('25m')).toEqual({
    kind: 'game',
    initial: 1_500_000,
    increment: 0,
    overtime: null,
  });
  expect(clockOf('3d')).toEqual({ kind: 'turn', turn: 259_200_000, bank: 0 });
});

test('challenge rules have names', () => {
  expect(challengeOf({ ...choice, challenge: 'usual' })).toBeUndefined();
  expect(challengeOf({ ...choice, challenge: 'double' })).toEqual({ rule: 'double' });
  expect(challengeOf({ ...choice, challenge: 'five' })).toEqual({
    rule: 'points',
    points: 5,
    per: 'play',
  });
});

test('games against bots only are void by default', () => {
  const alone = { others: ['casual', 'club'] };
  expect(challengeOf({ ...alone, challenge: 'usual' })).toEqual({ rule: 'void' });
  expect(challengeOf({ ...alone, challenge: 'single' })).toEqual({ rule: 'single' });
  expect(challengeOf({ others: ['casual', PERSON], challenge: 'usual' })).toBeUndefined();
});

test.each([
  [['a', 'b', 'c'], { from: 2, to: 2 }, ['a']],
  [['a'], { from: 3, to: 4 }, ['a', 'a']],
  [['a', PERSON], { from: 2, to: 4 }, ['a', PERSON]],
])('%j at a table for %j are %j', (others, players, fit) => {
  expect(fitting(others, { players })).toEqual(fit);
});

test('“Play the computer” uses the bots of the last such game', () => {
  const known = { bots: [{ name: 'casual' }, { name: 'club' }], usual: 'casual' };
  const ruleset = { players: { from: 2, to: 4 } } as RulesetSummary;
  const last = () => withComputers(lastChoice([], [], known, 'en'), ruleset).others;
  localStorage.clear();
  expect(last()).toEqual(['casual']);
  expect(saveChoice({ ...choice, others: ['club'] }, ['casual', 'club']).computers).toEqual([
    'casual',
    'club',
  ]);
  const { computers } = saveChoice({ ...choice, others: ['club'] });
  saveChoice({ ...choice, computers, others: ['casual', PERSON] });
  expect(last()).toEqual(['club']);
});

test('“Play with friends” uses people only, as many as last time', () => {
  const others = (...last: string[]) =>
    withPeople({ ...choice, others: last }, false, undefined).others;
  expect(others('club', PERSON, 'casual')).toEqual([PERSON]);
  expect(others(PERSON, PERSON)).toEqual([PERSON, PERSON]);
  expect(others('casual', 'club')).toEqual([PERSON]);
});

test('finding an opponent joins a matching table', () => {
  const room = (id: string, more: Partial<RoomSummary>): RoomSummary => ({
    id,
    ruleset: 'english',
    lexicon: 'english',
    family: false,
    challenge: { rule: 'double' },
    clock: clockOf('none'),
    phase: 'lobby',
    names: ['Ann'],
    players: ['ann'],
    scores: [0],
    most_seats: 2,
    rated: false,
    changed: 0,
    ...more,
  });
  const open = [
    room('other', { ruleset: 'erudit' }),
    room('timed', { clock: clockOf('5m') }),
    room('full', { names: ['Ann', 'Bob'] }),
    room('own', { players: ['me'] }),
    room('four', { most_seats: 4 }),
    room('begun', { phase: 'playing' }),
    room('words', { lexicon: 'short' }),
    room('family', { family: true }),
    room('strict', { challenge: { rule: 'triple' } }),
    room('old', { challenge: undefined! }),
    room('this', {}),
  ];
  const choice = { ruleset: 'english', time: 'none' as const, others: [PERSON] };
  const agreed = { lexicon: 'english', family: false, challenge: { rule: 'double' } as const };
  expect(waitingFor(choice, agreed, open, 'me')?.id).toBe('this');
  expect(waitingFor(choice, agreed, open.slice(0, -1), 'me')).toBeUndefined();
});
