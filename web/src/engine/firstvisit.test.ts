// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { isCached } from './firstvisit';

const WORKER = readFileSync('public/service-worker.js', 'utf8');

/** The service worker’s answer to a request; nothing if the browser handles it. */
function answered(url: URL, cache: () => Promise<unknown> = () => new Promise(() => undefined)) {
  const listeners = new Map<string, (event: unknown) => void>();
  const self = {
    addEventListener: (type: string, listener: (event: unknown) => void) =>
      listeners.set(type, listener),
  };
  const fetched = async () => new Response('file');
  new Function('self', 'caches', 'location', 'fetch', WORKER)(
    self,
    { open: cache },
    location,
    fetched,
  );
  const respondWith = vi.fn<(answer: Promise<unknown>) => void>();
  listeners.get('fetch')!({ request: { method: 'GET', mode: 'cors', url: url.href }, respondWith });
  return respondWith.mock.calls[0]?.[0];
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
])(
  '%s is fetched again at a first visit if the service worker caches it: %s',
  (address, expected) => {
    const url = new URL(address, location.origin);
    expect(isCached(url)).toBe(expected);
    expect(answered(url) !== undefined).toBe(expected);
  },
);

test('only the newest word lists and models are cached', async () => {
  const kept = new Set<string>();
  const cache = {
    keys: async () => [...kept].map((url) => ({ url })),
    match: async ({ url }: Request) => (kept.has(url) ? new Response('kept') : undefined),
    put: async ({ url }: Request) => kept.add(url),
    delete: async ({ url }: Request) => kept.delete(url),
  };
  const words = '/api/engine/words?ruleset=english&lexicon=english';
  const [old, other, model, now] = [
    `${words}&print=1`,
    '/api/engine/words?ruleset=english&lexicon=other&print=1',
    '/api/engine/model?ruleset=english&lexicon=english&print=1',
    `${words}&print=2`,
  ].map((path) => new URL(path, location.origin));
  for (const url of [old, other, model, now]) await answered(url!, async () => cache);
  expect([...kept]).toEqual([other!.href, model!.href, now!.href]);
});
