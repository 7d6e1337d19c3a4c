/** The engine as it is compiled for browsers, beside the one in the binary. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { station } from './browser';
import { Module } from '../src/engine/module';
import type {
  EngineView,
  LineView,
  AnalysisView,
  ReviewedTurnView,
  ReviewView,
} from '../src/protocol';

const GAME = `#character-encoding UTF-8
#player1 ann Ann
#player2 bob Bob
>ann: AEINRST 8D RETAINS +66 66
>bob: AEIOQUT G7 Q.T +23 23
>ann: EEHLLOW D4 LOWE. +16 82
`;
const POSITION = '15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0';

let module: Module;

beforeAll(async () => {
  const bytes = async (path: string) =>
    new Uint8Array(await (await fetch(station().address + path)).arrayBuffer());
  const view = (await (
    await fetch(`${station().address}/api/engine?ruleset=english`)
  ).json()) as EngineView;
  module = await Module.start(await bytes('/engine.wasm'));
  module.load(view.ruleset, await bytes(view.words!), await bytes(view.model!));
});

function tisane<T>(...args: string[]): T {
  const { stdout, stderr, status } = spawnSync(process.env.TISANE!, [...args, '--json'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

test('moves are ranked alike', () => {
  const { position } = module.ask({ ask: 'read', text: POSITION, ruleset: 'english', turn: null });
  const here = module.ask({ ask: 'rank', position, top: 30 }) as AnalysisView;
  const there = tisane<{ lines: LineView[] }>('solve', POSITION, '--static', '--top', '30');
  const worth = ({ move, score, leave, equity }: LineView) => [move, score, leave, equity];
  expect(here.lines.map(worth)).toEqual(there.lines.map(worth));
});

test('a game is reviewed alike, to the last decimal', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tisane-game-')), 'game.gcg');
  writeFileSync(file, GAME);
  const there = tisane<ReviewView>('review', file, '--rollouts', '150', '--threads', '1');
  const heard: ReviewedTurnView[] = [1, 2, 3].map((turn) =>
    module.ask({ ask: 'review', text: GAME, turn, candidates: 15, plies: 2, rollouts: 150 }),
  );
  expect(heard).toEqual(there.turns);
});
