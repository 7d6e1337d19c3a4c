// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveGame, type SavedGame } from '../game/practice';
import type { Question } from '../protocol';
import Review from './Review.svelte';

vi.mock('../api', async (actual) => ({
  ...(await actual<typeof import('../api')>()),
  get: async () => ({ lexicons: [], rulesets: [] }),
}));
vi.mock('../engine/engine', () => ({
  Closed: class extends Error {},
  NoEngine: class extends Error {},
  Superseded: class extends Error {},
  Engine: class {
    open = async () => ({ lexicon: 'english' });
    ask = async ({ ask }: Question) => {
      asked.push(ask);
      if (ask === 'record')
        return { text: '#player1 you You\n>you: AET 8H TEA +6 6\n#incomplete\n', me: 0 };
      throw new Error('nothing else is asked');
    };
    close = () => undefined;
  },
}));

const asked: string[] = [];
const PRACTICE: SavedGame = {
  game: { ruleset: 'english', lexicon: 'english', family: false },
  bots: ['casual'],
  lines: {} as never,
  stage: 'begun',
};

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  history.replaceState(null, '', '/review');
});
afterEach(cleanup);

test('an unfinished offline game can’t be reviewed', async () => {
  saveGame(PRACTICE);
  render(Review, { game: 'practice' });
  await screen.findByText('The game isn’t over yet.');
  expect(asked).toEqual(['record']);
});

test('only a finished offline game is offered', async () => {
  saveGame(PRACTICE);
  const { unmount } = render(Review, {});
  await screen.findByLabelText('GCG');
  expect(screen.queryByText('Review your last offline game')).toBeNull();
  unmount();
  saveGame({ ...PRACTICE, stage: 'ended' });
  render(Review, {});
  await screen.findByText('Review your last offline game');
});

test.each(['kept', 'follow'])(
  'an address with no %s game says so and offers another',
  async (name) => {
    history.replaceState(null, '', `/review?${name}=gone`);
    render(Review, {});
    await screen.findByText('This review isn’t saved in this browser.');
    await screen.findByLabelText('GCG');
  },
);
