// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { Engine } from '../engine/engine';
import type { GameView, RoomView, RulesetView, UpdateView } from '../protocol';
import type { Connection } from './connection';
import { GameCtrl } from './ctrl.svelte';
import { commandOf, press } from './keys';

const letters = ['A', 'C', 'CH', 'H', 'T'].map((face) => ({ face, value: 1 }));
const played = {
  seat: 1,
  taken: 'played',
  squares: [{ row: 7, col: 7 }],
  move: '8H T',
  score: 2,
  at: 0,
};

/** A game after a turn of the other, in which these tiles are on the rack. */
function begun(rack: string[], game: Partial<GameView> = {}) {
  const acts: string[] = [];
  const act = async ({ kind }: { kind: string }) => void acts.push(kind);
  const connection = { act, close: () => undefined } as unknown as Connection;
  const engine = {
    close: () => undefined,
    open: async () => undefined,
    ask: () => new Promise(() => undefined),
  };
  const ctrl = new GameCtrl(() => connection, engine as unknown as Engine);
  const rules = {
    name: 'spanish',
    rows: 15,
    cols: 15,
    letters,
    folds: [],
    locale: 'es',
    layout: { starts: [] },
  };
  ctrl.ruleset = rules as unknown as RulesetView;
  const room = {
    id: 'g',
    occupants: [{}, {}],
    game: {
      ruleset: 'spanish',
      phase: 'playing',
      seats: [{ name: 'Ann', rack }, { name: 'Ben' }],
      you: 0,
      on_turn: 0,
      turn: 1,
      turns: [played],
      board: [{ row: 7, col: 7, tile: 'T' }],
      unseen: [],
      challengeable: [],
      challenge: { rule: 'double' },
      may_exchange: true,
      ...game,
    },
  } as unknown as RoomView;
  ctrl.onupdate({ room } as UpdateView);
  ctrl.tiles.pick({ row: 8, col: 7 });
  const keys = (...keys: string[]) =>
    keys.map((key) => {
      const stroke = { key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
      return press(ctrl, commandOf(ctrl, stroke)!);
    });
  return { ctrl, acts, keys };
}

const laid = ({ tiles }: GameCtrl) =>
  [...tiles.hand.laid.values()].map(({ face }) => face).join(' ');

test('after a click on a button, Enter plays instead of pressing it', () => {
  const button = document.body.appendChild(document.createElement('button'));
  const { keys } = begun(['A', 'T']);
  button.focus();
  keys(',');
  expect(document.activeElement, 'nobody has typed').toBe(button);
  keys('a');
  expect(document.activeElement).not.toBe(button);
});

test('typing while looking back returns to the current board', () => {
  for (const key of ['a', 'Backspace', ' ']) {
    const { ctrl, keys } = begun(['A', 'T']);
    ctrl.look(0);
    keys(key);
    expect([key, ctrl.isBack]).toEqual([key, false]);
  }
});

test('tapping, clicking or dragging while looking back returns to the current board', () => {
  const { ctrl } = begun(['A', 'T']);
  const [first, second] = ctrl.tiles.hand.rack;
  ctrl.look(0);
  ctrl.tiles.tap(first!);
  expect([ctrl.isBack, laid(ctrl)]).toEqual([false, 'A']);
  ctrl.look(0);
  ctrl.tiles.pick({ row: 3, col: 2 });
  expect([ctrl.isBack, ctrl.tiles.hand.cursor]).toEqual([false, { row: 3, col: 2, across: true }]);
  ctrl.look(0);
  ctrl.tiles.dropFromRack(second!, { square: { row: 8, col: 8 } });
  expect([ctrl.isBack, laid(ctrl)]).toEqual([false, 'A T']);
});

test('Enter while looking back first shows the tiles, then plays them', () => {
  const { ctrl, acts, keys } = begun(['A', 'T']);
  keys('a', ',');
  expect(ctrl.isBack).toBe(true);
  keys('Enter');
  expect([ctrl.isBack, acts]).toEqual([false, []]);
  ctrl.look(0);
  void ctrl.play();
  expect([ctrl.isBack, acts]).toEqual([false, []]);
  keys('Enter');
  expect(acts).toEqual(['place']);
});

test('after the game, keys step through it and place no tiles', () => {
  const { ctrl, keys } = begun(['A', 'T'], { phase: 'ended' });
  expect(keys(',')).toEqual([true]);
  expect(ctrl.turns).toBe(0);
  keys('.');
  expect(ctrl.isBack).toBe(false);
  expect(keys('a', ' ', 'Enter', '2', '4')).toEqual([false, false, false, false, false]);
  expect([laid(ctrl), ctrl.dialog]).toEqual(['', undefined]);
  keys('?');
  expect(ctrl.dialog).toBe('keys');
});

test('a half-typed tile waits; Backspace clears it, Enter makes it a blank', () => {
  const { ctrl, acts, keys } = begun(['CH', '?', 'A']);
  keys('c');
  expect([laid(ctrl), ctrl.tiles.begun]).toEqual(['', 'C']);
  expect(document.querySelector('[role=status]')!.textContent).toContain('C…');
  keys('h', 'a');
  expect([laid(ctrl), ctrl.tiles.begun]).toEqual(['CH A', '']);
  ctrl.tiles.recall(true);
  keys('c', 'Backspace');
  expect([laid(ctrl), ctrl.tiles.begun]).toEqual(['', '']);
  keys('c', 'Enter');
  expect([laid(ctrl), ctrl.tiles.begun, acts]).toEqual(['C', '', []]);
  expect(ctrl.tiles.hand.rack.map(({ face }) => face)).not.toContain('?');
});

test('$ opens the exchange dialog with all tiles', () => {
  const { ctrl, keys } = begun(['A', 'T']);
  keys('$');
  expect(ctrl.dialog).toBe('exchange_all');
});

test('arrow keys step through turns while looking back, and letters still type', () => {
  const { ctrl, keys } = begun(['A', 'T'], {
    turns: [played, { ...played, at: 1 }] as GameView['turns'],
  });
  keys('ArrowLeft');
  expect([ctrl.turns, ctrl.tiles.hand.cursor?.across], 'turns the arrow while it is typed').toEqual(
    [2, false],
  );
  keys(',', 'ArrowLeft');
  expect(ctrl.turns).toBe(0);
  keys('ArrowRight');
  expect(ctrl.turns).toBe(1);
  keys('a');
  expect([ctrl.isBack, laid(ctrl)]).toEqual([false, 'A']);
});

test('the arrow moves to the focused square', () => {
  const { ctrl, keys } = begun(['A', 'T']);
  ctrl.tiles.change({ ...ctrl.tiles.hand, cursor: undefined });
  const square = document.body.appendChild(document.createElement('div'));
  Object.assign(square.dataset, { square: 'C5', row: '4', col: '2' });
  square.tabIndex = 0;
  square.focus();
  keys('a');
  expect([...ctrl.tiles.hand.laid.values()].map(({ row, col }) => [row, col])).toEqual([[4, 2]]);
});
