// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { AnalysisView } from '../protocol';
import { AnalysisCtrl } from './ctrl.svelte';
import Moves from './Moves.svelte';

vi.mock('../engine/engine', () => ({ Engine: class {} }));
afterEach(cleanup);

const ctrl = Object.assign(new AnalysisCtrl(), { lexicon: 'english' });
ctrl.position.rackText = 'A';
const how = (deals: number, running: boolean, isFinished: boolean) => {
  const line = {
    move: 'pass',
    score: 0,
    leave: 'A',
    equity: 0,
    place: null,
    word: 'pass',
    tiles: [],
    exactness: 'exact',
  };
  const ranked = {
    method: 'preendgame',
    count: 1,
    deals,
    lines: [line],
    doubtful: [],
  } as unknown as AnalysisView;
  ctrl.moves.ranked = ranked;
  Object.assign(ctrl.simulation, { running, isFinished });
  const { container, unmount } = render(Moves, { ctrl });
  const text = container.querySelector('.how')!.textContent.replace(/\s+/g, ' ').trim();
  unmount();
  return text;
};

test('the pre-endgame says how many tile orders were checked', () => {
  expect(how(22, true, false)).toContain('checking 22 tile orders');
  expect(how(22, false, false)).toContain('stopped before all 22 tile orders were checked');
  expect(how(22, false, true)).toContain('22 tile orders checked');
  expect(how(1, false, true)).toContain('1 tile order checked');
});

test('win chances are listed by the tiles in the bag', () => {
  const draws = [
    { tiles: 'A', ways: 1, win: 1, win_bounds: [1, 1] },
    { tiles: 'S', ways: 1, win: 0.5, win_bounds: [0, 1] },
    { tiles: 'V', ways: 1, win_bounds: [0, 1] },
  ];
  const line = { ...ctrl.moves.ranked!.lines[0], draws };
  ctrl.moves.ranked = { ...ctrl.moves.ranked!, lines: [line] } as unknown as AnalysisView;
  const { container, unmount } = render(Moves, { ctrl });
  const shown = [...container.querySelectorAll('.draws .held')].map((held) =>
    held.textContent.replace(/\s+/g, ' ').trim(),
  );
  unmount();
  expect(shown).toEqual(['A 100%', 'S ≈ 50%', 'V ?']);
});

test('the depth is always shown, also for one remaining player', () => {
  const shown = (gone: number[]) => {
    ctrl.position.gone = gone;
    const { container, unmount } = render(Moves, { ctrl });
    const { value, options } = container.querySelector('select')!;
    const found = [value, [...options].map((option) => option.value).join('')];
    unmount();
    return found;
  };
  expect([shown([]), shown([1])]).toEqual([
    ['2', '234'],
    ['1', '1234'],
  ]);
});
