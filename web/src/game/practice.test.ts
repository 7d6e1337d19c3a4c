import { expect, test } from 'vitest';
import type { Engine } from '../engine/engine';
import type { PracticeView, Question, UpdateView } from '../protocol';
import type { Listener } from './connection';
import { PracticeConnection } from './practice';

/** An engine that answers with a game at these turns, one after the other. */
function engine(turns: { version: number; on_turn: number; phase?: string }[]) {
  const asked: Question[] = [];
  const answer = (): PracticeView => {
    const turn = turns.length > 1 ? turns.shift()! : turns[0]!;
    const game = { you: 0, phase: 'playing', may_accept: false, ...turn };
    return { lines: { setup: 's', events: [`${turn.version}`] }, update: { room: { game } } as unknown as UpdateView };
  };
  return {
    asked,
    open: () => Promise.resolve(),
    ask: (question: Question) => (asked.push(question), Promise.resolve(answer())),
    close: () => undefined,
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
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
  const practice = new PracticeConnection({ game, bots: ['static'] }, 'Ann', made as unknown as Engine, listener);
  await settle();
  expect(made.asked.map(({ ask }) => ask)).toEqual(['practise', 'go_on']);
  expect(heard).toEqual([3, 5]);
  await practice.act({ kind: 'pass' }, 2);
  expect(made.asked[2]).toMatchObject({
    ask: 'go_on',
    lines: { events: ['5'] },
    request: { turn: 2, action: { kind: 'pass' } },
  });
});
