// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { NoConnection } from '../api';
import type { JudgeView, LineView, Question, ReviewedTurnView, SheetView } from '../protocol';
import { ReviewCtrl } from './ctrl.svelte';

const SHEET = {
  ruleset: 'english',
  lexicon: null,
  title: '',
  players: [{ name: 'club' }, { name: 'club 2' }],
  turns: [{ seat: 1, move: 'D11 V(A)GI', points: 8, position: {} }],
};

vi.mock('../api', async (actual) => ({
  ...(await actual<typeof import('../api')>()),
  get: async () => {
    if (refused) throw refused;
    return { lexicons: [], rulesets: [] };
  },
}));
vi.mock('../engine/engine', () => ({
  Closed: class extends Error {},
  NoEngine: class extends Error {},
  Superseded: class extends Error {},
  Engine: class {
    open = async () => {
      if (refused) throw refused;
      return { lexicon: 'english' };
    };
    ask = async (question: Question, _signal: unknown, progress?: (so_far: unknown) => void) => {
      if (refused) throw refused;
      if (question.ask === 'sum') return { players: [] };
      if (question.ask !== 'review') return SHEET;
      progress?.({ method: 'preendgame', share: 0.25 });
      return answers.shift() ?? new Promise(() => undefined);
    };
    close = () => undefined;
  },
}));

/** What is found out about the next turns. */
let answers: unknown[] = [];
/** What every question fails with. */
let refused: Error | undefined;

beforeEach(() => {
  localStorage.clear();
  refused = undefined;
});

test('only known bots have bot names, even when reopened', async () => {
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

test('the caption describes the move on the board', async () => {
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

test('a reopened review continues unless it was stopped', async () => {
  SHEET.turns.push(...SHEET.turns);
  const begin = async () => {
    const ctrl = new ReviewCtrl();
    await ctrl.open('a sheet');
    ctrl.resume();
    return ctrl;
  };
  answers = [{ number: 1 }];
  const first = await begin();
  await expect.poll(() => first.done).toBe(1);
  await expect
    .poll(() => first.looking)
    .toEqual({ at: 1, progress: { method: 'preendgame', share: 0.25 } });
  first.close(); // whoever leaves does not stop it for good
  const again = await begin();
  expect([again.done, again.running]).toEqual([1, true]);
  again.halt();
  expect([again.running, again.isUnfinished, again.looking]).toEqual([false, true, undefined]);
  const last = await begin();
  expect([last.running, last.isUnfinished]).toEqual([false, true]);
  answers = [{ number: 2 }];
  await last.run();
  expect([last.done, last.isUnfinished]).toEqual([2, false]);
});

test('actions without a connection report it', async () => {
  const ctrl = new ReviewCtrl();
  await ctrl.open('a sheet');
  const presses = [
    () => ctrl.chooseLexicon('other'),
    () => ctrl.showLine({ move: '8D TEA' } as LineView),
    () => ctrl.analyse(),
  ];
  for (const press of presses) {
    ctrl.error = undefined;
    refused = new NoConnection('nobody answers');
    await press();
    expect(ctrl.error).toBe(refused);
  }
});

test('going to a turn announces its loss', async () => {
  const ctrl = new ReviewCtrl();
  await ctrl.open('a sheet');
  const announced = () => document.querySelector('[role=status]')?.textContent;
  ctrl.go(0);
  expect(announced()).toBe('club 2: D11 V(A)GI, 8');
  const loss = { points: 7, size: 'medium', by_points: true } as const;
  ctrl.turns = ctrl.turns.with(0, { loss } as unknown as ReviewedTurnView);
  ctrl.go(0);
  expect(announced()).toBe('club 2: D11 V(A)GI, 8. Costs 7.0 points.');
  ctrl.go(9);
  expect(announced()).toBe('End');
});

test('a resignation is shown after its turn and at the end', async () => {
  const ctrl = new ReviewCtrl();
  await ctrl.open('a sheet');
  const players = [{ name: 'Ann' }, { name: 'Ben', lost: 'resigned' }];
  const dropouts = [{ seat: 1, after: 1 }];
  const end = { reason: { kind: 'passes' }, winners: [0] };
  ctrl.sheet = { ...ctrl.sheet!, players, dropouts, end } as unknown as SheetView;
  expect([0, 1, 2].map((turns) => ctrl.lossesAfter(turns))).toEqual([[], ['Ben resigned'], []]);
  expect(ctrl.ending).toEqual(['Ann won.', 'All players passed.', 'Resigned: Ben.']);
});

test('drop-outs after the same turn are in order', async () => {
  const ctrl = new ReviewCtrl();
  await ctrl.open('a sheet');
  const players = [
    { name: 'Ann' },
    { name: 'Ben', lost: 'resigned' },
    { name: 'Cid', lost: 'time' },
  ];
  const dropouts = [
    { seat: 2, after: 1 },
    { seat: 1, after: 1 },
  ];
  ctrl.sheet = { ...ctrl.sheet!, players, dropouts } as unknown as SheetView;
  expect(ctrl.lossesAfter(1)).toEqual(['Cid ran out of time', 'Ben resigned']);
});

test('a load error is cleared by the next attempt', async () => {
  const ctrl = new ReviewCtrl();
  refused = new NoConnection('nobody answers');
  await ctrl.load();
  expect([ctrl.loaded, ctrl.error]).toEqual([false, refused]);
  refused = undefined;
  await ctrl.load();
  expect([ctrl.loaded, ctrl.error]).toEqual([true, undefined]);
});

test('the address names only saved reviews', async () => {
  history.replaceState(null, '', '/review');
  const ctrl = new ReviewCtrl();
  await ctrl.open('a sheet');
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  ctrl.name();
  ctrl.go(0);
  expect([ctrl.isSaved, location.search]).toEqual([false, '?turn=1']);
  vi.unstubAllGlobals();
  ctrl.name();
  expect(ctrl.isSaved).toBe(true);
  const id = new URLSearchParams(location.search).get('kept')!;
  expect([await ctrl.reopen(id), await ctrl.reopen('another')]).toEqual([true, false]);
  ctrl.close();
});
