// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { JudgeView } from '../protocol';
import { ReviewCtrl } from './ctrl.svelte';

const SHEET = {
  ruleset: 'english',
  lexicon: null,
  title: '',
  players: [{ name: 'club' }, { name: 'club 2' }],
  turns: [{ seat: 1, move: 'D11 V(A)GI', points: 8, position: {} }],
};

vi.mock('../api', async (actual) => ({ ...(await actual<typeof import('../api')>()), get: async () => ({}) }));
vi.mock('../engine/engine', () => ({
  Engine: class {
    open = async () => ({ lexicon: 'english' });
    ask = async () => SHEET;
    close = () => undefined;
  },
}));

beforeEach(() => localStorage.clear());

test('only players who are known to be computers are called as computers are, also when the game is opened again', async () => {
  const ctrl = new ReviewCtrl();
  await ctrl.open('a sheet');
  expect(ctrl.names).toEqual(['club', 'club 2']);
  await ctrl.open('a sheet', { isBot: (name) => name === 'club 2' });
  expect(ctrl.names).toEqual(['club', 'Club 2']);
  ctrl.setRemote({ id: 'x', version: 1 }); // which keeps it
  const again = new ReviewCtrl();
  await again.open('a sheet');
  expect(again.names).toEqual(['club', 'Club 2']);
});

test('what is said of the board is about the move that it shows', async () => {
  const ctrl = new ReviewCtrl();
  await ctrl.open('a sheet');
  const show = (move: string, score: number) =>
    ctrl.showJudged({ line: { move, score, tiles: [] } } as unknown as JudgeView);
  expect(ctrl.caption).toBe('club 2: D11 V(A)GI (8)');
  show('E11 GIB', 14);
  expect(ctrl.caption).toBe('club 2: E11 GIB (14) instead of D11 V(A)GI');
  show('D11 VAGI', 8);
  expect(ctrl.caption).toBe('club 2: D11 V(A)GI (8)');
  ctrl.go(1);
  expect(ctrl.caption).toBe('club – club 2');
});
