import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Format } from "@paseo/contract";
import { CachedPages, type CachedPagesOptions } from "../../src/http/cache/cached-pages.ts";
import { sendEncoded } from "../../src/http/cache/encoded-page.ts";
import { negotiateFormat } from "../../src/web/negotiation.ts";
import { startHttp } from "../support/http.ts";

const open: CachedPagesOptions = { shared: true, maxBytes: 1_000_000 };
const text = (value: string, format: Format) =>
  format === "json" ? JSON.stringify({ value }) : `<Value>${value}</Value>`;
const pageOf = (key: string, epoch: string, value: string, format: Format = "json") => ({
  key,
  epoch,
  format,
  share: "anonymous" as const,
  make: async () => value,
  encode: text,
});

test("a page is found by its key, format and epoch only, and lookups are counted", async () => {
  const lookups: string[] = [];
  const pages = new CachedPages({ ...open, onLookup: (lookup) => lookups.push(lookup) });
  const built = await pages.build(pageOf("products 1", "7", "a"));
  assert.equal(pages.get("products 1", "json", "7"), built);
  assert.equal(pages.get("products 1", "xml", "7"), undefined);
  assert.equal(pages.get("products 2", "json", "7"), undefined);
  assert.equal(pages.get("products 1", "json", "8"), undefined);
  assert.deepEqual(lookups, ["hit", "miss", "miss", "miss"]);
});

test("a page of a newer epoch replaces the older one and frees its bytes", async () => {
  const pages = new CachedPages(open);
  await pages.build(pageOf("a", "1", "x".repeat(10_000)));
  await pages.build(pageOf("a", "2", "y"));
  assert.equal(pages.get("a", "json", "1"), undefined);
  assert.ok(pages.get("a", "json", "2"));
  assert.ok(pages.bytes < 10_000);
});

test("concurrent requests share the building of a page; another epoch does not wait for it", async () => {
  const pages = new CachedPages(open);
  const { promise, resolve } = Promise.withResolvers<string>();
  let makings = 0;
  const make = () => {
    makings++;
    return promise;
  };
  const slow = { ...pageOf("a", "1", ""), make };
  const requests = Array.from({ length: 20 }, () => pages.build(slow));
  await pages.build(pageOf("a", "2", "new"));
  resolve("old");
  const answers = await Promise.all(requests);
  assert.equal(makings, 1);
  assert.equal(new Set(answers).size, 1);
});

test("a failure reaches every waiting request and is not cached", async () => {
  const pages = new CachedPages(open);
  const failing = { ...pageOf("a", "1", ""), make: () => Promise.reject(new Error("no store")) };
  const outcomes = await Promise.allSettled([pages.build(failing), pages.build(failing)]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  assert.ok(await pages.build(pageOf("a", "1", "now")));
});

test("the bytes stay within the limit, compressed pages included, and the least recently used page is removed first", async () => {
  const pages = new CachedPages({ shared: true, maxBytes: 50_000 });
  const big = "x".repeat(10_000);
  for (const key of ["a", "b", "c"]) await pages.build(pageOf(key, "1", big));
  assert.ok(pages.get("a", "json", "1"));
  await pages.build(pageOf("d", "1", big));
  await pages.build(pageOf("e", "1", big));
  assert.ok(pages.bytes <= 50_000);
  assert.equal(pages.get("b", "json", "1"), undefined, "the least recently used page");
  assert.ok(pages.get("a", "json", "1"), "used since");
  const before = pages.bytes;
  await pages.get("e", "json", "1")!.answer.in("gzip");
  assert.ok(pages.bytes > before);
});

test("a page holds only the encodings that clients use, and makes others from them", async () => {
  const pages = new CachedPages(open);
  const long = "año ".repeat(10_000);
  const { answer } = await pages.build({ ...pageOf("a", "1", long), encoding: "gzip" as const });
  assert.ok(pages.bytes < 5_000);
  const { bytes } = await answer.in("identity");
  assert.equal(bytes.toString(), text(long, "json"));
  assert.ok(pages.bytes > long.length);
  assert.deepEqual(brotliDecompressSync((await answer.in("br")).bytes), bytes);
});

test("pages that are compressed at once have their own texts", async () => {
  const pages = new CachedPages(open);
  for (let round = 0; round < 3; round++) {
    const texts = Array.from({ length: 12 }, (_, n) => `${round} ${n} `.repeat(n === 5 ? 200_000 : 100));
    const built = await Promise.all(
      texts.map((value, n) => pages.build({ ...pageOf(`${n}`, `${round}`, value), encoding: "gzip" as const })),
    );
    for (const [n, { answer }] of built.entries())
      assert.ok(gunzipSync((await answer.in("gzip")).bytes).toString() === text(texts[n]!, "json"));
  }
});

test("pages without content are limited too", async () => {
  const pages = new CachedPages({ shared: true, maxBytes: 100_000 });
  for (let key = 0; key < 500; key++) await pages.build(pageOf(`${key}`, "1", ""));
  let held = 0;
  for (let key = 0; key < 500; key++) if (pages.get(`${key}`, "json", "1")) held++;
  assert.ok(held > 10 && held < 60, `${held} pages are cached`);
});

/** A server with one page. */
async function serve(t: TestContext, options: CachedPagesOptions = open, link?: string) {
  const pages = new CachedPages(options);
  return startHttp(t, (app) => {
    app.get("/page", async (request, reply) => {
      const format = negotiateFormat(request.headers.accept)!;
      const page = { ...pageOf("page", "1", "ñ".repeat(3000), format), link: () => link };
      return sendEncoded(request, reply, (pages.get("page", format, "1") ?? (await pages.build(page))).answer);
    });
  });
}

test("each encoding carries the same text under matching headers", async (t) => {
  const { ask } = await serve(t, open, '</page?page=2>; rel="next"');
  const plain = await ask("/page");
  const gzipped = await ask("/page", { headers: { "accept-encoding": "gzip" } });
  const brotli = await ask("/page", { headers: { "accept-encoding": "br" } });
  const expected = text("ñ".repeat(3000), "json");
  assert.equal(plain.text, expected);
  assert.equal(gunzipSync(gzipped.body).toString(), expected);
  assert.equal(brotliDecompressSync(brotli.body).toString(), expected);
  assert.equal(plain.headers["content-encoding"], undefined);
  assert.equal(gzipped.headers["content-encoding"], "gzip");
  assert.equal(brotli.headers["content-encoding"], "br");
  for (const answer of [plain, gzipped, brotli]) {
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["content-type"], "application/json; charset=utf-8");
    assert.equal(answer.headers["content-length"], `${answer.body.length}`);
    assert.equal(answer.headers.vary, "Accept, Accept-Encoding");
    assert.equal(answer.headers["cache-control"], "public, no-cache");
    assert.equal(answer.headers["x-content-type-options"], "nosniff");
    assert.equal(answer.headers.link, '</page?page=2>; rel="next"');
  }
});

test("the ETag is strong and differs by format and by encoding", async (t) => {
  const { ask } = await serve(t);
  const etags: string[] = [];
  for (const accept of ["application/json", "application/xml"]) {
    for (const encoding of ["identity", "gzip", "br"]) {
      etags.push((await ask("/page", { headers: { accept, "accept-encoding": encoding } })).headers.etag!);
    }
  }
  assert.equal(new Set(etags).size, 6);
  assert.ok(etags.every((etag) => /^"[\w-]{22}(-gzip|-br)?"$/.test(etag)));
});

test("shared caches may not store pages when reads need a key", async (t) => {
  const { ask } = await serve(t, { ...open, shared: false });
  assert.equal((await ask("/page")).headers["cache-control"], "private, no-cache");
});

test("If-None-Match: its ETag alone, in a list, weakened or * is a 304 with no body; another is a 200", async (t) => {
  const { ask } = await serve(t, open, '</page?page=2>; rel="next"');
  const etag = (await ask("/page", { headers: { "accept-encoding": "gzip" } })).headers.etag!;
  const matches: [header: string, status: number][] = [
    [etag, 304],
    [`W/${etag}`, 304],
    [`"other", ${etag}`, 304],
    [`"other",W/${etag} , "third"`, 304],
    ["*", 304],
    ['"other"', 200],
    [etag.replace("-gzip", ""), 200],
    [etag.replaceAll('"', ""), 200],
    ["", 200],
  ];
  for (const [header, status] of matches) {
    const answer = await ask("/page", { headers: { "accept-encoding": "gzip", "if-none-match": header } });
    assert.equal(answer.status, status, header);
    assert.equal(answer.headers.etag, etag);
    assert.equal(answer.headers.vary, "Accept, Accept-Encoding");
    assert.equal(answer.headers["cache-control"], "public, no-cache");
    assert.ok(answer.headers.link);
    assert.equal(answer.body.length === 0, status === 304);
  }
});

test("HEAD has the headers of GET and no body, 304 included", async (t) => {
  const { ask } = await serve(t);
  const { date: _, "x-request-id": own, ...get } = (await ask("/page")).headers;
  const head = await ask("/page", { method: "HEAD" });
  const { date: __, "x-request-id": other, ...headers } = head.headers;
  assert.ok(own && other && own !== other);
  assert.equal(head.status, 200);
  assert.deepEqual(headers, get);
  assert.equal(head.body.length, 0);
  assert.equal((await ask("/page", { method: "HEAD", headers: { "if-none-match": get.etag! } })).status, 304);
});

test("a client that refuses every encoding gets a 406", async (t) => {
  const { ask } = await serve(t);
  const answer = await ask("/page", { headers: { "accept-encoding": "identity;q=0" } });
  assert.equal(answer.status, 406);
  assert.equal(JSON.parse(answer.text).code, "not-acceptable");
});

test("cached pages are counted like other answers and logged at debug", async (t) => {
  const { ask, lines, metrics } = await serve(t);
  const etag = (await ask("/page")).headers.etag!;
  await ask("/page", { headers: { "if-none-match": etag } });
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ level, route, status }) => [level, route, status]),
    [
      ["debug", "/page", 200],
      ["debug", "/page", 304],
    ],
  );
  assert.match((await metrics.text()).body, /_count\{route="\/page",method="GET",status="304",form="other"\} 1\n/);
});
