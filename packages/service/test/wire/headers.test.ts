import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import zlib from "node:zlib";
import { startApp, type TestApp } from "../support/app.ts";

/** Headers beside the content: request ids, encodings, methods, other sites, limits. */

const shop = "https://shop.example.com";
let app: TestApp;
let anywhere: TestApp;
let closed: TestApp;
before(async () => {
  [app, anywhere, closed] = await Promise.all([
    startApp({ config: { corsOrigins: [shop, "http://localhost:3000"], partnerRequestsPerMinute: 3 } }),
    startApp({ config: { corsOrigins: ["*"] } }),
    startApp(),
  ]);
});
after(() => Promise.all([app, anywhere, closed].map((one) => one.stop())));

const ask = (to: TestApp, path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
  fetch(to.url + path, { method, headers });

test("every answer has its own X-Request-Id, cached pages and 304s too", async () => {
  const ids = new Set<string | null>();
  const etag = (await ask(closed, "/api/products")).headers.get("etag")!;
  const answers = [
    ...[await ask(closed, "/api/products"), await ask(closed, "/api/products")],
    await ask(closed, "/api/products", { "if-none-match": etag }),
    await ask(closed, "/api/products", { "x-api-key": closed.key }),
    await ask(closed, "/api/products?page=0"),
    await ask(closed, "/openapi.json"),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 304, 200, 400, 200],
  );
  for (const { headers } of answers) ids.add(headers.get("x-request-id"));
  assert.equal(ids.size, answers.length);
  assert.ok(!ids.has(null));
});

test("zstd is sent to clients that prefer it, others to those that accept them as well", async (t) => {
  if (!("zstdDecompressSync" in zlib)) return t.skip("this Node has no Zstandard");
  const read = async (encoding: string) => {
    const answer = await ask(closed, "/api/events", { "accept-encoding": encoding });
    return [answer.headers.get("content-encoding"), answer.headers.get("etag")!, answer] as const;
  };
  const [plain, plainTag, text] = await read("identity");
  for (const accepted of ["zstd", "gzip;q=0.5, zstd", "br;q=0.1, zstd"]) {
    const { request } = await import("node:http");
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      const { hostname, port } = new URL(closed.url);
      const options = { hostname, port, path: "/api/events", headers: { "accept-encoding": accepted } };
      request(options, (response) => {
        assert.equal(response.headers["content-encoding"], "zstd", accepted);
        assert.equal(response.headers.etag, plainTag.replace(/"$/, '-zstd"'));
        response.toArray().then((chunks) => resolve(Buffer.concat(chunks)), reject);
      })
        .on("error", reject)
        .end();
    });
    assert.equal(zlib.zstdDecompressSync(bytes).toString(), await text.clone().text());
  }
  assert.equal(plain, null);
  assert.equal((await read("gzip, deflate, br, zstd"))[0], "br");
  assert.equal((await read("zstd, gzip"))[0], "gzip");
});

test("OPTIONS answers 204 with the methods of the path", async () => {
  for (const [path, allow] of [
    ["/api/products", "GET, HEAD, OPTIONS"],
    ["/api/es/eventbook", "POST, OPTIONS"],
    ["/docs", "GET, HEAD, OPTIONS"],
  ] as const) {
    const answer = await ask(closed, path, { origin: shop, "access-control-request-method": "GET" }, "OPTIONS");
    assert.deepEqual([answer.status, answer.headers.get("allow"), await answer.text()], [204, allow, ""]);
    assert.equal(answer.headers.get("access-control-allow-origin"), null);
  }
  assert.equal((await ask(closed, "/api/nothing", {}, "OPTIONS")).status, 404);
});

describe("pages of other sites", () => {
  const allowed = ({ headers }: Response) => headers.get("access-control-allow-origin");

  test("may read nothing unless CORS_ORIGINS names them", async () => {
    const answer = await ask(closed, "/api/products", { origin: shop });
    assert.deepEqual([allowed(answer), answer.headers.get("vary")], [null, "Accept, Accept-Encoding"]);
  });

  test("may read the catalogue where CORS_ORIGINS names them, also its failed requests", async () => {
    for (const path of [
      "/api/products",
      "/api/products",
      "/api/es/pages",
      "/api/products?page=0",
      "/API/Currencies/",
    ]) {
      const answer = await ask(app, path, { origin: shop });
      assert.equal(allowed(answer), shop, path);
      assert.equal(answer.headers.get("vary"), "Accept, Accept-Encoding, Origin", path);
      assert.match(answer.headers.get("access-control-expose-headers")!, /ETag, Link/);
    }
    const stranger = await ask(app, "/api/products", { origin: "https://other.example.com" });
    assert.deepEqual([allowed(stranger), stranger.headers.get("vary")], [null, "Accept, Accept-Encoding, Origin"]);
    assert.equal((await ask(app, "/api/products")).headers.get("vary"), "Accept, Accept-Encoding, Origin");
    assert.equal(allowed(await ask(anywhere, "/api/products", { origin: shop })), "*");
  });

  test("may not book, read orders or send a key", async () => {
    for (const [path, method] of [
      ["/api/es/eventbook", "POST"],
      ["/api/es/order/f4b81c6d-07e9-4a52-8d3f-1e5a62c9b770", "GET"],
      ["/openapi.json", "GET"],
    ] as const)
      for (const to of [app, anywhere]) {
        assert.equal(allowed(await ask(to, path, { origin: shop }, method)), null, path);
        assert.equal(allowed(await ask(to, path, { origin: shop }, "OPTIONS")), null, path);
      }
  });

  test("learn from the preflight that they may send If-None-Match", async () => {
    const headers = { origin: shop, "access-control-request-method": "GET" };
    const answer = await ask(app, "/api/products?page=1", headers, "OPTIONS");
    assert.deepEqual([answer.status, allowed(answer)], [204, shop]);
    assert.equal(answer.headers.get("access-control-allow-methods"), "GET, HEAD");
    assert.equal(answer.headers.get("access-control-allow-headers"), "If-None-Match");
    const stranger = await ask(app, "/api/products", { ...headers, origin: "https://other.example.com" }, "OPTIONS");
    assert.deepEqual([stranger.status, allowed(stranger)], [204, null]);
  });
});

test("a partner's limit is in the headers of its answers, and a 429 beyond it", async () => {
  const keyed = (path: string) => ask(app, path, { "x-api-key": app.key });
  const left = [];
  for (const path of ["/api/products", "/api/products", "/api/es/order/f4b81c6d-07e9-4a52-8d3f-1e5a62c9b770"]) {
    const { headers } = await keyed(path);
    left.push(headers.get("ratelimit"));
    if (left.length < 3) assert.equal(headers.get("ratelimit-policy"), '"partner";q=3;w=60');
  }
  assert.deepEqual(left.slice(0, 2), ['"partner";r=2;t=60', '"partner";r=1;t=60']);
  assert.equal(left[2], '"unknown-orders";r=29;t=60', "the narrower limit of the answer");
  const refused = await keyed("/api/products");
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "60"]);
  assert.equal(refused.headers.get("ratelimit"), '"partner";r=0;t=60');
  assert.equal(((await refused.json()) as { code: string }).code, "too-many-requests");
  // Requests without a key count for nobody, and the minute ends.
  assert.equal((await ask(app, "/api/products")).headers.get("ratelimit"), null);
  app.clock.now = new Date(app.clock.now.getTime() + 60_000);
  assert.equal((await keyed("/api/products")).headers.get("ratelimit"), '"partner";r=2;t=60');
  assert.equal((await ask(closed, "/api/products", { "x-api-key": closed.key })).headers.get("ratelimit"), null);
});
