import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { assertProblem, formats, mediaTypes, type RawAnswer } from "../../support/wire.ts";
import { json, openShop } from "./shop.ts";

/** Negotiation of formats, and failures in the accepted format. */

const { app, event, ask, post, selection, booking } = openShop();

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
    const { rows } = await sql<{ n: number }>`select count(*) as n from orders`.execute(app().store.database.db);
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
    `<Event xmlns="urn:paseo:partner" Id="${event()}"><ApiKey>${app().key}</ApiKey><Tickets><Ticket Code="ADULT"><Quantity>1</Quantity></Ticket></Tickets></Event>`;
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
