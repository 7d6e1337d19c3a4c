import { expect, test } from 'vitest';
import type { TurnView } from '../protocol';
import { playedWords } from './played';

const turn = (taken: TurnView['taken'], move: string): TurnView => ({
  seat: 0,
  taken,
  move,
  score: 0,
  total: 0,
  at: 0,
});

test('words that stand are told once, as the dictionary has them', () => {
  const turns = [
    turn('played', '8D RE(TA)INs'),
    turn('exchanged', '-QVU'),
    turn('withdrawn', 'A1 XYZ'),
    turn('played', 'D8 (R)ED'),
    turn('played', '15A RED'),
    turn('passed', 'pass'),
  ];
  expect(playedWords({ turns }, 'en')).toEqual(['RETAINS', 'RED']);
});
