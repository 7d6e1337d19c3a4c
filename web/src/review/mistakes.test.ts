// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { ReviewedTurnView, SizeView } from '../protocol';
import { missedWords, summary } from './mistakes';

const turn = (player: number, size: SizeView, win: number, best = '8D RETaINS'): ReviewedTurnView => ({
  number: 1,
  player,
  rack: '',
  played: '',
  points: 0,
  total: 0,
  lead: 0,
  phonies: [],
  withdrawn: false,
  lines: [{ move: best, score: 70, leave: '', equity: 70 }],
  place: size === 'none' ? 1 : 4,
  loss: { win, points: win * 2, size },
});

test('a player’s turns are counted and averaged; those not looked at are left out', () => {
  const turns = [turn(0, 'none', 0), turn(1, 'large', 9), undefined, turn(0, 'small', 1)];
  expect(summary(turns, 0)).toEqual({
    judged: 2,
    best: 1,
    small: 1,
    medium: 0,
    large: 0,
    phonies: 0,
    win: 0.5,
    points: 1,
  });
  expect(summary([], 0)).toMatchObject({ judged: 0, win: undefined, points: undefined });
});

test('missed words are those of better plays, in capitals and each once', () => {
  const turns = [
    turn(0, 'large', 9),
    turn(0, 'none', 0, '8D QI'),
    turn(1, 'small', 1, '-QV'),
    turn(1, 'small', 1),
    turn(1, 'medium', 4, '8D [CH]AL'),
  ];
  expect(missedWords(turns, undefined, 'en')).toEqual(['RETAINS', 'CHAL']);
  expect(missedWords(turns, 0, 'en')).toEqual(['RETAINS']);
});
