// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { ChallengeView, GameView, OutcomeView, ScoreView } from '../protocol';
import {
  challengeQuestion,
  closedSentences,
  outcomeSentences,
  scoreText,
  turnSentence,
} from './sentences';

const turn = { seat: 1, taken: 'played', move: '8D TEA', score: 6, total: 6, at: 0 } as const;
const game = (challenge: ChallengeView, more: Partial<GameView> = {}) =>
  ({
    challenge,
    phase: 'playing',
    you: 0,
    on_turn: 0,
    challengeable: ['TEA'],
    turns: [turn],
    seats: [{ name: 'Ann' }, { name: 'Ben' }],
    ...more,
  }) as unknown as GameView;

test.each<[ChallengeView, Partial<GameView>, string]>([
  [{ rule: 'double' }, {}, 'you lose this turn. If it isn’t, Ben takes the tiles back'],
  [{ rule: 'double' }, { on_turn: 2 }, 'you lose your next turn.'],
  [{ rule: 'double' }, { phase: 'last_challenge' }, 'the game ends.'],
  [{ rule: 'single' }, {}, 'you lose nothing.'],
  [{ rule: 'points', points: 5, per: 'play' }, {}, 'Ben gets 5 points.'],
  [{ rule: 'triple' }, {}, 'you lose the game; if not, Ben does.'],
])(
  'before a challenge by the rule %j it is said what it costs, and when (%j)',
  (challenge, more, said) => {
    const question = challengeQuestion(game(challenge, more));
    expect(question).toMatch(/^Challenge TEA\? /);
    expect(question).toContain(said);
  },
);

test('your own turns are described as yours', () => {
  expect(turnSentence(turn, game({ rule: 'void' }))).toBe('Ben plays 8D TEA: 6 points.');
  expect(turnSentence({ ...turn, seat: 0 }, game({ rule: 'void' }))).toBe(
    'You play 8D TEA: 6 points.',
  );
});

test('the result names players who dropped out, once', () => {
  const seats = [
    { name: 'Ann' },
    { name: 'Ben', lost: 'resigned' },
    { name: 'Cid', lost: 'time' },
  ] as const;
  const dropouts = [2, 1].map((seat) => ({ seat, after: 3 }));
  const end = (reason: OutcomeView['reason']) =>
    outcomeSentences({ winners: [0], reason }, { seats, dropouts });
  expect(end({ kind: 'out', seat: 0 })).toEqual([
    'Ann won.',
    'Ann went out.',
    'Out of time: Cid.',
    'Resigned: Ben.',
  ]);
  const challenged = [seats[0], { name: 'Ben', lost: 'challenge' }] as const;
  const out = outcomeSentences(
    { winners: [0], reason: { kind: 'out', seat: 0 } },
    { seats: challenged, dropouts: dropouts.slice(1) },
  );
  expect(out.at(-1)).toBe('Lost on a challenge: Ben.');
  expect(end({ kind: 'lost', loss: 'time' })).toEqual([
    'Ann won.',
    'Out of time: Cid.',
    'Resigned: Ben.',
  ]);
});

test('the score names the words, and only words the engine judged', () => {
  const score = (more: object) =>
    scoreText({ words: [], invalid: [], ...more } as unknown as ScoreView, 'en');
  const words = [{ word: 'RETAINs' }, { word: 'XQ' }];
  expect(score({ legal: true, score: 66, words })).toBe('RETAINs and XQ: 66 points');
  expect(score({ legal: false, score: 66, words, invalid: ['xq'] })).toContain('XQ');
  expect(
    score({
      legal: false,
      misfit: { code: 'misfit', error: 'no', values: { kind: 'unattached' } },
    }),
  ).toMatch(/^[A-Z].*touch/);
  expect(score({})).toBe('');
});

test('a game closed by an administrator says so, with the reason', () => {
  expect(closedSentences({})).toBeUndefined();
  expect(closedSentences({ closed: '' })).toEqual(['An administrator closed this game.']);
  expect(closedSentences({ closed: 'cheating' })).toEqual([
    'An administrator closed this game.',
    'cheating',
  ]);
});
