import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { testCatalogue } from "../../support/samples/catalogue.ts";
import { json, openShop } from "./shop.ts";

/** ETags of changed pages, private answers, and links between the pages of a list. */

const { app, ask, post, selection, booking } = openShop();

describe("caching", () => {
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
