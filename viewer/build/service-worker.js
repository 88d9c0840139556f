// @ts-check
// Keeps the app in the browser, so that it starts without a network. The two texts in capitals are filled in by the build.

const version = '__VERSION__';
const files = ['__FILES__'];
const worker = /** @type {any} */ (self);

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .open(version)
      .then((cache) => cache.addAll(files))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => isOld(name)).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

/** @param {string} name */
const isOld = (name) => name.startsWith('exhume-') && name !== version;

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    caches
      .open(version)
      .then((cache) => cache.match(request, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(request)),
  );
});
