// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { GameView } from '../protocol';
import { news } from './news';

const PLAY = { seat: 1, taken: 'played', move: '8D TEA', score: 6, total: 6, at: 0 };
const SEATS = [
  { name: 'Ann', score: 10 },
  { name: 'Ben', score: 22 },
  { name: 'Cid', score: 8 },
];
const RESIGNED = {
  seats: SEATS.with(1, { ...SEATS[1], lost: 'resigned' } as never),
  dropouts: [{ seat: 1, after: 0 }],
};
const game = (more: object = {}) =>
  ({
    phase: 'playing',
    you: 0,
    on_turn: 1,
    turns: [],
    seats: SEATS,
    ...more,
  }) as unknown as GameView;
const OVER = {
  phase: 'ended',
  on_turn: undefined,
  outcome: { winners: [0], reason: { kind: 'passes' } },
};

test('a turn is announced once, and whether it is yours', () => {
  const now = game({ turns: [PLAY], on_turn: 0 });
  expect(news(game(), now)).toEqual({
    said: ['Ben plays 8D TEA: 6 points.', 'You are 12 behind.'],
    sound: 'yours',
    due: 'Your turn',
    isNow: true,
  });
  expect(news(now, now)).toEqual({ said: [], sound: undefined, due: undefined, isNow: false });
});

test('a challenge of an announced turn is announced', () => {
  const challenge = { by: 2, stands: true, price: { kind: 'turn' } };
  const told = news(game({ turns: [PLAY] }), game({ turns: [{ ...PLAY, challenge }] }));
  expect(told.said).toEqual([
    'Ben plays 8D TEA: 6 points. Cid lost the challenge.',
    'You are 12 behind.',
  ]);
  expect(told.isNow).toBe(true);
});

test('a drop-out is announced once, even if it ends the game', () => {
  expect(news(game(), game(RESIGNED))).toMatchObject({ said: ['Ben resigned.'], sound: 'theirs' });
  const { said, sound, isNow } = news(game(), game({ ...RESIGNED, ...OVER }));
  expect([said, sound, isNow]).toEqual([
    ['You won!', 'All players passed.', 'Resigned: Ben.'],
    'end',
    true,
  ]);
});

test('drop-outs are announced in order', () => {
  const seats = SEATS.map((seat, n) => (n ? { ...seat, lost: 'resigned' } : seat));
  const dropouts = [2, 1].map((seat) => ({ seat, after: 0 }));
  expect(news(game(), game({ seats, dropouts })).said.slice(0, 2)).toEqual([
    'Cid resigned.',
    'Ben resigned.',
  ]);
});

test('spectators hear that the game begins and have no turn', () => {
  const now = game({ you: undefined, on_turn: undefined });
  expect(news(game({ phase: 'lobby' }), now)).toMatchObject({ sound: 'begin', due: undefined });
});

test('the last play waits for an answer', () => {
  const before = game({ phase: 'last_challenge' });
  expect(news(before, game({ phase: 'last_challenge', may_accept: true })).due).toMatch(
    /Accept or challenge it/,
  );
});

test('the standing covers remaining players and is not announced to spectators', () => {
  const told = (more: object) => news(game(), game({ turns: [PLAY], ...more })).said.at(-1);
  expect(told({ seats: SEATS.map((seat) => ({ ...seat, score: 5 })) })).toBe('The score is level.');
  expect(told(RESIGNED)).toBe('You are 2 ahead.');
  expect(told({ you: undefined })).toBe('Ben plays 8D TEA: 6 points.');
});
