/**
 * Stores what was used, so that the app works offline. What can change is fetched first and taken
 * from here only without a connection; what never changes is fetched once.
 */
const CACHE = 'tisane-1';
/** The app's first page, which answers to all of its addresses. */
const PAGE = '/';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      // A copy without the engine is a copy all the same.
      .then((cache) =>
        Promise.allSettled(
          [PAGE, '/favicon.svg', '/favicon-due.svg', '/theme.js', '/engine.wasm'].map((path) =>
            cache.add(path),
          ),
        ),
      )
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const others = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))),
    );
  event.waitUntil(others.then(() => self.clients.claim()));
});

/** What is kept: src/engine/firstvisit.ts says the same. */
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!url.pathname.startsWith('/api/')) event.respondWith(asked(new Request(PAGE)));
  } else if (url.pathname.startsWith('/assets/') || url.searchParams.has('print'))
    event.respondWith(kept(request));
  else if (
    /^\/api\/(rulesets|lexicons|engine|bots)\b|^\/api\/games\/[^/]+\/gcg$|^\/[^/]+\.\w+$/.test(
      url.pathname,
    )
  )
    event.respondWith(asked(request));
});

/** From here, or else from the server. */
async function kept(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  return found ?? keep(cache, request, await fetch(request));
}

/** From the server, or else from here. */
async function asked(request) {
  const cache = await caches.open(CACHE);
  const response = await fetch(request).catch((error) => ({ error }));
  // A proxy answers so for a server that does not.
  const isAnswered = !response.error && ![502, 503, 504].includes(response.status);
  if (isAnswered) return keep(cache, request, response);
  const found = await cache.match(request);
  if (found) return found;
  if (response.error) throw response.error;
  return response;
}

/** What there is no room for is an answer all the same. */
async function keep(cache, request, response) {
  if (!response.ok) return response;
  const url = new URL(request.url);
  try {
    if (url.pathname === PAGE) await forgetOldFiles(cache, response.clone());
    if (url.searchParams.has('print')) await forgetOtherPrints(cache, url);
    await cache.put(request, response.clone());
  } catch {
    // The next visit asks for it again.
  }
  return response;
}

/** The files of an older version of the app, once its first page names others. */
async function forgetOldFiles(cache, page) {
  const text = await page.text();
  const script = /\/assets\/index-[\w-]+\.js/.exec(text)?.[0];
  if (!script || (await cache.match(script))) return;
  for (const request of await cache.keys())
    if (new URL(request.url).pathname.startsWith('/assets/')) await cache.delete(request);
}

/** Words and models as they were before: the same address, but for the print. */
async function forgetOtherPrints(cache, url) {
  const plain = withoutPrint(url);
  for (const request of await cache.keys()) {
    const other = new URL(request.url);
    if (other.searchParams.has('print') && withoutPrint(other) === plain)
      await cache.delete(request);
  }
}

function withoutPrint(url) {
  const plain = new URL(url);
  plain.searchParams.delete('print');
  return plain.href;
}

/** Back to the game that a notice was about. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = event.notification.data;
  const shown = self.clients.matchAll({ type: 'window' }).then((pages) => {
    const page = pages.find(({ url }) => url === address);
    return page ? page.focus() : self.clients.openWindow(address);
  });
  event.waitUntil(shown);
});
