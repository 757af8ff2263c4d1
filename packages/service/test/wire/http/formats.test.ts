import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { assertProblem, formats, mediaTypes, type RawAnswer } from "../../support/wire.ts";
import { json, openShop } from "./shop.ts";

/** Negotiation of formats, and failures in the accepted format. */

const { app, ask, post, selection, booking } = openShop();

describe("the format of the answer", () => {
  test("an order is not placed if its answer's format is not acceptable", async () => {
    const body = JSON.stringify(booking());
    assertProblem(
      await post("/api/es/eventbook", body, { ...json, accept: "text/html" }),
      406,
      "not-acceptable",
      "json",
    );
    const { rows } = await sql<{ n: number }>`select count(*) as n from orders`.execute(app().store.database.db);
    assert.equal(rows[0]!.n, 0);
  });
});

describe("the format of the request", () => {
  for (const path of ["/api/es/eventvalidate", "/api/pt/eventbook"])
    test(`another Content-Type at ${path} is a 415 that names those which are read`, async () => {
      const answer = await post(path, JSON.stringify(booking()), { accept: "application/xml" });
      assertProblem(answer, 415, "unsupported-media-type", "xml");
      assert.equal(answer.headers.accept, "application/json, application/xml");
    });

  for (const type of ["APPLICATION/JSON", "application/json; charset=UTF-8"])
    test(`Content-Type ${type} is read`, async () => {
      const answer = await post("/api/es/eventvalidate", JSON.stringify(selection()), { "content-type": type });
      assert.equal(answer.status, 200, answer.text);
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
