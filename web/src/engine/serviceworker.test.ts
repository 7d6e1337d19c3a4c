/** The service worker as it is served, in a browser of which only what it uses is there. */
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';

const SOURCE = readFileSync('public/service-worker.js', 'utf8');
const ORIGIN = 'http://tisane.test';

let kept: Map<string, Response>;
/** What the network says, by path. */
let network: (path: string) => Promise<Response>;
let isFull: boolean;
let listeners: Map<string, (event: unknown) => void>;

const pathOf = (request: Request | string) =>
  typeof request === 'string'
    ? request
    : new URL(request.url).pathname + new URL(request.url).search;

beforeEach(() => {
  kept = new Map();
  listeners = new Map();
  isFull = false;
  const cache = {
    match: async (request: Request | string) => kept.get(pathOf(request))?.clone(),
    keys: async () => [...kept.keys()].map((path) => new Request(ORIGIN + path)),
    delete: async (request: Request) => kept.delete(pathOf(request)),
    put: async (request: Request, response: Response) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(pathOf(request), response);
    },
    add: async (path: string) => {
      const response = await network(path);
      if (!response.ok) throw new TypeError('not ok');
      kept.set(path, response);
    },
  };
  const self = {
    addEventListener: (name: string, listener: (event: unknown) => void) =>
      listeners.set(name, listener),
    skipWaiting: async () => undefined,
  };
  class PathRequest extends Request {
    constructor(path: string) {
      super(ORIGIN + path);
    }
  }
  const run = new Function('self', 'caches', 'fetch', 'location', 'Request', SOURCE);
  const fetched = (request: Request) => network(pathOf(request));
  run(self, { open: async () => cache }, fetched, { origin: ORIGIN }, PathRequest);
});

/** What a page gets that asks for this. */
async function asking(path: string, isPage = false): Promise<string> {
  const respondWith = vi.fn<(answer: Promise<Response>) => void>();
  const request = { url: ORIGIN + path, method: 'GET', mode: isPage ? 'navigate' : 'cors' };
  listeners.get('fetch')!({ request, respondWith });
  const response = await respondWith.mock.calls[0]![0];
  return `${response.status} ${await response.text()}`;
}

const saying =
  (text: string, status = 200) =>
  async () =>
    new Response(text, { status });
const silent = () => Promise.reject(new TypeError('failed to fetch'));

test('pages and lists come from the server, or from the cache if it doesn’t answer', async () => {
  network = saying('new');
  expect(await asking('/games/x', true)).toBe('200 new');
  expect(await asking('/api/rulesets')).toBe('200 new');
  network = silent;
  expect(await asking('/words', true)).toBe('200 new');
  expect(await asking('/api/rulesets')).toBe('200 new');
  await expect(asking('/api/lexicons')).rejects.toThrow('failed to fetch');
});

test('a gateway error is answered from the cache', async () => {
  network = saying('page');
  await asking('/', true);
  network = saying('Bad Gateway', 502);
  expect(await asking('/', true)).toBe('200 page');
  expect(await asking('/api/rulesets')).toBe('502 Bad Gateway');
});

test('answers are passed on even if there is no room to cache them', async () => {
  isFull = true;
  network = saying('page');
  expect(await asking('/', true)).toBe('200 page');
  expect(await asking('/assets/index-1.js')).toBe('200 page');
  expect(kept.size).toBe(0);
});

test('files that never change are fetched once', async () => {
  network = saying('words');
  expect(await asking('/api/engine/words?print=1')).toBe('200 words');
  network = silent;
  expect(await asking('/api/engine/words?print=1')).toBe('200 words');
});

test('an installation without the engine still works', async () => {
  network = async (path) => (path === '/engine.wasm' ? silent() : new Response('page'));
  let installed: Promise<unknown> | undefined;
  listeners.get('install')!({ waitUntil: (work: Promise<unknown>) => (installed = work) });
  await installed;
  expect([...kept.keys()]).toEqual(['/', '/favicon.svg', '/favicon-due.svg', '/theme.js']);
});
