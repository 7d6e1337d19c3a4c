import { expect, test } from 'vitest';
import type { ActionView, ErrorCode, TurnView } from '../protocol';
import { wasDone } from './resent';

const turn = (seat: number, taken: TurnView['taken'], by?: number) =>
  ({ seat, taken, ...(by !== undefined && { challenge: { by } }) }) as TurnView;
const done = (kind: ActionView['kind'], number: number, code: ErrorCode, ...turns: TurnView[]) =>
  wasDone({ kind } as ActionView, number, code, { turns, you: 0 });

test('a move was made if the turn is mine and was neither skipped nor lost', () => {
  const before = turn(1, 'played');
  for (const taken of ['played', 'withdrawn', 'exchanged', 'passed'] as const)
    expect(done('pass', 1, 'turn_over', before, turn(0, taken), turn(1, 'passed'))).toBe(true);
  for (const taken of ['skipped', 'lost'] as const)
    expect(done('pass', 1, 'turn_over', before, turn(0, taken), turn(1, 'passed'))).toBe(false);
  expect(done('pass', 1, 'turn_over', before, turn(1, 'passed'))).toBe(false);
  expect(done('pass', 1, 'turn_over', before)).toBe(false);
});

test('a withdrawn play counts as two turns', () => {
  expect(done('move', 2, 'turn_over', turn(1, 'withdrawn'), turn(0, 'played'))).toBe(true);
  expect(done('move', 1, 'turn_over', turn(1, 'withdrawn'), turn(0, 'played'))).toBe(false);
});

test('a move after the end of the game was not made', () => {
  expect(done('place', 1, 'already_ended', turn(1, 'played'))).toBe(false);
});

test('a challenge was made if this seat challenged, whatever the result', () => {
  expect(done('challenge', 1, 'already_judged', turn(1, 'played', 0))).toBe(true);
  expect(done('challenge', 1, 'already_ended', turn(1, 'played', 0))).toBe(true);
  expect(done('challenge', 1, 'turn_over', turn(1, 'withdrawn', 0))).toBe(true);
  expect(done('challenge', 1, 'turn_over', turn(1, 'played', 0), turn(0, 'lost'))).toBe(true);
  expect(done('challenge', 1, 'already_judged', turn(1, 'played', 2))).toBe(false);
  expect(done('challenge', 1, 'turn_over', turn(1, 'played'), turn(0, 'skipped'))).toBe(false);
  expect(done('challenge', 1, 'no_such_word', turn(1, 'played', 0))).toBe(false);
});

test('accepting twice counts once', () => {
  expect(done('accept', 1, 'already_ended', turn(1, 'played'))).toBe(true);
  expect(done('accept', 1, 'nothing_to_accept', turn(1, 'played'))).toBe(true);
  expect(done('accept', 1, 'turn_over', turn(1, 'withdrawn', 2))).toBe(false);
});
