import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sql } from "kysely";
import type { CatalogueFile, CatalogueProduct } from "../../src/store/editing/catalogue-file.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { museum, show, testCatalogue } from "../support/samples/catalogue.ts";
import { assertProblem, formats, mediaTypes, type RawAnswer, send, Wire } from "../support/wire.ts";

/** HTTP of the partner interface: negotiation, caching, encodings, links, and failures in the accepted format. */

/** Every hour of 30 days: 720 events, more than a page. */
const tours: CatalogueProduct = {
  ...museum,
  externalId: "tours",
  type: "scheduled",
  items: [{ ...museum.items[0]!, schedules: [everyHour()] }],
};
function everyHour() {
  const times = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
  return { from: "2026-06-16", to: "2026-07-15", times, capacity: 9, prices: [{ code: "ADULT", amount: "30.00" }] };
}
const catalogue: CatalogueFile = { ...testCatalogue, products: [show, tours] };

let app: TestApp;
let product: string;
let event: string;

before(async () => {
  app = await startApp({ catalogue });
  const wire = new Wire(app.url, { sends: "json", reads: "json" });
  product = (await wire.ask("products")).values[0]!.id;
  event = (await wire.ask("events", { id: product })).values[0]!.id;
});
after(() => app.stop());

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  send(app.url + path, { method, headers });
const post = (path: string, body: string, headers: Record<string, string>) =>
  send(app.url + path, { method: "POST", headers, body });
const json = { "content-type": "application/json" };
const selection = () => ({ id: event, apiKey: app.key, tickets: [{ code: "ADULT", quantity: 1 }] });
const booking = () => ({
  ...selection(),
  email: "ana@example.com",
  phoneNumber: "1",
  remoteHost: "::1",
  totalUsd: { currencyCode: "USD", value: 50 },
});

describe("the format of the answer", () => {
  const accepts: [string | undefined, "json" | "xml" | 406][] = [
    [undefined, "json"],
    ["", "json"],
    ["*/*", "json"],
    ["application/json", "json"],
    ["application/xml", "xml"],
    ["Application/XML", "xml"],
    ["text/xml", "xml"],
    ["application/*", "json"],
    ["text/*", "xml"],
    ["application/json; charset=utf-8", "json"],
    ["application/xml, application/json", "xml"],
    ["application/json;q=0.4, application/xml;q=0.5", "xml"],
    ["application/xml;q=0.5, application/json;q=0.501", "json"],
    ["application/xml, */*", "xml"],
    ["application/xml;q=0.8, */*;q=0.9", "json"],
    ["application/json;q=0, */*", "xml"],
    ["text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8", "xml"],
    ["application/problem+xml", "xml"],
    ["text/html", 406],
    ["image/*", 406],
    ["application/json;q=0", 406],
    ["*/*;q=0", 406],
  ];
  for (const [accept, expected] of accepts) {
    test(`Accept ${accept === undefined ? "absent" : `"${accept}"`} is ${expected}`, async () => {
      const headers: Record<string, string> = accept === undefined ? {} : { accept };
      const answers = [
        await ask("/api/currencies", headers),
        await post("/api/es/eventvalidate", JSON.stringify(selection()), { ...json, ...headers }),
      ];
      for (const answer of answers) {
        if (expected === 406) assertProblem(answer, 406, "not-acceptable", "json");
        else {
          assert.equal(answer.status, 200);
          assert.equal(answer.headers["content-type"], `${mediaTypes[expected]}; charset=utf-8`);
          assert.equal(answer.text[0], expected === "json" ? "{" : "<");
        }
      }
    });
  }

  test("an order is not placed if its answer's format is not acceptable", async () => {
    const body = JSON.stringify(booking());
    assertProblem(
      await post("/api/es/eventbook", body, { ...json, accept: "text/html" }),
      406,
      "not-acceptable",
      "json",
    );
    const { rows } = await sql<{ n: number }>`select count(*) as n from orders`.execute(app.store.database.db);
    assert.equal(rows[0]!.n, 0);
  });
});

describe("the format of the request", () => {
  for (const type of [
    undefined,
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/vnd.api+json",
    "nonsense",
    "json",
    "",
  ]) {
    for (const path of ["/api/es/eventvalidate", "/api/pt/eventbook"]) {
      test(`Content-Type ${type ?? "absent"} at ${path} is a 415`, async () => {
        const headers: Record<string, string> = {
          accept: "application/xml",
          ...(type !== undefined && { "content-type": type }),
        };
        const answer = await post(path, JSON.stringify(booking()), headers);
        assertProblem(answer, 415, "unsupported-media-type", "xml");
        assert.equal(answer.headers.accept, "application/json, application/xml");
      });
    }
  }

  const xml = () =>
    `<Event xmlns="urn:paseo:partner" Id="${event}"><ApiKey>${app.key}</ApiKey><Tickets><Ticket Code="ADULT"><Quantity>1</Quantity></Ticket></Tickets></Event>`;
  for (const [type, format] of [
    ["application/json; charset=UTF-8", "json"],
    ["APPLICATION/JSON", "json"],
    ["text/xml", "xml"],
    ['application/xml; charset="utf-8"', "xml"],
  ] as const) {
    test(`Content-Type ${type} is read`, async () => {
      const answer = await post("/api/es/eventvalidate", format === "json" ? JSON.stringify(selection()) : xml(), {
        "content-type": type,
      });
      assert.equal(answer.status, 200, answer.text);
    });
  }
});

describe("caching", () => {
  const addresses = () => [
    `/api/product/${product}`,
    "/api/products",
    "/api/productversion",
    "/api/productsdeleted",
    "/api/events",
    "/api/es/pages",
    "/api/currencies",
  ];

  test("every catalogue read has its own ETag for each format and encoding, and is a 304 for clients that have it", async () => {
    for (const path of addresses()) {
      const etags = new Set<string>();
      for (const format of formats) {
        for (const encoding of ["identity", "gzip", "br"]) {
          const headers = { accept: mediaTypes[format], "accept-encoding": encoding };
          const answer = await ask(path, headers);
          assert.equal(answer.status, 200);
          assert.match(answer.headers.etag!, /^"[^"]+"$/, path);
          assert.equal(answer.headers.vary, "Accept, Accept-Encoding");
          assert.equal(answer.headers["cache-control"], "public, no-cache");
          assert.equal(answer.headers["content-length"], `${answer.bytes.length}`);
          etags.add(answer.headers.etag!);

          const again = await ask(path, { ...headers, "if-none-match": `"other", ${answer.headers.etag}` });
          assert.deepEqual([again.status, again.bytes.length, again.headers.etag], [304, 0, answer.headers.etag], path);
          assert.equal(again.headers.vary, "Accept, Accept-Encoding");
        }
      }
      assert.equal(etags.size, 6, path);
    }
  });

  test("gzip and brotli contain the same bytes as plain text", async () => {
    for (const format of formats) {
      const [plain, gzip, br] = await Promise.all(
        ["identity", "gzip, deflate", "gzip, deflate, br"].map((encoding) =>
          ask("/api/events", { accept: mediaTypes[format], "accept-encoding": encoding }),
        ),
      );
      assert.equal(plain!.headers["content-encoding"], undefined);
      assert.equal(gzip!.headers["content-encoding"], "gzip");
      assert.equal(br!.headers["content-encoding"], "br");
      assert.ok(gunzipSync(gzip!.bytes).equals(plain!.bytes));
      assert.ok(brotliDecompressSync(br!.bytes).equals(plain!.bytes));
      assert.ok(br!.bytes.length < plain!.bytes.length / 4);
    }
  });

  test("HEAD has the headers of GET and no body", async () => {
    for (const path of [...addresses(), "/api/product/00000000-0000-4000-8000-000000000000", "/api/products?page=0"]) {
      const [get, head] = [
        await ask(path, { accept: "application/xml" }),
        await ask(path, { accept: "application/xml" }, "HEAD"),
      ];
      assert.equal(head.status, get.status, path);
      assert.equal(head.bytes.length, 0, path);
      const of = ({ headers: { date: _, "x-request-id": __, ...rest } }: RawAnswer) => rest;
      assert.deepEqual(of(head), of(get), path);
    }
  });

  test("a change makes another ETag, only for changed pages", async () => {
    const before = await Promise.all(["/api/es/pages", "/api/products"].map((path) => ask(path)));
    const [page] = testCatalogue.pages!;
    await app.import({ pages: [{ ...page!, es: { name: "Madrid, otra vez", url: page!.es!.url } }] });
    const [pages, products] = await Promise.all(
      (["/api/es/pages", "/api/products"] as const).map((path, index) =>
        ask(path, { "if-none-match": before[index]!.headers.etag! }),
      ),
    );
    assert.equal(pages!.status, 200);
    assert.ok(pages!.text.includes("Madrid, otra vez"));
    assert.equal(products!.status, 304);
  });

  test("private answers are not stored", async () => {
    const validated = await post("/api/es/eventvalidate", JSON.stringify(selection()), json);
    const booked = await post("/api/es/eventbook", JSON.stringify(booking()), json);
    const path = `/api/es/order/${JSON.parse(booked.text).id}`;
    for (const answer of [validated, booked, await ask(path), await ask(path, {}, "HEAD")]) {
      assert.equal(answer.status, 200);
      assert.equal(answer.headers["cache-control"], "no-store");
      assert.equal(answer.headers.etag, undefined);
      assert.equal(answer.headers.vary, "Accept, Accept-Encoding");
    }
  });
});

describe("Link", () => {
  test("leads through every page once, and the last page has none", async () => {
    let path: string | undefined = "/api/events?todate=15-07-2026";
    const seen: string[] = [];
    const pages: number[] = [];
    while (path !== undefined) {
      const answer: RawAnswer = await ask(path);
      const { currentPage, values } = JSON.parse(answer.text);
      pages.push(currentPage);
      seen.push(...values.map(({ id }: { id: string }) => id));
      path = /^<(\/api\/events\?[^>]+)>; rel="next"$/.exec((answer.headers.link as string | undefined) ?? "")?.[1];
    }
    assert.deepEqual(pages, [1, 2]);
    assert.equal(new Set(seen).size, 750);
    assert.equal(seen.length, 750);
  });

  test("keeps the parameters, and is the same in both formats and on HEAD", async () => {
    const links = await Promise.all([
      ask("/api/events?page=1&fromdate=2026-06-16"),
      ask("/api/events?page=1&fromdate=2026-06-16", { accept: "application/xml" }),
      ask("/API/Events?Page=1&ID=&FromDate=2026-06-16", {}, "HEAD"),
    ]);
    for (const { headers } of links) {
      const [, target] = /^<([^>]+)>; rel="next"$/.exec(headers.link as string)!;
      const next = new URL(target!, app.url);
      assert.equal(next.pathname, "/api/events");
      assert.equal(next.searchParams.get("page"), "2");
      assert.match(next.searchParams.get("fromdate")!, /^2026-06-16/);
    }
  });
});

describe("failures", () => {
  test("a problem, byte for byte, in the accepted format", async () => {
    const path = "/api/products?page=0&version=-1";
    assert.equal(
      (await ask(path)).text,
      '{"type":"urn:paseo:problem:invalid-parameter","title":"Bad Request","status":400,' +
        '"detail":"page must be a whole number from 1 to 9007199254740991. version must be a whole number from 0 to 9007199254740991.",' +
        '"code":"invalid-parameter","errors":[' +
        '{"pointer":"page","detail":"page must be a whole number from 1 to 9007199254740991"},' +
        '{"pointer":"version","detail":"version must be a whole number from 0 to 9007199254740991"}]}',
    );
    assert.equal(
      (await ask("/api/nothing", { accept: "application/xml" })).text,
      '<?xml version="1.0" encoding="utf-8"?>\n<problem xmlns="urn:ietf:rfc:7807"><type>urn:paseo:problem:not-found</type>' +
        "<title>Not Found</title><status>404</status><detail>There is nothing at this path.</detail><code>not-found</code></problem>",
    );
  });

  test("every kind of failure is negotiated", async () => {
    const unknown = "00000000-0000-4000-8000-000000000000";
    const failures: [number, string, (headers: Record<string, string>) => Promise<RawAnswer>][] = [
      [400, "invalid-parameter", (headers) => ask("/api/product/12", headers)],
      [400, "malformed-body", (headers) => post("/api/es/eventbook", "{", { ...json, ...headers })],
      [400, "invalid-field", (headers) => post("/api/es/eventbook", "{}", { ...json, ...headers })],
      [401, "key-invalid", (headers) => ask("/api/products", { ...headers, "x-api-key": "pk_live_wrong" })],
      [404, "not-found", (headers) => ask(`/api/product/${unknown}`, headers)],
      [404, "not-found", (headers) => ask(`/api/events?id=${unknown}`, headers)],
      [404, "not-found", (headers) => ask(`/api/es/order/${unknown}`, headers)],
      [404, "not-found", (headers) => ask("/api/xx/pages", headers)],
      [405, "method-not-allowed", (headers) => ask("/api/products", headers, "DELETE")],
      [410, "version-expired", (headers) => ask("/api/products?version=99", headers)],
      [413, "body-too-large", (headers) => post("/api/es/eventbook", " ".repeat(1_048_577), { ...json, ...headers })],
      [
        415,
        "unsupported-media-type",
        (headers) => post("/api/es/eventbook", "a", { ...headers, "content-type": "text/csv" }),
      ],
    ];
    for (const format of formats) {
      for (const [status, code, fail] of failures)
        assertProblem(await fail({ accept: mediaTypes[format] }), status, code, format);
    }
  });
});
