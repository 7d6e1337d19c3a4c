// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { Engine } from '../engine/engine';
import { Interrupted, type Connection } from './connection';
import { GameCtrl } from './ctrl.svelte';
import type { RoomView, RulesetView, ScoreView, UpdateView } from '../protocol';
import { answers, opened, testRoom } from './testroom';

const room = (turn: number) => testRoom({ turn });

test('an unsent action is reported until the next one, even after reconnecting', async () => {
  let isUp = false;
  const act = async () => {
    if (!isUp) throw new Interrupted();
  };
  const connection = { act, close: () => undefined } as unknown as Connection;
  const ctrl = new GameCtrl(() => connection, { close: () => undefined } as unknown as Engine);
  await ctrl.act({ kind: 'resign' });
  ctrl.onlink('lost');
  ctrl.onlink('open');
  expect(ctrl.refused).toBeInstanceOf(Interrupted);
  isUp = true;
  await ctrl.act({ kind: 'resign' });
  expect(ctrl.refused).toBeUndefined();
  ctrl.close();
});

test('an unsent message is reported in the chat, not as a refused move', async () => {
  const say = () => Promise.reject(new Interrupted());
  const connection = { say, close: () => undefined } as unknown as Connection;
  const ctrl = new GameCtrl(() => connection, { close: () => undefined } as unknown as Engine);
  expect(await ctrl.talk.say('hello')).toBeInstanceOf(Interrupted);
  expect(ctrl.refused).toBeUndefined();
});

test('no score is shown while the last play can be challenged', () => {
  const ctrl = new GameCtrl(() => ({ close: () => undefined }) as unknown as Connection, {
    close: () => undefined,
    ask: () => new Promise(() => undefined),
  } as unknown as Engine);
  ctrl.ruleset = { name: 'english', rows: 15, cols: 15, letters: [] } as unknown as RulesetView;
  const at = (phase: string) =>
    ctrl.onupdate({
      room: { ...room(0), game: { ...room(0).game, phase } } as RoomView,
    } as UpdateView);
  at('playing');
  ctrl.tiles.put(ctrl.tiles.hand.rack[0]!, { row: 7, col: 7 });
  ctrl.score.scored = {
    legal: true,
    score: 12,
    words: [{ word: 'A', tiles: [{ square: 'H8' }] }],
  } as unknown as ScoreView;
  expect(ctrl.score.badge?.text).toBe('12');
  at('last_challenge');
  expect(ctrl.tiles.hand.laid.size, 'the tiles stay').toBe(1);
  expect(ctrl.score.badge).toBeUndefined();
});

test('a rematch offer is announced once, to the opponents only', () => {
  const engine = { close: () => undefined, open: async () => undefined } as unknown as Engine;
  const hears = (you: number | undefined) => {
    const ctrl = new GameCtrl(() => ({ close: () => undefined }) as unknown as Connection, engine);
    ctrl.ruleset = { name: 'english', letters: [] } as unknown as RulesetView;
    const ended = { ...room(0), game: { ...room(0).game, phase: 'ended', you } } as RoomView;
    ctrl.onupdate({ room: ended } as UpdateView);
    expect(ctrl.isAskedAgain).toBe(false);
    ctrl.onupdate({ room: { ...ended, rematch: 'next' } } as UpdateView);
    return ctrl.isAskedAgain;
  };
  expect(hears(0)).toBe(true);
  expect(document.querySelector('[role=status]')!.textContent).toContain('Rematch offered');
  expect(hears(undefined)).toBe(false);
  const later = new GameCtrl(() => ({ close: () => undefined }) as unknown as Connection, engine);
  later.ruleset = { name: 'english', letters: [] } as unknown as RulesetView;
  later.onupdate({ room: { ...room(0), rematch: 'next' } } as UpdateView);
  expect(later.isAskedAgain, 'who comes back later').toBe(false);
});

test('a play that is challenged off is announced', () => {
  const engine = { close: () => undefined, open: async () => undefined } as unknown as Engine;
  const ctrl = new GameCtrl(() => ({ close: () => undefined }) as unknown as Connection, engine);
  ctrl.ruleset = { name: 'english', letters: [] } as unknown as RulesetView;
  const after = (...turns: object[]) => {
    const { game, ...rest } = room(turns.length);
    return { room: { ...rest, game: { ...game, turns } } } as unknown as UpdateView;
  };
  const said = () => document.querySelector('[role=status]')?.textContent;
  const played = { seat: 1, taken: 'played', move: '8H XQ', score: 18 };
  ctrl.onupdate(after());
  ctrl.onupdate(after(played));
  expect(said()).toContain('Ben plays 8H XQ');
  ctrl.onupdate(after({ ...played, taken: 'withdrawn', challenge: { by: 0, stands: false } }));
  expect(said()).toContain('Ben plays 8H XQ, challenged off. You won the challenge.');
  ctrl.close();
});

test('presence changes keep the hand and the last refusal', () => {
  const { ctrl, update, engine } = opened();
  ctrl.tiles.put(ctrl.tiles.hand.rack[0]!, { row: 7, col: 7 });
  ctrl.tiles.change({ ...ctrl.tiles.hand, picked: [ctrl.tiles.hand.rack[0]!.id] });
  ctrl.refused = new Interrupted();
  const { hand } = ctrl.tiles;
  const { asked } = engine;
  update({});
  expect(ctrl.tiles.hand).toBe(hand);
  expect(ctrl.refused).toBeInstanceOf(Interrupted);
  expect(engine.asked).toBe(asked);
  update({ version: 2, board: [{ row: 6, col: 7, tile: 'A' }] });
  expect(engine.asked, 'on another board they may count more').toBe(asked + 1);
});

test('a dialog about a turn closes when the turn ends, with a message', () => {
  const { ctrl, update } = opened({
    challenge: { rule: 'double' },
    challengeable: ['XQ'],
    on_turn: 1,
  });
  ctrl.dialog = 'challenge';
  update({});
  expect(ctrl.dialog).toBe('challenge');
  const turns = [{ seat: 1, taken: 'passed', move: 'pass', score: 0, at: 1 }];
  update({ turn: 1, turns, challengeable: ['ZA'] });
  expect(ctrl.dialog).toBeUndefined();
  expect(document.querySelector('[role=status]')!.textContent).toContain(
    'Too late to challenge: the game has moved on. Ben passes.',
  );
  expect(ctrl.late, 'and seen until the next turn is over').toBe('challenge');
  update({ turn: 1, on_turn: 0 });
  ctrl.dialog = 'pass';
  update({ turn: 1, on_turn: 0 });
  expect(ctrl.dialog).toBe('pass');
  update({ turn: 2, on_turn: 1 });
  expect(ctrl.dialog).toBeUndefined();
  ctrl.dialog = 'resign';
  update({ turn: 3, on_turn: 0 });
  expect(ctrl.dialog, 'whoever is to move').toBe('resign');
});

test('loading the rules can be retried', async () => {
  const ruleset = { name: 'english', rows: 15, cols: 15, letters: [], folds: [], locale: 'en' };
  let isUp = false;
  vi.stubGlobal('fetch', async () => {
    if (!isUp) throw new TypeError('no network');
    return new Response(JSON.stringify(ruleset));
  });
  const engine = { close: () => undefined, open: async () => undefined } as unknown as Engine;
  const ctrl = new GameCtrl(() => ({ close: () => undefined }) as unknown as Connection, engine);
  ctrl.onupdate({ room: room(0) } as UpdateView);
  await expect.poll(() => ctrl.failure).toBeDefined();
  isUp = true;
  ctrl.failure!.again!();
  await expect.poll(() => ctrl.ruleset?.name).toBe('english');
  expect(ctrl.failure).toBeUndefined();

  isUp = false;
  const other = new GameCtrl(() => ({ close: () => undefined }) as unknown as Connection, engine);
  other.onupdate({ room: room(0) } as UpdateView);
  await expect.poll(() => other.failure).toBeDefined();
  isUp = true;
  other.onupdate({ room: room(0) } as UpdateView);
  await expect.poll(() => other.ruleset?.name).toBe('english');
  expect(other.failure, 'also with the next word from the connection').toBeUndefined();
  vi.unstubAllGlobals();
});

test('an earlier position is analysed with its own players and scoreless turns', async () => {
  const asked: { position: { gone: number[]; scoreless_turns: number } }[] = [];
  const engine = {
    close: () => undefined,
    open: async () => undefined,
    ask: async (q: never) => (asked.push(q), ''),
  };
  const ctrl = new GameCtrl(
    () => ({ close: () => undefined }) as unknown as Connection,
    engine as unknown as Engine,
  );
  ctrl.ruleset = { name: 'english', rows: 15, cols: 15, letters: [] } as unknown as RulesetView;
  const seats = ['Ann', 'Ben', 'Cat'].map((name) => ({ name }));
  const turns = [0, 1, 2, 0].map((seat, at) => ({
    seat,
    taken: 'passed',
    move: 'pass',
    score: 0,
    total: 0,
    at,
    scoreless_turns: at,
  }));
  const resigned = { ...seats[1], lost: 'resigned' };
  const dropouts = [{ seat: 1, after: 3 }];
  const game = {
    ...room(4).game,
    seats: [seats[0], resigned, seats[2]],
    dropouts,
    turns,
    scoreless_turns: 4,
  };
  ctrl.onupdate({ room: { ...room(4), occupants: [{}, {}, {}], game } } as unknown as UpdateView);
  for (const n of [0, 3, 4]) {
    ctrl.at = n;
    await ctrl.analysis();
  }
  expect(asked.map(({ position }) => position.gone)).toEqual([[], [1], [1]]);
  expect(asked.map(({ position }) => position.scoreless_turns)).toEqual([0, 3, 4]);
});

test('looking back ends when the game does', () => {
  const engine = {
    close: () => undefined,
    ask: () => new Promise(() => undefined),
  } as unknown as Engine;
  const ctrl = new GameCtrl(() => ({ close: () => undefined }) as unknown as Connection, engine);
  ctrl.ruleset = {
    name: 'english',
    rows: 15,
    cols: 15,
    letters: [],
    locale: 'en',
  } as unknown as RulesetView;
  const turns = [{ seat: 0, taken: 'passed', move: 'pass', score: 0, total: 0 }];
  const at = (more: object) =>
    ctrl.onupdate({
      room: { ...room(1), game: { ...room(1).game, turns, ...more } },
    } as UpdateView);
  at({});
  ctrl.look(0);
  at({ version: 2 });
  expect(ctrl.isBack, 'somebody else has come or gone').toBe(true);
  const outcome = { reason: { kind: 'lost', loss: 'resigned' }, results: [], winners: [0] };
  at({ version: 3, phase: 'ended', outcome });
  expect(ctrl.isBack).toBe(false);
  ctrl.look(0);
  at({ version: 4, phase: 'ended', outcome });
  expect(ctrl.isBack, 'it has ended before').toBe(true);
  ctrl.close();
});

test('the exchange dialog explains why nothing can be exchanged', () => {
  const { ctrl, update } = opened({ may_exchange: false });
  ctrl.askExchange();
  expect(ctrl.dialog).toBe('no_exchange');
  update({ may_exchange: true });
  ctrl.askExchange(true);
  expect(ctrl.dialog).toBe('exchange_all');
});

test('an opponent can be reminded once per turn', async () => {
  const { ctrl, update } = opened({ on_turn: 1, turn: 4 });
  const said: string[] = [];
  answers.say = async (text) => void said.push(text);
  expect([ctrl.waitsFor, ctrl.hasReminded]).toEqual(['Ben', false]);
  await ctrl.remind();
  expect([said, ctrl.hasReminded]).toEqual([['Ben, it’s your turn!'], true]);
  update({ turn: 5, on_turn: 0 });
  expect(ctrl.waitsFor).toBeUndefined();
  update({ turn: 6 });
  expect([ctrl.waitsFor, ctrl.hasReminded]).toEqual(['Ben', false]);
  answers.say = () => Promise.reject(new Interrupted());
  expect([await ctrl.remind(), ctrl.hasReminded], 'who was not reminded can be').toEqual([
    new Interrupted(),
    false,
  ]);
});

/** A game in which nobody answers. */
function quiet(): GameCtrl {
  const ctrl = new GameCtrl(() => ({ close: () => undefined }) as unknown as Connection, {
    close: () => undefined,
    ask: async () => undefined,
    open: async () => undefined,
  } as unknown as Engine);
  ctrl.ruleset = {
    name: 'english',
    rows: 15,
    cols: 15,
    letters: [],
    locale: 'en',
  } as unknown as RulesetView;
  return ctrl;
}

test('an abort offer names its author, who is told if it is declined', () => {
  vi.useFakeTimers();
  const ctrl = quiet();
  const said = () => document.querySelector('[role=status]')?.textContent;
  const update = (abort?: boolean[]) =>
    ctrl.onupdate({ room: testRoom(abort && { abort }) } as UpdateView);
  update();
  update([false, true]);
  expect(said()).toContain('Ben offered to abort');
  update();
  expect(ctrl.isPlayedOn, 'that was my own decision').toBe(false);
  update([true, false]);
  update();
  expect([ctrl.isPlayedOn, said()]).toEqual([true, 'Abort declined; the game goes on.']);
  vi.advanceTimersByTime(10_000);
  expect(ctrl.isPlayedOn).toBe(false);
  vi.useRealTimers();
  ctrl.close();
});

test('the first person at the table is the host, never a computer', () => {
  const ctrl = quiet();
  const room = testRoom({ phase: 'lobby', most_seats: 2, you: 1, on_turn: undefined });
  ctrl.onupdate({
    room: {
      ...room,
      occupants: [
        { bot: 'casual', here: true },
        { player: 'b', here: true },
      ],
    },
  } as UpdateView);
  expect([ctrl.host, ctrl.isAwaited]).toEqual([1, true]);
  ctrl.close();
});
