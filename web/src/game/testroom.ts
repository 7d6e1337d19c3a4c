/** For tests: a game of Ann, whose page and turn it is, and Ben. */
import type { Engine } from '../engine/engine';
import type { GameView, RoomView, RulesetView, UpdateView } from '../protocol';
import type { Connection } from './connection';
import { GameCtrl } from './ctrl.svelte';

export function testRoom(game: Partial<GameView> = {}): RoomView {
  const usual = {
    ruleset: 'english',
    phase: 'playing',
    seats: [{ name: 'Ann', rack: ['A', 'T'] }, { name: 'Ben' }],
    you: 0,
    on_turn: 0,
    turn: 1,
    turns: [],
    board: [],
    unseen: [],
    challengeable: [],
    challenge: { rule: 'void' },
  };
  return { id: 'g', occupants: [{}, {}], game: { ...usual, ...game } } as unknown as RoomView;
}

/** How the connection of a test game answers. */
export const answers: { act: () => Promise<void>; say: (text: string) => Promise<void> } = {
  act: () => Promise.resolve(),
  say: () => Promise.resolve(),
};

/** A page with an open game, and a function that updates the game. */
export function opened(first: object = {}) {
  const engine = {
    asked: 0,
    close: () => undefined,
    open: async () => undefined,
    ask: () => (engine.asked++, new Promise(() => undefined)),
  };
  const connection = {
    close: () => undefined,
    act: () => answers.act(),
    say: (text: string) => answers.say(text),
  };
  const ctrl = new GameCtrl(() => connection as unknown as Connection, engine as unknown as Engine);
  ctrl.ruleset = { name: 'english', rows: 15, cols: 15, letters: [] } as unknown as RulesetView;
  const update = (game: object) => {
    const base = { challengeable: [], version: 1, ...first };
    ctrl.onupdate({ room: testRoom({ turn: 0, ...base, ...game }) } as unknown as UpdateView);
  };
  update({});
  return { ctrl, update, engine };
}
