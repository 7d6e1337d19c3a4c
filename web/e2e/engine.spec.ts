/** The engine as it is compiled for browsers, beside the one in the binary. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { AnalysisView, LineView, ReviewedTurnView, ReviewView } from '../src/protocol';
import { engine } from './solver';

const GAME = `#character-encoding UTF-8
#player1 ann Ann
#player2 bob Bob
>ann: AEINRST 8D RETAINS +66 66
>bob: AEIOQUT G7 Q.T +23 23
>ann: EEHLLOW D4 LOWE. +16 82
`;
const POSITION = '15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0';

let module: Awaited<ReturnType<typeof engine>>;

beforeAll(async () => {
  module = await engine();
});

function tisane<T>(...args: string[]): T {
  const { stdout, stderr, status } = spawnSync(process.env.TISANE!, [...args, '--json'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

test('the browser’s engine ranks moves like the command line', () => {
  const { position } = module.ask({ ask: 'read', text: POSITION, ruleset: 'english', turn: null });
  const here = module.ask({ ask: 'rank', position, top: 30 }) as AnalysisView;
  const there = tisane<{ lines: LineView[] }>('solve', POSITION, '--static', '--top', '30');
  const worth = ({ move, score, leave, equity }: LineView) => [move, score, leave, equity];
  expect(here.lines.map(worth)).toEqual(there.lines.map(worth));
});

test('the browser’s engine reviews a game like the command line', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tisane-game-')), 'game.gcg');
  writeFileSync(file, GAME);
  const there = tisane<ReviewView>('review', file, '--rollouts', '150', '--threads', '1');
  const heard: ReviewedTurnView[] = [1, 2, 3].map((turn) =>
    module.ask({ ask: 'review', text: GAME, turn, candidates: 15, plies: 2, rollouts: 150 }),
  );
  expect(heard).toEqual(there.turns);
});
