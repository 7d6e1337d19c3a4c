// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { PositionView, RulesetView } from '../protocol';
import { empty, pointed, put } from './setup';
import { fits, isNothing, nothing, ofPosition, seated, toPosition } from './situation';

const game = (rows: number, faces: string, to = 4) =>
  ({
    layout: { rows, cols: rows },
    players: { from: 2, to },
    letters: [...faces].map((face) => ({ face })),
  }) as unknown as RulesetView;

const GAME = game(15, 'AEST');
const POSITION: PositionView = {
  tiles: [{ row: 7, col: 7, tile: 'A', blank: true }],
  rack: ['E', '?'],
  others: [['S'], []],
  scores: [20, 10, -5],
  gone: [2],
  scoreless_turns: 3,
  passes: 2,
  operations: [{ code: 'bb', value: '40' }],
  history: [{ seat: 1, what: 'passed' }] as unknown as NonNullable<PositionView['history']>,
};

test('a position survives typing and reading', () => {
  const it = ofPosition(POSITION, GAME, empty(GAME.layout));
  expect([it.rackText, it.otherTexts]).toEqual(['E?', ['S', '']]);
  expect(toPosition(it, POSITION.rack, POSITION.others)).toEqual(POSITION);
});

test('a new position is empty, and each part makes it non-empty', () => {
  const none = nothing(GAME, empty(GAME.layout));
  expect([isNothing(none), none.scores, none.otherTexts]).toEqual([true, [0, 0], ['']]);
  const some = [
    { rackText: 'A' },
    { otherTexts: ['A'] },
    { scores: [0, 1] },
    { pasted: { text: '', turn: 1, turns: 2 } },
    { setup: put(pointed(none.setup, { row: 0, col: 0 }), 'A', false) },
  ];
  expect(some.map((more) => isNothing({ ...none, ...more }))).toEqual(some.map(() => false));
});

test('the arrow stays if the new board has the same size', () => {
  const before = pointed(empty({ rows: 15, cols: 15 }), { row: 7, col: 7 });
  expect(nothing(GAME, before).setup.cursor).toEqual(before.cursor);
  expect(nothing(game(11, 'A'), before).setup.cursor).toBeUndefined();
  expect(ofPosition(POSITION, GAME, before).setup.cursor).toEqual(before.cursor);
});

test('a position fits another game if its tiles, squares and seats do', () => {
  const it = ofPosition(POSITION, GAME, empty(GAME.layout));
  const games = [GAME, game(11, 'AEST'), game(7, 'AEST'), game(15, 'EST'), game(15, 'AEST', 2)];
  expect(games.map((game) => fits(it, game))).toEqual([true, true, false, false, false]);
  const layout = { rows: 15, cols: 15 } as unknown as NonNullable<PositionView['layout']>;
  expect(fits({ ...it, layout }, game(7, 'AEST')), 'on the board that it brings along').toBe(true);
});

test('new players start at zero, and the others keep their scores', () => {
  const it = ofPosition(POSITION, GAME, empty(GAME.layout));
  expect([seated(it, 4).scores, seated(it, 4).otherTexts]).toEqual([
    [20, 10, -5, 0],
    ['S', '', ''],
  ]);
  expect(seated(it, 2).scores).toEqual([20, 10]);
});
