/** Starts the server the tests talk to, with two small lexicons in a data folder of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    address: string;
    /** The folder with the server's database. */
    data: string;
  }
}

const WORDS = {
  little: {
    ruleset: 'english',
    title: 'Little English',
    words: 'qi 80\nza 70\ntea 20\neat 10\nate 10\nteam 20\nmeat 20\ntisane 60\nat 10',
  },
  poco: { ruleset: 'spanish', title: 'Poco español', words: 'chal\nperro\ncalle\noh' },
};

export default async function setup(project: TestProject) {
  const tisane = process.env.TISANE;
  if (!tisane) throw new Error('TISANE is not set to the binary; run `cargo xtask test browser`');
  const data = mkdtempSync(join(tmpdir(), 'tisane-e2e-'));
  mkdirSync(join(data, 'lexicons'));
  for (const [name, { ruleset, title, words }] of Object.entries(WORDS)) {
    const out = join(data, 'lexicons', `${name}.lexicon`);
    const args = ['lexicon', 'build', '-', '--ruleset', ruleset, '--title', title, '--out', out];
    const built = spawnSync(tisane, args, { input: words, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
  }

  const server = spawn(
    tisane,
    ['serve', '--listen', '127.0.0.1:0', '--unlimited', '--data', data],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const address = await new Promise<string>((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (part) => {
      text += part;
      const found = /http:\/\/\S+/.exec(text);
      if (found) resolve(found[0]);
    });
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  project.provide('address', address);
  project.provide('data', data);

  return async () => {
    const ended = new Promise((resolve) => server.on('exit', resolve));
    server.removeAllListeners('exit').on('exit', () => undefined);
    server.kill('SIGTERM');
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2000))]);
    rmSync(data, { recursive: true, force: true });
  };
}
