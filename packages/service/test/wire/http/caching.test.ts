import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { testCatalogue } from "../../support/samples/catalogue.ts";
import { formats, mediaTypes, type RawAnswer } from "../../support/wire.ts";
import { json, openShop } from "./shop.ts";

/** ETags, encodings, and links between the pages of a list. */

const { app, product, ask, post, selection, booking } = openShop();

describe("caching", () => {
  const addresses = () => [
    `/api/product/${product()}`,
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
    await app().import({ pages: [{ ...page!, es: { name: "Madrid, otra vez", url: page!.es!.url } }] });
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
      const next = new URL(target!, app().url);
      assert.equal(next.pathname, "/api/events");
      assert.equal(next.searchParams.get("page"), "2");
      assert.match(next.searchParams.get("fromdate")!, /^2026-06-16/);
    }
  });
});
