// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { Engine } from '../engine/engine';
import type { PracticeView, Question, UpdateView } from '../protocol';
import type { Listener } from './connection';
import { keptHand } from './hands';
import {
  current,
  isAtStake,
  isChangedElsewhere,
  isUnfinished,
  saveGame,
  load,
  PracticeConnection,
  prepare,
  takenUp,
  type SavedGame,
} from './practice';

interface Stage {
  version: number;
  on_turn: number;
  phase?: string;
  seats?: object[];
  turns?: object[];
  challengeable?: string[];
}

/** An engine that answers with a game at these turns, one after the other. */
function engine(turns: Stage[]) {
  const asked: Question[] = [];
  const answer = (): PracticeView => {
    const turn = turns.length > 1 ? turns.shift()! : turns[0]!;
    const game = {
      you: 0,
      phase: 'playing',
      may_accept: false,
      turns: [],
      seats: [],
      challengeable: [],
      ...turn,
    };
    return {
      lines: { setup: 's', events: [`${turn.version}`] },
      update: { room: { game } } as unknown as UpdateView,
    };
  };
  return {
    asked,
    open: () => Promise.resolve(),
    ask: (question: Question) => (asked.push(question), Promise.resolve(answer())),
    close: () => undefined,
  };
}

beforeEach(() => localStorage.clear());

/** Long enough also on a machine that has other things to do. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 60));
const game = { ruleset: 'english', lexicon: '', family: false };

test('the computer moves until it is the player’s turn', async () => {
  const made = engine([
    { version: 3, on_turn: 1 },
    { version: 5, on_turn: 0 },
  ]);
  const heard: number[] = [];
  const listener = {
    onlink: () => undefined,
    onupdate: ({ room }: UpdateView) => heard.push(room.game.version),
    onfailure: (error: unknown) => expect.unreachable(String(error)),
  } as unknown as Listener;
  const practice = new PracticeConnection(
    { game, bots: ['static'] },
    'Ann',
    made as unknown as Engine,
    listener,
  );
  await expect.poll(() => heard).toEqual([3, 5]);
  expect(made.asked.map(({ ask }) => ask)).toEqual(['practise', 'go_on']);
  await practice.act({ kind: 'pass' }, 2);
  expect(made.asked[2]).toMatchObject({
    ask: 'go_on',
    lines: { events: ['5'] },
    request: { turn: 2, action: { kind: 'pass' } },
  });
});

/** A game in which two bots have moved before the player, with the versions reported. */
function amongBots(heard: number[]): PracticeConnection {
  const made = engine([
    { version: 1, on_turn: 1 },
    { version: 2, on_turn: 2, challengeable: ['HID'] },
    { version: 3, on_turn: 0, challengeable: ['HIDE'] },
  ]);
  const listener = {
    onlink: () => undefined,
    onupdate: ({ room }: UpdateView) => heard.push(room.game.version),
  } as unknown as Listener;
  return new PracticeConnection(
    { game, bots: ['static', 'static'] },
    'Ann',
    made as unknown as Engine,
    listener,
  );
}

test('a bot’s move is not saved after the page was left', async () => {
  vi.useFakeTimers();
  const heard: number[] = [];
  const left = amongBots(heard);
  await vi.advanceTimersByTimeAsync(1000);
  left.close();
  saveGame({ game, bots: ['club'] });
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(heard).toEqual([1, 2]);
  expect(load()).toEqual({ game, bots: ['club'] });
});

test('a bot gives the player time to challenge another bot’s play', async () => {
  vi.useFakeTimers();
  const heard: number[] = [];
  amongBots(heard);
  await vi.advanceTimersByTimeAsync(3000);
  expect(heard).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  expect(heard).toEqual([1, 2, 3]);
});

test('the bot waits while a challenge is considered, up to a limit', async () => {
  vi.useFakeTimers();
  const heard: number[] = [];
  const begin = () => amongBots(heard);
  const answered = begin();
  await vi.advanceTimersByTimeAsync(1000);
  answered.hold(true);
  await vi.advanceTimersByTimeAsync(8000);
  expect(heard).toEqual([1, 2]);
  answered.hold(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(heard.splice(0)).toEqual([1, 2, 3]);
  const unanswered = begin();
  await vi.advanceTimersByTimeAsync(1000);
  unanswered.hold(true);
  await vi.advanceTimersByTimeAsync(25_000);
  vi.useRealTimers();
  expect(heard).toEqual([1, 2, 3]);
});

const ignored = { onlink: () => undefined, onupdate: () => undefined } as unknown as Listener;
const old: SavedGame = {
  game,
  bots: ['club'],
  lines: { setup: 'old', events: ['7'] },
  stage: 'begun',
};

test('an unfinished game is kept until the next one has begun', async () => {
  saveGame(old);
  prepare({ game: { ...game, ruleset: 'spanish' }, bots: ['static'] });
  const wanted = current()!;
  expect(wanted.game.ruleset).toBe('spanish');
  const failures: unknown[] = [];
  const broken = {
    ...engine([]),
    open: () => Promise.reject(new Error('no words')),
  } as unknown as Engine;
  new PracticeConnection(wanted, 'Ann', broken, {
    ...ignored,
    onfailure: (error) => failures.push(error),
  });
  await settle();
  expect(failures).toHaveLength(1);
  expect(load()).toEqual(old);
  expect(current(), 'what failed is not tried again instead').toEqual(old);

  const working = engine([{ version: 1, on_turn: 0 }]) as unknown as Engine;
  new PracticeConnection(wanted, 'Ann', working, ignored);
  await settle();
  expect(load()!.game.ruleset).toBe('spanish');
});

test('the score is saved with the game', async () => {
  const seats = [{ score: 40 }, { score: 52 }];
  const ended = { version: 9, on_turn: 0, phase: 'ended', seats, turns: [{ seat: 1, at: 77 }] };
  new PracticeConnection(old, 'Ann', engine([ended]) as unknown as Engine, ignored);
  await settle();
  expect(load()).toMatchObject({ stage: 'ended', result: { scores: [40, 52], at: 77 } });
});

test('a game is at stake from the player’s first turn to the end', () => {
  const kept = (stage: SavedGame['stage']): SavedGame => ({ ...old, stage });
  expect([undefined, kept('fresh'), kept('begun'), kept('ended')].map(isUnfinished)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect([kept('fresh'), kept('begun'), kept('ended')].map(isAtStake)).toEqual([
    false,
    true,
    false,
  ]);
  expect(isAtStake(kept(undefined)), 'as it was kept before').toBe(true);
});

test('a bot that failed to move can try again', async () => {
  const made = engine([
    { version: 1, on_turn: 0 },
    { version: 2, on_turn: 1 },
    { version: 3, on_turn: 0 },
  ]);
  let asks = 0;
  const ask = (question: Question) =>
    ++asks === 3 ? Promise.reject(new Error('no engine')) : made.ask(question);
  const [heard, stuck]: [number[], { error: unknown; again: () => void }[]] = [[], []];
  const listener = {
    onlink: () => undefined,
    onupdate: ({ room }: UpdateView) => heard.push(room.game.version),
    onstuck: (error: unknown, again: () => void) => stuck.push({ error, again }),
  } as unknown as Listener;
  const practice = new PracticeConnection(
    { game, bots: ['static'] },
    'Ann',
    { ...made, ask } as never,
    listener,
  );
  await settle();
  await practice.act({ kind: 'pass' }, 1);
  await settle();
  expect([heard, stuck.length]).toEqual([[1, 2], 1]);
  stuck[0]!.again();
  await settle();
  expect([heard, stuck.length]).toEqual([[1, 2, 3], 1]);
});

/** What is kept stays, and nothing more is. */
function fillUp() {
  const { localStorage } = globalThis;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => localStorage.getItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
}

test('a game without room to save it goes on, with one warning', async () => {
  fillUp();
  const made = engine([
    { version: 1, on_turn: 0 },
    { version: 2, on_turn: 1 },
    { version: 3, on_turn: 0 },
  ]);
  const heard: unknown[] = [];
  const listener = {
    onlink: () => undefined,
    onupdate: ({ room }: UpdateView) => heard.push(room.game.version),
    onunkept: () => heard.push('unsaved'),
  } as unknown as Listener;
  const practice = new PracticeConnection(
    { game, bots: ['static'] },
    'Ann',
    made as unknown as Engine,
    listener,
  );
  await settle();
  await practice.act({ kind: 'pass' }, 1);
  await settle();
  vi.unstubAllGlobals();
  expect(heard).toEqual(['unsaved', 1, 2, 3]);
});

test('an unsaved game stays until the page closes', () => {
  saveGame(old);
  const played: SavedGame = { ...old, stage: 'ended', lines: { setup: 'new', events: ['9'] } };
  fillUp();
  expect([saveGame(played), load(), current()]).toEqual([false, played, played]);
  vi.unstubAllGlobals();
  expect([saveGame(old), load()], 'there is room again').toEqual([true, old]);
});

test('an action cancels the bot’s thinking', async () => {
  const answers: (() => void)[] = [];
  const made = engine([
    { version: 1, on_turn: 1 },
    { version: 2, on_turn: 2 }, // thought of before the player resigned
    { version: 2, on_turn: 1, phase: 'ended' },
  ]);
  const ask = (question: Question) =>
    new Promise((resolve) => answers.push(() => void made.ask(question).then(resolve)));
  const heard: unknown[] = [];
  const listener = { ...ignored, onupdate: ({ room }: UpdateView) => heard.push(room.game.phase) };
  const practice = new PracticeConnection(
    { game, bots: ['a', 'b'] },
    'Ann',
    { ...made, ask } as never,
    listener,
  );
  const answer = async () => (answers.shift()!(), settle());
  await settle();
  await answer();
  const resigned = practice.act({ kind: 'resign' });
  await answer();
  await answer();
  await resigned;
  await settle();
  expect(heard).toEqual(['playing', 'ended']);
  expect([load()!.stage, answers.length]).toEqual(['ended', 0]);
});

test('the bot thinks again after a refused action', async () => {
  const made = engine([
    { version: 1, on_turn: 1 },
    { version: 2, on_turn: 0 },
  ]);
  let refuse: (() => void) | undefined;
  const ask = (question: Question) => {
    if (question.ask !== 'go_on') return made.ask(question);
    if (question.request) return Promise.reject(new Error('not your turn'));
    return refuse
      ? made.ask(question)
      : new Promise((resolve) => (refuse = () => resolve(undefined)));
  };
  const heard: number[] = [];
  const listener = {
    ...ignored,
    onupdate: ({ room }: UpdateView) => heard.push(room.game.version),
  };
  const practice = new PracticeConnection(
    { game, bots: ['a'] },
    'Ann',
    { ...made, ask } as never,
    listener,
  );
  await settle();
  await expect(practice.act({ kind: 'pass' })).rejects.toThrow('not your turn');
  await settle();
  expect(heard).toEqual([1, 2]);
});

test('a game continued in another tab is noticed', () => {
  saveGame(old);
  expect([current(), isChangedElsewhere()]).toEqual([old, false]);
  saveGame({ ...old, lines: { setup: 'old', events: ['7', '8'] } });
  expect(isChangedElsewhere(), 'that was this tab').toBe(false);
  localStorage.setItem('tisane.practice', JSON.stringify({ ...old, stage: 'ended' }));
  expect(isChangedElsewhere()).toBe(true);
  sessionStorage.setItem('tisane.hand.practice', '{"rack":[],"laid":[]}');
  expect([takenUp()!.stage, isChangedElsewhere(), keptHand('') !== undefined]).toEqual([
    'ended',
    false,
    true,
  ]);
  localStorage.setItem(
    'tisane.practice',
    JSON.stringify({ ...old, lines: { setup: 'another', events: [] } }),
  );
  takenUp();
  expect(keptHand(''), 'what was laid in another game').toBeUndefined();
});

test('tiles laid in one offline game are not on the next board', async () => {
  sessionStorage.setItem(
    'tisane.hand.practice',
    '{"rack":[],"laid":[{"row":7,"col":7,"tile":"A"}]}',
  );
  new PracticeConnection(
    old,
    'Ann',
    engine([{ version: 1, on_turn: 0 }]) as unknown as Engine,
    ignored,
  );
  await settle();
  expect(keptHand('')?.laid, 'the same game').toHaveLength(1);
  new PracticeConnection(
    { game, bots: ['a'] },
    'Ann',
    engine([{ version: 1, on_turn: 0 }]) as never,
    ignored,
  );
  await settle();
  expect(keptHand('')).toBeUndefined();
});
