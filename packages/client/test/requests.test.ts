import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { exampleResponses, type OperationId } from "@paseo/contract";
import { type ClientOptions, clientVersion, type PagedList, PaseoClient } from "../src/index.ts";
import { booking, currencies, failing, id, priced } from "./support/failing.ts";
import { json, startScripted } from "./support/scripted.ts";

/** Content and address of requests, and the client's options. */

/** A call of each operation, and its address. */
const calls: Record<OperationId, [call: (client: PaseoClient) => Promise<unknown>, requests: string]> = {
  product: [(client) => client.product(id), `GET /api/product/${id}`],
  products: [
    (client) => first(client.products({ query: "MAD", version: 4, page: 2 })),
    "GET /api/products?page=2&query=MAD&version=4",
  ],
  productversion: [
    (client) => client.versions({ updateVersion: 7, deleteVersion: 0 }),
    "GET /api/productversion?updateversion=7&deleteversion=0",
  ],
  productsdeleted: [
    (client) => first(client.deletedProducts({ version: 0 })),
    "GET /api/productsdeleted?page=1&version=0",
  ],
  events: [
    (client) => first(client.events({ productId: id, fromDate: "2026-06-01", toDate: "2026-06-30" })),
    `GET /api/events?page=1&id=${id}&fromdate=2026-06-01&todate=2026-06-30`,
  ],
  availability: [
    (client) => first(client.availability({ productId: id, fromDate: "2026-06-01", toDate: "2026-06-30", version: 7 })),
    `GET /api/availability?page=1&id=${id}&fromdate=2026-06-01&todate=2026-06-30&version=7`,
  ],
  pages: [
    (client) => first(client.pages({ pageTypeCode: "city", whiteLabelCode: "MINE" }, { lang: "pt" })),
    "GET /api/pt/pages?page=1&pagetypecode=city&whitelabelcode=MINE",
  ],
  contents: [
    (client) => first(client.contents({ productId: id, version: 7 }, { lang: "pt" })),
    `GET /api/pt/contents?page=1&id=${id}&version=7`,
  ],
  currencies: [(client) => client.currencies(), "GET /api/currencies"],
  catalogdigest: [
    (client) => client.digest({ version: 7, fromDate: "2026-06-01" }),
    "GET /api/catalogdigest?version=7&fromdate=2026-06-01",
  ],
  eventvalidate: [(client) => client.validate({ id, tickets: [] }), "POST /api/es/eventvalidate"],
  eventbook: [(client) => client.book(booking, { lang: "pt" }), "POST /api/pt/eventbook"],
  order: [(client) => client.order(id), `GET /api/es/order/${id}`],
  orders: [
    (client) => first(client.orders({ by: "changed", from: "2026-06-01", to: "2026-06-30" }, { lang: "pt" })),
    "GET /api/pt/orders?by=changed&from=2026-06-01&to=2026-06-30",
  ],
  terms: [(client) => client.terms(), "GET /api/es/terms"],
  statements: [(client) => first(client.statements({ cursor: "e30" })), "GET /api/es/statements?cursor=e30"],
  statement: [(client) => client.statement(id), `GET /api/es/statement/${id}`],
  orderamend: [(client) => client.quoteAmendment(id, { tickets: [] }), "POST /api/es/orderamend"],
  ordercancel: [(client) => client.cancel(id), "POST /api/es/ordercancel"],
  eventhold: [(client) => client.hold({ id, tickets: [] }), "POST /api/es/eventhold"],
  eventpay: [
    (client) => client.pay({ booking, holdId: id, returnUrl: "https://partner.example.com/paid" }),
    "POST /api/es/eventpay",
  ],
  payment: [(client) => client.readPayment(id), `GET /api/es/eventpay/${id}`],
  hold: [(client) => client.readHold(id), `GET /api/es/eventhold/${id}`],
  holdextend: [(client) => client.extend(id), "POST /api/es/holdextend"],
  holdrelease: [(client) => client.release(id, { lang: "pt" }), "POST /api/pt/holdrelease"],
};

const first = async <T, P extends { values: readonly T[]; hasNextPage: boolean }>(list: PagedList<T, P>) =>
  (await list.pages().next()).value;

for (const [operation, [call, address]] of Object.entries(calls)) {
  test(`${operation} is called at its address and returns the contract's value`, async (t) => {
    const answer = exampleResponses[operation as OperationId];
    const { client, requests } = await failing(t, 0, {}, answer);
    assert.deepEqual(await call(client), answer);
    assert.deepEqual(
      requests.map(({ method, url }) => `${method} ${url}`),
      [address],
    );
  });
}

describe("a request", () => {
  test("has the right Accept, User-Agent and key", async (t) => {
    const { client, requests } = await failing(t, 0, {}, priced, { lang: "pt", whiteLabelCode: "ACME" });
    await client.validate({ id, tickets: [] });
    await client.validate({ id, tickets: [], apiKey: "other", whiteLabelCode: "MINE" }, { lang: "es" });
    assert.deepEqual(
      requests.map(({ method, url, body }) => [method, url, JSON.parse(body)]),
      [
        ["POST", "/api/pt/eventvalidate", { id, apiKey: "pk_live_x", whiteLabelCode: "ACME", tickets: [] }],
        ["POST", "/api/es/eventvalidate", { id, apiKey: "other", whiteLabelCode: "MINE", tickets: [] }],
      ],
    );
    const { headers } = requests[0]!;
    assert.deepEqual(
      [headers.accept, headers["content-type"], headers["x-api-key"], headers["user-agent"]],
      ["application/json", "application/json", undefined, `paseo-client/${clientVersion}`],
    );

    const reads = await failing(t, 0, {}, currencies, { userAgent: "acme/2" });
    const keyless = new PaseoClient({ baseUrl: reads.url });
    await reads.client.currencies();
    await keyless.currencies();
    assert.deepEqual(
      reads.requests.map(({ headers }) => [headers["x-api-key"], headers["user-agent"]]),
      [
        ["pk_live_x", "acme/2"],
        [undefined, `paseo-client/${clientVersion}`],
      ],
    );
  });

  test("extends the path of the base address, with percent-encoded values", async (t) => {
    const { url, requests } = await startScripted(t, () =>
      json({
        currentPage: 1,
        pageSize: 100,
        totalCount: 0,
        totalPages: 0,
        hasPreviousPage: false,
        hasNextPage: false,
        values: [],
      }),
    );
    const client = new PaseoClient({ baseUrl: new URL(`${url}/partners//`) });
    for await (const _ of client.products({ query: "a&b=ñ c", version: 3 })) assert.fail();
    assert.equal(requests[0]!.url, "/partners/api/products?page=1&query=a%26b%3D%C3%B1+c&version=3");
  });

  test("follows no redirect, which would send the key elsewhere", async (t) => {
    const elsewhere = await startScripted(t, () => json(currencies));
    const { client, requests } = await failing(
      t,
      99,
      { status: 301, headers: { location: `${elsewhere.url}/api/currencies` } },
      {},
    );
    await assert.rejects(client.currencies(), {
      name: "UnexpectedAnswer",
      message: `The answer is a redirect to ${elsewhere.url}/api/currencies, which the client does not follow; correct baseUrl (301, no content type)`,
    });
    assert.deepEqual([requests.length, elsewhere.requests.length], [1, 0]);
  });

  test("a call with invalid options is rejected", async (t) => {
    const { client, requests } = await failing(t, 0, {}, currencies);
    await assert.rejects(client.order(id, { timeoutMs: -1 }), /^TypeError: timeoutMs must be/);
    await assert.rejects(first(client.pages({}, { retries: Number.NaN })), /^TypeError: retries must be/);
    assert.equal(requests.length, 0);
  });

  test("invalid options are a TypeError that names them and does not contain the key", () => {
    const wrong: [ClientOptions, RegExp][] = [
      [{ baseUrl: "partners.example.com" }, /^baseUrl must be an http or https address/],
      [{ baseUrl: "ftp://partners.example.com" }, /^baseUrl must/],
      [{ baseUrl: "https://user:secret@partners.example.com" }, /^baseUrl must be .* without credentials/],
      [{ baseUrl: "https://partners.example.com/?a=1" }, /^baseUrl must/],
      [{ baseUrl: "http://localhost", apiKey: "pk_live_secret\n" }, /^apiKey must be visible ASCII/],
      [{ baseUrl: "http://localhost", timeoutMs: Number.NaN }, /^timeoutMs must be/],
      [{ baseUrl: "http://localhost", timeoutMs: Number.POSITIVE_INFINITY }, /^timeoutMs must be/],
      [{ baseUrl: "http://localhost", retries: -1 }, /^retries must be/],
      [{ baseUrl: "http://localhost", format: "yaml" as "xml" }, /^format must be json or xml/],
      [{ baseUrl: "http://localhost", backoff: { maxMs: -5 } }, /^maxMs must be/],
    ];
    for (const [options, message] of wrong) {
      assert.throws(
        () => new PaseoClient(options),
        (error: TypeError) => {
          assert.ok(error instanceof TypeError);
          assert.match(error.message, message);
          assert.doesNotMatch(error.message, /secret/);
          return true;
        },
      );
    }
  });
});
