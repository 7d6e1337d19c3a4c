/** Prefetches what an offline game needs. The service worker stores it, so one visit is enough. */
import { get } from '../api';
import { engineAddress, WORKER, type Game } from '../engine/engine';
import { bots as listBots } from '../game/requests';
import type { EngineView, LexiconList, RulesetList } from '../protocol';
import { settings } from '../settings.svelte';
import { lastChoice } from './choice';

const ENGINE = '/engine.wasm';
const rulesetOf = ({ ruleset }: Pick<Game, 'ruleset'>) =>
  `/api/rulesets/${encodeURIComponent(ruleset)}`;
const filesOf = ({ words, model }: EngineView) =>
  [ENGINE, WORKER, words, model].filter((file) => file !== null);

/** Prefetches the game that one click would start, when the browser is idle. */
export async function fetchAhead(): Promise<void> {
  if (!mayFetch() || !(await isControlled())) return;
  await idle();
  try {
    const [{ rulesets }, { lexicons }, bots] = await Promise.all([
      get<RulesetList>('/api/rulesets'),
      get<LexiconList>('/api/lexicons'),
      listBots(),
    ]);
    const { ruleset, lexicon } = lastChoice(rulesets, lexicons, bots, settings.language);
    await fetchGame({ ruleset, lexicon, family: settings.family });
  } catch {
    // there will be another visit
  }
}

async function fetchGame(game: Game): Promise<void> {
  const view = await get<EngineView>(engineAddress(game));
  // The table asks for the list by its name.
  await Promise.all([
    get(rulesetOf(game)),
    get(engineAddress({ ...game, lexicon: view.lexicon ?? '' })),
  ]);
  for (const file of filesOf(view)) {
    // All but the engine are another file at another address when they change.
    if (file === ENGINE || !(await caches.match(file))) await (await fetch(file)).arrayBuffer();
  }
}

/** The games that can be started offline. */
export async function cachedGames(): Promise<Game[]> {
  if (typeof caches === 'undefined') return [];
  const cached: Game[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const has = async (file: string) => (await cache.match(file)) !== undefined;
    for (const request of await cache.keys()) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname !== '/api/engine') continue;
      const view = (await (await cache.match(request))!.json()) as EngineView;
      const needed = await Promise.all([rulesetOf(view), ...filesOf(view)].map(has));
      if (!view.words || needed.includes(false)) continue;
      cached.push({
        ruleset: view.ruleset,
        lexicon: searchParams.get('lexicon') ?? '',
        family: searchParams.get('family') === 'true',
      });
    }
  }
  return cached;
}

/** Whether it is among them. */
export function isCached(
  { ruleset, lexicon }: Pick<Game, 'ruleset' | 'lexicon'>,
  cached: readonly Game[],
): boolean {
  return cached.some(
    (game) =>
      game.ruleset === ruleset && game.lexicon === lexicon && game.family === settings.family,
  );
}

/** Some pay for every byte. */
function mayFetch(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData !== true;
}

/** Resolves when the service worker stores what this page fetches. */
async function isControlled(): Promise<boolean> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return false;
  if (!serviceWorker.controller)
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  return true;
}

function idle(): Promise<unknown> {
  return new Promise((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, 500),
  );
}
