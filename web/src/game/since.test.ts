// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { GameView, TurnView, VerdictView } from '../protocol';
import { sinceMyTurn } from './since';

const turn = (
  seat: number,
  taken: TurnView['taken'],
  move = '',
  more: Partial<TurnView> = {},
): TurnView => ({
  seat,
  taken,
  move,
  score: 0,
  total: 0,
  at: 0,
  ...more,
});
const verdict = (by: number, stands: boolean): VerdictView => ({
  by,
  stands,
  doubted: [0],
  invalid: [],
  price: { kind: 'nothing' },
});
const since = (...turns: TurnView[]) => {
  const seats = ['Me', 'Anna', 'Ben'].map((name) => ({ name }));
  return sinceMyTurn({ turns, you: 0, seats } as unknown as GameView);
};

test('the opponents’ actions since the last turn are listed, nothing earlier', () => {
  expect(since()).toEqual([]);
  expect(
    since(
      turn(2, 'played', '8D OLD', { score: 10 }),
      turn(0, 'played', 'E5 MINE', { score: 12 }),
      turn(1, 'played', '8D RE(TA)INs', { score: 66 }),
      turn(2, 'exchanged', '-3'),
    ),
  ).toEqual(['Anna played RETAINS for 66', 'Ben exchanged 3']);
  expect(since(turn(0, 'passed'), turn(1, 'passed'), turn(2, 'skipped'))).toEqual([
    'Anna passed',
    'Ben was away',
  ]);
});

test('a challenge against my word is reported', () => {
  const challenge = verdict(1, false);
  expect(
    since(turn(0, 'withdrawn', '8D QXZ', { challenge }), turn(1, 'played', '8D TEA', { score: 3 })),
  ).toEqual(['Your QXZ was challenged off by Anna', 'Anna played TEA for 3']);
});

test('lost challenges and their cost are reported', () => {
  expect(
    since(
      turn(0, 'passed'),
      turn(1, 'played', '8D TEA', { score: 3, challenge: verdict(2, true) }),
      turn(2, 'lost'),
    ),
  ).toEqual(['Anna played TEA for 3', 'Ben lost the challenge of TEA', 'Ben lost a turn']);
  expect(
    since(
      turn(1, 'played', '8D TEA'),
      turn(0, 'lost'),
      turn(1, 'withdrawn', '9D QQ', { challenge: verdict(2, false) }),
    ),
  ).toEqual(['You lost a turn', 'Anna’s QQ was challenged off by Ben']);
});

test('my lost challenge is reported even if others moved in between', () => {
  const challenge: VerdictView = { ...verdict(0, true), price: { kind: 'turn' } };
  const doubted = turn(1, 'played', '8D YUKO', { score: 22, challenge });
  const why = ['You lost the challenge of YUKO', 'You lost a turn'];
  expect(since(doubted, turn(0, 'lost'), turn(1, 'passed'))).toEqual([...why, 'Anna passed']);
  expect(since(doubted, turn(2, 'passed'), turn(0, 'lost'))).toEqual(why);
  expect(since(doubted, turn(0, 'lost'), turn(0, 'passed'))).toEqual([]);
});

test('drop-outs are reported in order', () => {
  const turns = [turn(0, 'passed'), turn(1, 'passed'), turn(1, 'passed')];
  const seats = [{ name: 'Me' }, { name: 'Anna' }, { name: 'Ben', lost: 'resigned' }];
  const game = { turns, you: 0, seats, dropouts: [{ seat: 2, after: 2 }] } as unknown as GameView;
  expect(sinceMyTurn(game)).toEqual(['Anna passed', 'Ben resigned', 'Anna passed']);
});
