// Opens the console's page at the door without network. The page fills the cache when it stores a list of codes, and deletes it at
// sign-out (src/door/offline/shell.ts). Requests of the API never pass through here.
const cacheName = "paseo-door";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== "GET" || !pathname.startsWith(new URL(registration.scope).pathname)) return;
  // Names of built files hold a hash of their content; everything else may have changed.
  event.respondWith(pathname.includes("/assets/") ? fromCacheFirst(request) : fromNetworkFirst(request));
});

async function fromCacheFirst(request) {
  return (await caches.match(request, { cacheName })) ?? fetch(request);
}

async function fromNetworkFirst(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const known = await caches.match(request.mode === "navigate" ? registration.scope : request, { cacheName });
    if (known) return known;
    throw error;
  }
}
