import { expect, test } from 'vitest';
import type { TurnView } from '../protocol';
import { playedWords } from './played';

const turn = (
  taken: TurnView['taken'],
  move: string,
  squares: TurnView['squares'] = [],
): TurnView => ({
  seat: 0,
  taken,
  move,
  squares,
  score: 0,
  total: 0,
  at: 0,
});

test('valid words are listed once, in dictionary form', () => {
  const turns = [
    turn('played', '8D RE(TA)INs'),
    turn('exchanged', '-QVU'),
    turn('withdrawn', 'A1 XYZ'),
    turn('played', 'D8 (R)ED'),
    turn('played', '15A RED'),
    turn('passed', 'pass'),
  ];
  expect(playedWords({ turns, board: [] }, 'en')).toEqual(['RETAINS', 'RED']);
});

test('cross words are listed as they were at that time', () => {
  const at = (row: number, col: number, tile: string) => ({ row, col, tile });
  const board = [at(7, 7, 'A'), at(7, 8, 'T'), at(7, 9, 'E'), at(8, 7, 'X'), at(8, 8, 'O')];
  const turns = [
    turn('played', '8H AT', [at(7, 7, 'A'), at(7, 8, 'T')]),
    turn('played', '9H XO', [at(8, 7, 'X'), at(8, 8, 'O')]),
    turn('played', '8H (AT)E', [at(7, 9, 'E')]),
  ];
  expect(playedWords({ turns, board }, 'en')).toEqual(['AT', 'XO', 'AX', 'TO', 'ATE']);
});
