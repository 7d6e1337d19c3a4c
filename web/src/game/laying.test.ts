// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { Engine } from '../engine/engine';
import type { RoomView, RulesetView, ScoreView, UpdateView } from '../protocol';
import { Interrupted, type Connection } from './connection';
import { GameCtrl } from './ctrl.svelte';
import { answers, opened, testRoom } from './testroom';

const room = (turn: number) => testRoom({ turn });

test('tiles can be played before their score is known', async () => {
  const answers: ((score: Partial<ScoreView>) => void)[] = [];
  const engine = {
    close: () => undefined,
    open: async () => undefined,
    ask: () => new Promise((resolve) => answers.push(resolve)),
  };
  const ctrl = new GameCtrl(
    () => ({ close: () => undefined }) as unknown as Connection,
    engine as unknown as Engine,
  );
  ctrl.ruleset = {
    name: 'english',
    rows: 15,
    cols: 15,
    letters: [],
    folds: [],
    locale: 'en',
  } as unknown as RulesetView;
  ctrl.onupdate({ room: room(0) } as UpdateView);
  const [first, second] = ctrl.tiles.hand.rack;
  ctrl.tiles.put(first!, { row: 7, col: 7 });
  expect(ctrl.mayPlay).toBe(true);
  answers.at(-1)!({ legal: false, words: [], invalid: [] });
  await expect.poll(() => ctrl.mayPlay).toBe(false);
  ctrl.tiles.put(second!, { row: 7, col: 8 });
  expect(ctrl.mayPlay).toBe(true);
  ctrl.close();
});

test('an impossible play is not sent, and its reason is stressed until the tiles change', async () => {
  const act = vi.fn(async () => undefined);
  const engine = {
    close: () => undefined,
    open: async () => undefined,
    ask: async () => ({ legal: false, words: [], invalid: ['AT'] }),
  };
  const connection = { act, close: () => undefined } as unknown as Connection;
  const ctrl = new GameCtrl(() => connection, engine as unknown as Engine);
  ctrl.ruleset = {
    name: 'english',
    rows: 15,
    cols: 15,
    letters: [],
    locale: 'en',
  } as unknown as RulesetView;
  ctrl.onupdate({ room: room(0) } as UpdateView);
  const [first, second] = ctrl.tiles.hand.rack;
  ctrl.tiles.put(first!, { row: 7, col: 7 });
  await expect.poll(() => ctrl.mayPlay).toBe(false);
  expect(ctrl.insists).toBe(false);
  await ctrl.play();
  expect([act.mock.calls.length, ctrl.insists, ctrl.refused]).toEqual([0, true, undefined]);
  ctrl.tiles.put(second!, { row: 7, col: 8 });
  expect(ctrl.insists).toBe(false);
  ctrl.close();
});

test('the reason is stressed only during one turn', async () => {
  const engine = {
    close: () => undefined,
    open: async () => undefined,
    ask: async () => ({ legal: false, words: [], invalid: ['AT'] }),
  };
  const ctrl = new GameCtrl(
    () => ({ close: () => undefined }) as unknown as Connection,
    engine as unknown as Engine,
  );
  ctrl.ruleset = {
    name: 'english',
    rows: 15,
    cols: 15,
    letters: [],
    locale: 'en',
  } as unknown as RulesetView;
  const at = (turn: number, version: number) =>
    ctrl.onupdate({ room: { ...room(0), game: { ...room(0).game, turn, version } } } as UpdateView);
  at(3, 1);
  ctrl.tiles.put(ctrl.tiles.hand.rack[0]!, { row: 7, col: 7 });
  await expect.poll(() => ctrl.mayPlay).toBe(false);
  await ctrl.play();
  at(3, 2);
  expect(ctrl.insists, 'somebody else has come or gone').toBe(true);
  at(4, 3);
  expect([ctrl.tiles.hand.laid.size, ctrl.insists]).toEqual([1, false]);
  ctrl.close();
});

test('recalling by tap removes the arrow, recalling by key keeps it', () => {
  const engine = {
    close: () => undefined,
    ask: () => new Promise(() => undefined),
  } as unknown as Engine;
  const ctrl = new GameCtrl(() => ({ close: () => undefined }) as unknown as Connection, engine);
  const cursor = { row: 7, col: 7, across: true };
  ctrl.tiles.change({ ...ctrl.tiles.hand, cursor });
  ctrl.tiles.recall(true);
  expect(ctrl.tiles.hand.cursor).toEqual(cursor);
  ctrl.tiles.recall(false);
  expect(ctrl.tiles.hand.cursor).toBeUndefined();
});

test('typing sets the arrow on an empty board, and otherwise asks for a square', () => {
  const engine = {
    close: () => undefined,
    ask: () => new Promise(() => undefined),
  } as unknown as Engine;
  const begin = (board: unknown[]) => {
    const ctrl = new GameCtrl(() => ({ close: () => undefined }) as unknown as Connection, engine);
    const layout = { starts: [{ row: 7, col: 7 }] };
    ctrl.ruleset = {
      name: 'english',
      rows: 15,
      cols: 15,
      letters: [],
      layout,
    } as unknown as RulesetView;
    ctrl.onupdate({
      room: { ...room(0), game: { ...room(0).game, board } } as RoomView,
    } as UpdateView);
    return ctrl;
  };
  const empty = begin([]);
  expect(empty.tiles.aim()).toBe(true);
  expect(empty.tiles.hand.cursor).toEqual({ row: 7, col: 7, across: true });
  const played = begin([{ row: 7, col: 7, tile: 'A' }]);
  expect(played.tiles.aim()).toBe(false);
  expect(played.tiles.seeksArrow).toBe(true);
  expect(document.querySelector('[role=status]')!.textContent).toContain(
    'Click a square, or press Tab',
  );
  played.tiles.pick({ row: 7, col: 8 });
  expect([played.tiles.seeksArrow, played.tiles.aim()]).toEqual([false, true]);
});

test('the hint about the arrow disappears after a while', () => {
  vi.useFakeTimers();
  const engine = {
    close: () => undefined,
    ask: () => new Promise(() => undefined),
  } as unknown as Engine;
  const ctrl = new GameCtrl(() => ({ close: () => undefined }) as unknown as Connection, engine);
  const board = [{ row: 7, col: 7, tile: 'A' }];
  const update = (turn: number) =>
    ctrl.onupdate({
      room: { ...room(0), game: { ...room(0).game, board, turn } } as RoomView,
    } as UpdateView);
  ctrl.ruleset = { name: 'english', rows: 15, cols: 15, letters: [] } as unknown as RulesetView;
  update(1);
  ctrl.tiles.aim();
  update(1);
  expect(ctrl.tiles.seeksArrow).toBe(true);
  update(2);
  expect(ctrl.tiles.seeksArrow).toBe(false);
  ctrl.tiles.aim();
  vi.advanceTimersByTime(7000);
  vi.useRealTimers();
  expect(ctrl.tiles.seeksArrow).toBe(false);
});

test('a second update before the rules arrive keeps the arrow', async () => {
  const answers: (() => void)[] = [];
  const ruleset = { name: 'english', rows: 15, cols: 15, letters: [], folds: [], locale: 'en' };
  const later = () =>
    new Promise((resolve) => answers.push(() => resolve(new Response(JSON.stringify(ruleset)))));
  vi.stubGlobal('fetch', later);
  const engine = { close: () => undefined, open: async () => undefined } as unknown as Engine;
  const ctrl = new GameCtrl(() => ({ close: () => undefined }) as unknown as Connection, engine);
  ctrl.onupdate({ room: room(0) } as UpdateView);
  ctrl.onupdate({ room: room(0) } as UpdateView);
  answers[0]!();
  await expect.poll(() => ctrl.ruleset?.name).toBe('english');
  ctrl.tiles.pick({ row: 7, col: 7 });
  answers[1]!();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(ctrl.tiles.hand.cursor).toEqual({ row: 7, col: 7, across: true });
  vi.unstubAllGlobals();
});

test('no tile is placed after the game ends', () => {
  const seats = [{ name: 'Ann', rack: ['A', '?'] }, { name: 'Ben' }];
  const { ctrl, update } = opened({ seats });
  const blank = ctrl.tiles.hand.rack.find(({ face }) => face === '?')!;
  ctrl.tiles.put(blank, { row: 7, col: 7 });
  expect(ctrl.tiles.naming).toBeDefined();
  update({ seats, phase: 'ended', on_turn: undefined });
  expect(ctrl.tiles.naming).toBeUndefined();
  ctrl.tiles.dropFromRack(ctrl.tiles.hand.rack[0]!, { square: { row: 7, col: 7 } });
  expect(ctrl.tiles.hand.laid.size).toBe(0);
});

test('naming a blank stops when the blank has left the rack', () => {
  const { ctrl, update } = opened({ seats: [{ name: 'Ann', rack: ['A', '?'] }, { name: 'Ben' }] });
  ctrl.tiles.put(
    ctrl.tiles.hand.rack.find(({ face }) => face === '?')!,
    { row: 7, col: 7 },
  );
  update({ seats: [{ name: 'Ann', rack: ['A', 'Q'] }, { name: 'Ben' }] });
  expect(ctrl.tiles.naming).toBeUndefined();
});

test('the arrow disappears with a play and stays if it is refused', async () => {
  const { ctrl } = opened();
  const cursor = { row: 7, col: 7, across: true };
  ctrl.tiles.change({ ...ctrl.tiles.hand, cursor });
  answers.act = () => Promise.reject(new Interrupted());
  await ctrl.act({ kind: 'place', tiles: [] });
  expect(ctrl.tiles.hand.cursor).toEqual(cursor);
  answers.act = () => Promise.resolve();
  await ctrl.act({ kind: 'offer_abort' });
  expect(ctrl.tiles.hand.cursor, 'that is about no turn').toEqual(cursor);
  await ctrl.act({ kind: 'place', tiles: [] });
  expect(ctrl.tiles.hand.cursor).toBeUndefined();
});

test('a blank is named by typing, even as a two-letter tile', () => {
  const { ctrl } = opened({ seats: [{ name: 'Ann', rack: ['?', '?'] }, { name: 'Ben' }] });
  const letters = ['A', 'QU'].map((face) => ({ face, value: 1 }));
  ctrl.ruleset = { ...ctrl.ruleset!, letters: letters as RulesetView['letters'] };
  const name = (letter: string, col: number) => {
    ctrl.tiles.put(ctrl.tiles.hand.rack[0]!, { row: 7, col });
    return ctrl.tiles.nameTyped(letter);
  };
  expect([name('X', 7), ctrl.tiles.naming !== undefined]).toEqual([false, true]);
  expect([name('A', 7), name('Q', 8)]).toEqual([true, true]);
  expect([...ctrl.tiles.hand.laid.values()].map(({ face }) => face)).toEqual(['A', 'QU']);
});
