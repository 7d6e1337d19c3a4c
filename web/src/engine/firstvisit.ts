/**
 * On the first visit the service worker starts too late to store what the page has fetched, so
 * that is fetched again, from the browser’s cache. After one visit the app works offline.
 */

/** What workers of this page have fetched. */
const fetched = new Set<string>();

/** An engine opens a game with these files, if there are any. */
export function remember(...addresses: (string | null)[]): void {
  for (const address of addresses) if (address) fetched.add(address);
}

export function keepFirstVisit(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker || serviceWorker.controller) return;
  serviceWorker.addEventListener('controllerchange', () => void again(), { once: true });
}

/** The paths the service worker stores, as in `public/service-worker.js`. */
const KEPT =
  /^\/assets\/|^\/api\/(rulesets|lexicons|engine|bots)\b|^\/api\/games\/[^/]+\/gcg$|^\/[^/]+\.\w+$/;

export function isCached({ origin, pathname, searchParams }: URL): boolean {
  return origin === location.origin && (KEPT.test(pathname) || searchParams.has('print'));
}

async function again(): Promise<void> {
  const seen = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const cached = seen.filter(isCached).map(({ href }) => href);
  for (const address of new Set([...cached, ...fetched]))
    await fetch(address).catch(() => undefined);
}
