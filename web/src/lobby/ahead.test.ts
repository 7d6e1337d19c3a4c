// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isCached, cachedGames, fetchAhead } from './ahead';

/** What the service worker keeps, by address. */
let kept: Map<string, unknown>;
let fetched: string[];

const VIEW = {
  ruleset: 'english',
  lexicon: 'english',
  words: '/words?print=1',
  model: '/model?print=1',
};
const ANSWERS: Record<string, unknown> = {
  '/api/rulesets': {
    rulesets: [
      {
        name: 'english',
        lexicon: 'english',
        locale: 'en',
        players: { from: 2, to: 4 },
        title: 'English',
      },
    ],
  },
  '/api/lexicons': {
    lexicons: [{ name: 'english', language: 'en', words: 1, place: 'built in', title: 'English' }],
  },
  '/api/bots': { bots: [{ name: 'casual' }], usual: 'casual' },
  '/api/engine?ruleset=english': VIEW,
  '/api/engine?ruleset=english&lexicon=english': VIEW,
};

beforeEach(() => {
  localStorage.clear();
  kept = new Map();
  fetched = [];
  const match = async (asked: string | { url: string }) => {
    const path = typeof asked === 'string' ? asked : asked.url.slice(location.origin.length);
    return kept.has(path) ? { json: async () => kept.get(path) } : undefined;
  };
  const keys = async () => [...kept.keys()].map((path) => ({ url: location.origin + path }));
  vi.stubGlobal('caches', {
    match,
    keys: async () => ['tisane-1'],
    open: async () => ({ match, keys }),
  });
  // As through the service worker: what is fetched is kept.
  vi.stubGlobal('fetch', async (path: string) => {
    fetched.push(path);
    kept.set(path, ANSWERS[path] ?? {});
    const text = async () => JSON.stringify(ANSWERS[path] ?? {});
    return { ok: true, text, arrayBuffer: async () => new ArrayBuffer() };
  });
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
});

afterEach(() => vi.unstubAllGlobals());

test('everything for one-click play is fetched ahead, for offline use', async () => {
  expect(await cachedGames()).toEqual([]);
  await fetchAhead();
  expect(fetched).toEqual(
    expect.arrayContaining(['/engine.wasm', '/words?print=1', '/model?print=1']),
  );
  const games = await cachedGames();
  expect(isCached({ ruleset: 'english', lexicon: '' }, games)).toBe(true);
  expect(isCached({ ruleset: 'spanish', lexicon: '' }, games)).toBe(false);
  kept.delete('/words?print=1');
  expect(await cachedGames(), 'not without its words').toEqual([]);
});

test('only the engine is fetched again', async () => {
  await fetchAhead();
  fetched = [];
  await fetchAhead();
  expect(fetched.filter((path) => !path.startsWith('/api/'))).toEqual(['/engine.wasm']);
});

test('nothing is fetched ahead in data-saving mode', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} }, connection: { saveData: true } });
  await fetchAhead();
  expect(fetched).toEqual([]);
});
