/*
 * Keeps the whole studio for when there is no network. The build puts two lines before this: `version`, which is another one for
 * every other build, and `files`, all of them from where this one lies ('' is the page itself).
 *
 * The page is asked of the network first, so that online users get the newest; everything else has a name that changes with its
 * content, and comes from the cache. A newer worker waits until the page lets it in, so that no page loses files that it still needs.
 */
/* global version, files */
const prefix = 'bestiary-';
const cacheName = `${prefix}${version}`;
/** After this long without an answer the network counts as missing: milliseconds. */
const timeoutMs = 4000;

const locate = (file) => new URL(file, self.registration.scope).href;

async function fill() {
  const cache = await caches.open(cacheName);
  const keep = async (file) => {
    const url = locate(file);
    // The same name is the same content, and may be there from the version before.
    const known = file.startsWith('assets/') ? await caches.match(url) : undefined;
    const answer = known ?? (await fetch(url, { cache: 'no-cache' }));
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    await cache.put(url, answer);
  };
  await Promise.all(files.map(keep));
}

async function forgetOlder() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)),
  );
  await self.clients.claim();
}

async function answerPage(request) {
  const kept = async () => (await caches.open(cacheName)).match(locate(''));
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(timeoutMs) });
    return answer.ok ? answer : ((await kept()) ?? answer);
  } catch (error) {
    const answer = await kept();
    if (answer === undefined) throw error;
    return answer;
  }
}

async function answerFile(request) {
  const cache = await caches.open(cacheName);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

const known = new Set(files.map(locate));

self.addEventListener('install', (event) => {
  event.waitUntil(fill());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOlder());
});

self.addEventListener('message', (event) => {
  if (event.data === 'enter') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const [path] = request.url.split(/[?#]/u);
  const isPage = request.mode === 'navigate' && (path === locate('') || path === locate('index.html'));
  if (isPage) event.respondWith(answerPage(request));
  else if (known.has(path)) event.respondWith(answerFile(request));
});
