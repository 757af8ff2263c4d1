import wasmAddress from "zxing-wasm/reader/zxing_reader.wasm?url";

/** The page itself, so that it opens without network: public/sw.js reads this cache. */

const cacheName = "paseo-door";

/** Caches the console's page, the scripts that it has loaded, and the scripts of the camera. */
export async function cacheConsolePage(): Promise<void> {
  if (!("serviceWorker" in navigator) || !("caches" in globalThis)) return;
  await navigator.serviceWorker.register(new URL("sw.js", document.baseURI));
  await import("barcode-detector/ponyfill");
  const page = new URL("./", document.baseURI).href;
  const loaded = performance.getEntriesByType("resource").map((entry) => (entry as PerformanceEntry).name);
  const linked = [...document.querySelectorAll<HTMLLinkElement>("link[href]")].map(({ href }) => href);
  const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[src]")].map(({ src }) => src);
  const files = [...loaded, ...linked, ...scripts, new URL(wasmAddress, document.baseURI).href];
  const cache = await caches.open(cacheName);
  const wanted = [page, ...new Set(files.filter((file) => file.startsWith(page)))];
  for (const file of wanted) if (file === page || !(await cache.match(file))) await cache.add(file);
}

export async function deleteCachedPage(): Promise<void> {
  if ("caches" in globalThis) await caches.delete(cacheName);
}
