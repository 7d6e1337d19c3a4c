/**
 * Starts a server and a Chromium for each worker. Workers share nothing, so one test’s
 * announcement or lobby never shows up in another’s.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

/** What one worker talks to. */
export interface Station {
  /** The server’s address. */
  address: string;
  /** The folder with the server’s database. */
  data: string;
  /** The browser’s endpoint. */
  browser: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    stations: Station[];
  }
}

/** The last ones save processes: starting one takes longer than loading a page. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--in-process-gpu',
  '--process-per-site',
  '--disable-features=SpareRendererForSitePerProcess',
];

const WORDS = {
  little: {
    ruleset: 'english',
    title: 'Little English',
    words: 'qi 80\nza 70\ntea 20\neat 10\nate 10\nteam 20\nmeat 20\ntisane 60\nat 10',
  },
  poco: { ruleset: 'spanish', title: 'Poco español', words: 'chal\nperro\ncalle\noh' },
};

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; run \`cargo xtask test browser\``);
  return value;
}

function buildLexicons(tisane: string, folder: string): void {
  mkdirSync(folder);
  for (const [name, { ruleset, title, words }] of Object.entries(WORDS)) {
    const out = join(folder, `${name}.lexicon`);
    const args = ['lexicon', 'build', '-', '--ruleset', ruleset, '--title', title, '--out', out];
    const built = spawnSync(tisane, args, { input: words, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
  }
}

async function serve(tisane: string, data: string): Promise<[string, ChildProcess]> {
  const args = ['serve', '--listen', '127.0.0.1:0', '--unlimited', '--data', data];
  const server = spawn(tisane, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise<string>((resolve, reject) => {
    let text = '';
    server.stdout!.on('data', (part) => {
      text += part;
      const found = /http:\/\/\S+/.exec(text);
      if (found) resolve(found[0]);
    });
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  server.removeAllListeners('exit');
  return [address, server];
}

export default async function setup(project: TestProject) {
  const tisane = required('TISANE');
  const executablePath = required('CHROMIUM');
  const folder = mkdtempSync(join(tmpdir(), 'tisane-e2e-'));
  const lexicons = join(folder, 'lexicons');
  buildLexicons(tisane, lexicons);

  const open = async (n: number) => {
    const data = join(folder, String(n));
    cpSync(lexicons, join(data, 'lexicons'), { recursive: true });
    const [[address, server], browser] = await Promise.all([
      serve(tisane, data),
      chromium.launchServer({ executablePath, args: FLAGS }),
    ]);
    const station: Station = { address, data, browser: browser.wsEndpoint() };
    const close = async () => {
      const ended = new Promise((resolve) => server.on('exit', resolve));
      server.kill('SIGTERM');
      await Promise.all([ended, browser.close()]);
    };
    return { station, close };
  };
  const opened = await Promise.all(
    Array.from({ length: project.config.provide.workers ?? 1 }, (_, n) => open(n)),
  );
  project.provide(
    'stations',
    opened.map(({ station }) => station),
  );

  return async () => {
    await Promise.all(opened.map(({ close }) => close()));
    rmSync(folder, { recursive: true, force: true });
  };
}
