// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { Engine } from '../engine/engine';
import { Interrupted, type Connection } from './connection';
import { GameCtrl } from './ctrl.svelte';
import type { RoomView, RulesetView, ScoreView, UpdateView } from '../protocol';
import { testRoom } from './testroom';

test('that something was not sent is said until the next action, also when the connection is back', async () => {
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

const room = (turn: number) => testRoom({ turn });

test('tiles can be played before it is known what they count, also right after some that could not', async () => {
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

test('tiles that cannot be played are not sent, and why they cannot is said louder until others are laid', async () => {
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

test('why tiles cannot be played is said louder in one turn, not in the next', async () => {
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

test('after recalling by a tap no arrow is left; who types goes on at it', () => {
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

test('who types without an arrow gets it on the start of an empty board, and is told how to choose a square on another', () => {
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

test('a key that was typed into nothing does not hide for long whose turn it is', () => {
  vi.useFakeTimers();
  const engine = {
    close: () => undefined,
    ask: () => new Promise(() => undefined),
  } as unknown as Engine;
  const ctrl = new GameCtrl(() => ({ close: () => undefined }) as unknown as Connection, engine);
  const board = [{ row: 7, col: 7, tile: 'A' }];
  const hear = (turn: number) =>
    ctrl.onupdate({
      room: { ...room(0), game: { ...room(0).game, board, turn } } as RoomView,
    } as UpdateView);
  ctrl.ruleset = { name: 'english', rows: 15, cols: 15, letters: [] } as unknown as RulesetView;
  hear(1);
  ctrl.tiles.aim();
  hear(1);
  expect(ctrl.tiles.seeksArrow).toBe(true);
  hear(2);
  expect(ctrl.tiles.seeksArrow).toBe(false);
  ctrl.tiles.aim();
  vi.advanceTimersByTime(7000);
  vi.useRealTimers();
  expect(ctrl.tiles.seeksArrow).toBe(false);
});

test('a game that is heard of twice before its rules are here keeps the arrow that was set in between', async () => {
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

test('what could not be said is no refused move: the chat tells of it', async () => {
  const say = () => Promise.reject(new Interrupted());
  const connection = { say, close: () => undefined } as unknown as Connection;
  const ctrl = new GameCtrl(() => connection, { close: () => undefined } as unknown as Engine);
  expect(await ctrl.talk.say('hello')).toBeInstanceOf(Interrupted);
  expect(ctrl.refused).toBeUndefined();
});

test('while the last play waits for answers, nothing tells what a play of one’s own would count', () => {
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

test('that others want to play again is told once, and only to those who played and did not ask themselves', () => {
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

test('a play that is challenged off is told of, though no turn was added', () => {
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

/** A page on which a game has been heard of, and how it hears of it again. */
/** How the connection of such a game answers. */
const answers: { act: () => Promise<void>; say: (text: string) => Promise<void> } = {
  act: () => Promise.resolve(),
  say: () => Promise.resolve(),
};

function opened(first: object = {}) {
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
  const hear = (game: object) => {
    const base = { challengeable: [], version: 1, ...first };
    ctrl.onupdate({
      room: { ...room(0), game: { ...room(0).game, ...base, ...game } },
    } as unknown as UpdateView);
  };
  hear({});
  return { ctrl, hear, engine };
}

test('that somebody comes or goes changes nothing of the hand, nor of what was refused', () => {
  const { ctrl, hear, engine } = opened();
  ctrl.tiles.put(ctrl.tiles.hand.rack[0]!, { row: 7, col: 7 });
  ctrl.tiles.change({ ...ctrl.tiles.hand, picked: [ctrl.tiles.hand.rack[0]!.id] });
  ctrl.refused = new Interrupted();
  const { hand } = ctrl.tiles;
  const { asked } = engine;
  hear({});
  expect(ctrl.tiles.hand).toBe(hand);
  expect(ctrl.refused).toBeInstanceOf(Interrupted);
  expect(engine.asked).toBe(asked);
  hear({ version: 2, board: [{ row: 6, col: 7, tile: 'A' }] });
  expect(engine.asked, 'on another board they may count more').toBe(asked + 1);
});

test('what is asked about a turn is closed when that is over, and said so', () => {
  const { ctrl, hear } = opened({
    challenge: { rule: 'double' },
    challengeable: ['XQ'],
    on_turn: 1,
  });
  ctrl.dialog = 'challenge';
  hear({});
  expect(ctrl.dialog).toBe('challenge');
  const turns = [{ seat: 1, taken: 'passed', move: 'pass', score: 0, at: 1 }];
  hear({ turn: 1, turns, challengeable: ['ZA'] });
  expect(ctrl.dialog).toBeUndefined();
  expect(document.querySelector('[role=status]')!.textContent).toContain(
    'Too late to challenge: the game has moved on. Ben passes.',
  );
  expect(ctrl.late, 'and seen until the next turn is over').toBe('challenge');
  hear({ turn: 1, on_turn: 0 });
  ctrl.dialog = 'pass';
  hear({ turn: 1, on_turn: 0 });
  expect(ctrl.dialog).toBe('pass');
  hear({ turn: 2, on_turn: 1 });
  expect(ctrl.dialog).toBeUndefined();
  ctrl.dialog = 'resign';
  hear({ turn: 3, on_turn: 0 });
  expect(ctrl.dialog, 'whoever is to move').toBe('resign');
});

test('rules that could not be fetched once can be asked for again', async () => {
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

test('a position of the past is analysed with those who took part then, and the scoreless turns before it', async () => {
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

test('who looks back when the game ends comes back to its end, also without another turn', () => {
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

test('nothing is laid any more when the game ends while a blank is named or a tile is dragged', () => {
  const seats = [{ name: 'Ann', rack: ['A', '?'] }, { name: 'Ben' }];
  const { ctrl, hear } = opened({ seats });
  const blank = ctrl.tiles.hand.rack.find(({ face }) => face === '?')!;
  ctrl.tiles.put(blank, { row: 7, col: 7 });
  expect(ctrl.tiles.naming).toBeDefined();
  hear({ seats, phase: 'ended', on_turn: undefined });
  expect(ctrl.tiles.naming).toBeUndefined();
  ctrl.tiles.dropFromRack(ctrl.tiles.hand.rack[0]!, { square: { row: 7, col: 7 } });
  expect(ctrl.tiles.hand.laid.size).toBe(0);
});

test('a blank that has left the rack is not named any more', () => {
  const { ctrl, hear } = opened({ seats: [{ name: 'Ann', rack: ['A', '?'] }, { name: 'Ben' }] });
  ctrl.tiles.put(
    ctrl.tiles.hand.rack.find(({ face }) => face === '?')!,
    { row: 7, col: 7 },
  );
  hear({ seats: [{ name: 'Ann', rack: ['A', 'Q'] }, { name: 'Ben' }] });
  expect(ctrl.tiles.naming).toBeUndefined();
});

test('the arrow goes with the play it was for, and stays where a play is refused', async () => {
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

test('a blank is named by typing, also as a tile of several letters', () => {
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

test('where nothing can be exchanged, the reason is told instead of the tiles', () => {
  const { ctrl, hear } = opened({ may_exchange: false });
  ctrl.askExchange();
  expect(ctrl.dialog).toBe('no_exchange');
  hear({ may_exchange: true });
  ctrl.askExchange(true);
  expect(ctrl.dialog).toBe('exchange_all');
});

test('another person who is waited for is reminded, once in a turn', async () => {
  const { ctrl, hear } = opened({ on_turn: 1, turn: 4 });
  const said: string[] = [];
  answers.say = async (text) => void said.push(text);
  expect([ctrl.waitsFor, ctrl.hasReminded]).toEqual(['Ben', false]);
  await ctrl.remind();
  expect([said, ctrl.hasReminded]).toEqual([['Ben, it’s your turn!'], true]);
  hear({ turn: 5, on_turn: 0 });
  expect(ctrl.waitsFor).toBeUndefined();
  hear({ turn: 6 });
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

test('an offer to abort names who made it, and who would have aborted is told that the game goes on', () => {
  vi.useFakeTimers();
  const ctrl = quiet();
  const said = () => document.querySelector('[role=status]')?.textContent;
  const hear = (abort?: boolean[]) =>
    ctrl.onupdate({ room: testRoom(abort && { abort }) } as UpdateView);
  hear();
  hear([false, true]);
  expect(said()).toContain('Ben offered to abort');
  hear();
  expect(ctrl.isPlayedOn, 'that was my own decision').toBe(false);
  hear([true, false]);
  hear();
  expect([ctrl.isPlayedOn, said()]).toEqual([true, 'Abort declined; the game goes on.']);
  vi.advanceTimersByTime(10_000);
  expect(ctrl.isPlayedOn).toBe(false);
  vi.useRealTimers();
  ctrl.close();
});

test('the first person at the table is the host, and no computer', () => {
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
