// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api';
import type { Question, RankedView, AnalysisView } from '../protocol';
import { AnalysisCtrl } from './ctrl.svelte';
import { typed } from './setup';

const LETTERS = { english: 'AEGINT', family: 'AEGINT', russian: 'АИК' };
const ruleset = (name: keyof typeof LETTERS) => ({
  name,
  title: name,
  letters: [...LETTERS[name]].map((face) => ({ face })),
  folds: [],
  locale: 'en',
  layout: { rows: 15, cols: 15, starts: [{ row: 7, col: 7 }], premiums: [] },
  players: { from: 2, to: 2 },
});

const line = (move: string, more: Partial<RankedView> = {}): RankedView => {
  const [place, word] = move.split(' ') as [string, string];
  return { move, score: 10, leave: '', equity: 10, place, word, tiles: [], ...more };
};
const TILE = { row: 7, col: 3, tile: 'E', blank: false };
const LISTED = ['8D TEA', '8D EAT', '8D GIN'];
const rank = (lines: RankedView[]) =>
  ({ method: 'static', count: 3, lines, unseen: [], bag: 80 }) as unknown as AnalysisView;

/** Which game an engine has open, and what it was asked. */
let asked: Question[] = [];
/** How long it thinks about each question. */
let slow = 0;
vi.mock('../api', async (actual) => ({
  ...(await actual<typeof import('../api')>()),
  get: async (path: string) => {
    if (path === '/api/lexicons') return { lexicons: [] };
    if (path === '/api/rulesets') return { rulesets: [{ name: 'english' }] };
    return ruleset(path.split('/').at(-1) as keyof typeof LETTERS);
  },
}));
vi.mock('../engine/engine', () => ({
  Closed: class extends Error {},
  NoEngine: class extends Error {},
  Superseded: class extends Error {},
  Unreachable: class extends Error {},
  Engine: class {
    #game: keyof typeof LETTERS = 'english';
    open = async ({ ruleset, lexicon }: { ruleset: keyof typeof LETTERS; lexicon: string }) => {
      this.#game = ruleset;
      return { lexicon: lexicon || `words of ${ruleset}` };
    };
    ask = async (question: Question) => {
      asked.push(question);
      if (slow) await new Promise((resolve) => setTimeout(resolve, slow));
      switch (question.ask) {
        case 'tiles': {
          if ([...question.text].some((face) => !LETTERS[this.#game].includes(face)))
            throw new ApiError({ code: 'position', error: 'no such tile' });
          return [...question.text];
        }
        case 'rank':
          if (
            [question.position.rack, ...question.position.others]
              .flat()
              .filter((face) => face === 'G').length > 1
          )
            throw new ApiError({ code: 'position', error: 'too many tiles' });
          return rank(LISTED.slice(0, question.top).map((move) => line(move)));
        case 'solve':
          return rank([
            line('8D EAT', { exactness: 'estimated', win: 0.6, heat: [0.5], tiles: [TILE] }),
            line('8D TEA', { exactness: 'estimated' }),
          ]);
        default:
          return '';
      }
    };
    close = () => undefined;
  },
}));

beforeEach(() => {
  asked = [];
  slow = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());
const settled = () => vi.advanceTimersByTimeAsync(200);

async function started(): Promise<AnalysisCtrl> {
  const ctrl = new AnalysisCtrl();
  await ctrl.load('');
  ctrl.position.rackText = 'TEAGIN';
  ctrl.refresh();
  await settled();
  return ctrl;
}
const moves = (ctrl: AnalysisCtrl) =>
  ctrl.moves.lines.map(({ word, win }) => (win === undefined ? word : `${word} ${win}`));

test('filtering keeps the values of simulated moves and finds the other moves', async () => {
  const ctrl = await started();
  expect(moves(ctrl)).toEqual(['TEA', 'EAT', 'GIN']);
  await ctrl.simulate();
  expect(moves(ctrl)).toEqual(['EAT 0.6', 'TEA']);
  expect(ctrl.moves.summary).toBe('3 plays');
  ctrl.setFilter({ text: 'ea' });
  await settled();
  expect(moves(ctrl)).toEqual(['EAT 0.6', 'TEA']);
  expect(ctrl.moves.summary).toBe('2 of 3 found');
  ctrl.setFilter({ text: '8d' });
  expect(moves(ctrl)).toEqual(['EAT 0.6', 'TEA', 'GIN']);
  ctrl.setFilter({ text: '' });
  expect(moves(ctrl)).toEqual(['EAT 0.6', 'TEA']);
});

test('errors in a rack are shown at its field, also if the set has too few tiles', async () => {
  const ctrl = await started();
  const told = () =>
    [ctrl.rackError(0), ctrl.rackError(1), ctrl.error].map((error) => (error as Error)?.message);
  const type = (seat: number, text: string) => (ctrl.typeRack(seat, text), settled());
  await type(0, 'TEAX');
  expect(told()).toEqual(['no such tile', undefined, undefined]);
  await type(0, 'TEAG');
  await type(1, 'X');
  expect(told()).toEqual([undefined, 'no such tile', undefined]);
  await type(1, 'G');
  expect(told()).toEqual([undefined, 'too many tiles', undefined]);
  await type(1, '');
  expect(told()).toEqual([undefined, undefined, undefined]);
  await type(0, 'GG');
  expect(told()).toEqual(['too many tiles', undefined, undefined]);
  ctrl.change(
    typed(
      { ...ctrl.position.setup, cursor: { row: 7, col: 7, across: true } },
      'A',
      false,
      ctrl.faces,
    )!,
  );
  await settled();
  expect(told()).toEqual([undefined, undefined, 'too many tiles']);
});

test('the square filter is cleared when the square is taken or the position changes', async () => {
  const ctrl = await started();
  const square = { row: 7, col: 7 };
  const lay = () =>
    ctrl.change(
      typed(
        { ...ctrl.position.setup, cursor: { ...square, across: true } },
        'A',
        false,
        ctrl.faces,
      )!,
    );
  ctrl.setFilter({ square });
  lay();
  expect(ctrl.moves.filter.square).toBeUndefined();
  ctrl.setFilter({ square: { row: 0, col: 0 } });
  ctrl.clear();
  expect(ctrl.moves.filter.square).toBeUndefined();
});

test('a simulation belongs to the same position; editing starts another', async () => {
  const ctrl = await started();
  const before = ctrl.positions;
  await ctrl.simulate();
  expect([ctrl.positions, ctrl.simulation.isFinished]).toEqual([before, true]);
  ctrl.position.rackText = 'TEA';
  ctrl.refresh();
  expect(ctrl.positions).toBe(before + 1);
});

test('switching games keeps a position that fits and restores one that doesn’t later', async () => {
  const ctrl = await started();
  ctrl.change(
    typed(
      { ...ctrl.position.setup, cursor: { row: 7, col: 7, across: true } },
      'A',
      false,
      ctrl.faces,
    )!,
  );
  ctrl.position.scores = [12, 30];
  const shown = () => [
    ctrl.ruleset!.name,
    [...ctrl.position.setup.tiles.keys()].join(),
    ctrl.position.rackText,
    ...ctrl.position.scores,
  ];
  await ctrl.choose('family');
  expect([shown(), ctrl.left]).toEqual([['family', 'H8', 'TEAGIN', 12, 30], undefined]);
  ctrl.position.rackText = 'TEA';
  await ctrl.choose('russian');
  expect([shown(), ctrl.left?.name]).toEqual([['russian', '', '', 0, 0], 'family']);
  await ctrl.choose('family');
  expect([shown(), ctrl.left]).toEqual([['family', 'H8', 'TEA', 12, 30], undefined]);
  await ctrl.choose('english');
  expect(shown()).toEqual(['english', 'H8', 'TEA', 12, 30]);
  ctrl.clear();
  await ctrl.choose('family');
  expect(shown()).toEqual(['family', '', '', 0, 0]);
});

test('changes made while another game opens are kept with the position', async () => {
  const ctrl = await started();
  slow = 50;
  const opening = ctrl.choose('family');
  await vi.advanceTimersByTimeAsync(20);
  ctrl.position.rackText = 'TEA';
  ctrl.refresh();
  await vi.advanceTimersByTimeAsync(40);
  ctrl.change(
    typed(
      { ...ctrl.position.setup, cursor: { row: 7, col: 7, across: true } },
      'A',
      false,
      ctrl.faces,
    )!,
  );
  await vi.advanceTimersByTimeAsync(500);
  await opening;
  const shown = () => [
    ctrl.ruleset!.name,
    [...ctrl.position.setup.tiles.keys()].join(),
    ctrl.position.rackText,
  ];
  expect(shown()).toEqual(['family', 'H8', 'TEA']);

  const leaving = ctrl.choose('russian');
  ctrl.position.rackText = 'GIN';
  ctrl.refresh();
  await vi.advanceTimersByTimeAsync(500);
  await leaving;
  expect([shown(), ctrl.left?.name]).toEqual([['russian', '', ''], 'family']);
  const back = ctrl.choose('family');
  await vi.advanceTimersByTimeAsync(500);
  await back;
  expect(shown()).toEqual(['family', 'H8', 'GIN']);
});

test('a cleared position can be restored until another is opened', async () => {
  const ctrl = await started();
  ctrl.change(
    typed(
      { ...ctrl.position.setup, cursor: { row: 7, col: 7, across: true } },
      'A',
      false,
      ctrl.faces,
    )!,
  );
  await ctrl.choose('russian');
  ctrl.position.rackText = 'ИК';
  const shown = () => [
    [...ctrl.position.setup.tiles.keys()].join(),
    ctrl.position.rackText,
    ctrl.left?.name,
  ];
  expect(shown()).toEqual(['', 'ИК', 'english']);
  ctrl.clear();
  expect(shown()).toEqual(['', '', undefined]);
  ctrl.unclear();
  expect([shown(), ctrl.cleared]).toEqual([['', 'ИК', 'english'], undefined]);
  await ctrl.choose('english');
  expect(shown()).toEqual(['H8', 'TEAGIN', 'russian']);
  ctrl.clear();
  await ctrl.choose('family');
  expect(ctrl.cleared).toBeUndefined();
});

test('fractional scores are rounded for the engine', async () => {
  const ctrl = await started();
  ctrl.position.scores = [1.5, 30];
  asked = [];
  ctrl.refresh();
  await settled();
  expect(asked.find(({ ask }) => ask === 'rank')).toMatchObject({ position: { scores: [2, 30] } });
});

test('replies are shown for the selected move, or for the best', async () => {
  const ctrl = await started();
  ctrl.moves.heated = true;
  const shown = () => [ctrl.moves.answered?.move, ctrl.heat?.size, ctrl.laid.size];
  expect(shown()).toEqual([undefined, undefined, 0]);
  await ctrl.simulate();
  expect(shown()).toEqual(['8D EAT', 1, 1]);
  ctrl.moves.pointed = ctrl.moves.lines[1];
  expect(shown()).toEqual(['8D TEA', undefined, 0]);
  ctrl.moves.heated = false;
  expect(shown()).toEqual([undefined, undefined, 0]);
});

test('the previous position’s moves can’t be used while a new list loads', async () => {
  const ctrl = await started();
  const [before] = ctrl.moves.lines;
  asked = [];
  ctrl.position.rackText = 'TEA';
  ctrl.refresh();
  await ctrl.simulate();
  expect([ctrl.isListed, asked]).toEqual([false, []]);
  await settled();
  await ctrl.simulate();
  expect(asked.find(({ ask }) => ask === 'solve')).toMatchObject({
    position: { rack: ['T', 'E', 'A'] },
  });
  ctrl.play(before!);
  ctrl.play(before!);
  expect(ctrl.position.scores).toEqual([10, 0]);
});

test('the engine chooses the simulation depth unless the visitor does', async () => {
  const ctrl = await started();
  const solved = async () => {
    asked = [];
    await ctrl.simulate();
    return asked.find(({ ask }) => ask === 'solve');
  };
  expect(await solved()).not.toHaveProperty('plies');
  ctrl.simulation.plies = 4;
  expect(await solved()).toHaveProperty('plies', 4);
});

test('a late answer about the previous position is ignored', async () => {
  const ctrl = await started();
  slow = 500;
  ctrl.refresh();
  await vi.advanceTimersByTimeAsync(1400);
  ctrl.position.rackText = 'TEA';
  ctrl.refresh();
  await vi.advanceTimersByTimeAsync(600);
  expect([ctrl.isListed, ctrl.busy]).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([ctrl.isListed, ctrl.busy]).toEqual([true, false]);
});
