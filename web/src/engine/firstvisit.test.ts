// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { isKept } from './firstvisit';

const WORKER = readFileSync('public/service-worker.js', 'utf8');

/** Whether the service worker answers to what a page asks for, and so keeps it. */
function isAnswered(url: URL): boolean {
  const listeners = new Map<string, (event: unknown) => void>();
  const self = {
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
  };
  const caches = { open: () => new Promise(() => undefined) };
  new Function('self', 'caches', 'location', WORKER)(self, caches, location);
  const respondWith = vi.fn();
  listeners.get('fetch')!({ request: { method: 'GET', mode: 'cors', url: url.href }, respondWith });
  return respondWith.mock.calls.length > 0;
}

test.each([
  ['/assets/index-abc.js', true],
  ['/assets/fonts/a.woff2', true],
  ['/engine.wasm', true],
  ['/favicon.svg', true],
  ['/api/rulesets', true],
  ['/api/rulesets/english', true],
  ['/api/lexicons', true],
  ['/api/engine?ruleset=english', true],
  ['/api/engine/words/english?print=12', true],
  ['/api/bots', true],
  ['/api/botsy', false],
  ['/api/other?print=12', true],
  ['/api/me', false],
  ['/api/games/x', false],
  ['/api/games/x/gcg', true],
  ['/api/games/x/gcg/y', false],
  ['/api/words/check?word=QI', false],
  ['/games/x', false],
  ['/', false],
  ['https://elsewhere.example/engine.wasm', false],
])('%s is fetched again at a first visit if the service worker keeps it: %s', (address, expected) => {
  const url = new URL(address, location.origin);
  expect(isKept(url)).toBe(expected);
  expect(isAnswered(url)).toBe(expected);
});
