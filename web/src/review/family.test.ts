// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { Game } from '../engine/engine';
import { settings } from '../settings.svelte';
import { ReviewCtrl } from './ctrl.svelte';

const opened: Game[] = [];
const SHEET = {
  ruleset: 'english',
  lexicon: null,
  title: '',
  players: [{ name: 'Ann' }],
  turns: [{ seat: 0 }],
};

vi.mock('../api', async (actual) => ({
  ...(await actual<typeof import('../api')>()),
  get: async () => ({}),
}));
vi.mock('../engine/engine', () => ({
  Closed: class extends Error {},
  NoEngine: class extends Error {},
  Superseded: class extends Error {},
  Engine: class {
    open = async (game: Game) => (opened.push(game), { lexicon: 'english' });
    ask = async () => SHEET;
    close = () => undefined;
  },
}));

beforeEach(() => {
  localStorage.clear();
  opened.length = 0;
});

test('a game is reviewed with its own words, whatever the visitor’s filter', async () => {
  settings.setFamily(true);
  const ctrl = new ReviewCtrl();
  await ctrl.open('a sheet', { family: false });
  await ctrl.run();
  expect(opened.map(({ family }) => family)).toEqual([false, false]);
  await new ReviewCtrl().open('a sheet'); // as it was kept
  expect(opened.at(-1)!.family).toBe(false);
  await new ReviewCtrl().open('another sheet'); // of which that is not known
  expect(opened.at(-1)!.family).toBe(true);
});
