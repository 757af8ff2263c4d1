import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { operations } from "@paseo/contract";
import { createKey } from "../../../src/domain/partners/keys.ts";
import { partnerKeys } from "../../../src/store/partners/partner-list.ts";
import { partnerId, revokeKey } from "../../../src/store/partners/partners.ts";
import { startApp, type TestApp, testNow } from "../../support/app.ts";
import { assertProblem, formats, mediaTypes, type RawAnswer, send, Wire } from "../../support/wire.ts";

/** Access: keys in headers and bodies, READ_ACCESS, and test keys. */

type Headers = Record<string, string>;
const unknown = "00000000-0000-4000-8000-000000000000";

let app: TestApp;
/** Keys by kind. */
const keys = { other: "", test: "", readOnly: "", revoked: "", inactive: "" };
let event: string;

before(async () => {
  app = await startApp();
  const { db } = app.store.database;
  await app.import({
    partners: [
      { externalId: "asleep", name: "Asleep" },
      { externalId: "third", name: "Third" },
    ],
  });
  const make = async (partner: string, options: { mode?: "live" | "test"; readOnly?: boolean } = {}) =>
    (await createKey(db, { partner, mode: "live", readOnly: false, now: testNow, ...options })).key;
  keys.other = await make("other");
  keys.test = await make("acme", { mode: "test" });
  keys.readOnly = await make("acme", { readOnly: true });
  keys.inactive = await make("asleep");
  await app.import({ partners: [{ externalId: "asleep", name: "Asleep", active: false }] });
  const wire = new Wire(app.url, { sends: "json", reads: "json" });
  event = (await wire.ask("events", { fromdate: "2026-06-16T20:00" })).values[0]!.id;
});
after(() => app.stop());

const read = (path: string, headers: Headers = {}, base = app.url): Promise<RawAnswer> =>
  send(base + path, { headers });
const post = (path: string, value: object, format: "json" | "xml" = "json") =>
  send(app.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: mediaTypes[format] },
    body: JSON.stringify(value),
  });
const selection = (apiKey: string, quantity = 1) => ({ id: event, apiKey, tickets: [{ code: "ADULT", quantity }] });
const booking = (apiKey: string, more: object = {}) => ({
  ...selection(apiKey),
  email: "ana@example.com",
  phoneNumber: "1",
  remoteHost: "::1",
  totalUsd: { currencyCode: "USD", value: 50 },
  ...more,
});
async function booked(apiKey: string, more: object = {}) {
  const answer = await post("/api/es/eventbook", booking(apiKey, more));
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}
describe("keys in headers", () => {
  test("an invalid key is a 401 that names the scheme, also where no key is needed", async () => {
    const bad = [
      ...headersWith("pk_live_nobody"),
      { "x-api-key": "" },
      { authorization: "Basic dTpw" },
      { authorization: "Bearer" },
      { authorization: app.key },
    ];
    for (const headers of bad) {
      for (const path of ["/api/products", `/api/es/order/${unknown}`]) {
        const answer = await read(path, headers as Headers);
        assertProblem(answer, 401, "key-invalid");
        assert.equal(answer.headers["www-authenticate"], 'Bearer realm="paseo"');
      }
    }
  });

  test("the key of an inactive partner is a 403", async () => {
    for (const headers of headersWith(keys.inactive))
      assertProblem(await read("/api/products", headers), 403, "key-forbidden");
  });
});

const headersWith = (key: string): Headers[] => [{ "x-api-key": key }, { authorization: `Bearer ${key}` }];

describe("READ_ACCESS=key", () => {
  let closed: TestApp;
  before(async () => {
    closed = await startApp({ config: { readAccess: "key" } });
  });
  after(() => closed.stop());

  test("every read needs a key, and shared caches store nothing", async () => {
    const [product] = (
      JSON.parse((await read("/api/products", { "x-api-key": closed.key }, closed.url)).text) as {
        values: { id: string }[];
      }
    ).values;
    const reads = Object.values(operations).filter(({ method }) => method === "GET");
    assert.equal(reads.length, 17);
    for (const { id, path } of reads) {
      // The partner has no terms and no payment.
      const isUnknown = ["order", "hold", "payment", "terms", "statement"].includes(id);
      const address = path.replace("{lang}", "es").replace("{id}", isUnknown ? unknown : product!.id);
      const without = await read(address, {}, closed.url);
      assertProblem(without, 401, "key-invalid");
      for (const headers of headersWith(closed.key)) {
        const answer = await read(address, headers, closed.url);
        assert.equal(answer.status, isUnknown ? 404 : 200, path);
        const cached = id === "orders" || id === "statements" ? "no-store" : "private, no-cache";
        if (!isUnknown) assert.equal(answer.headers["cache-control"], cached);
      }
    }
  });

  test("a page that was read with a key is not sent without one", async () => {
    const answer = await read("/api/currencies", { "x-api-key": closed.key }, closed.url);
    const again = await read("/api/currencies", { "if-none-match": answer.headers.etag! }, closed.url);
    assertProblem(again, 401, "key-invalid");
  });

  test("the documents need no key", async () => {
    for (const path of [
      "/",
      "/docs/en",
      "/docs/reference",
      "/openapi.json",
      "/schema.xsd",
      "/problem.xsd",
      "/healthz",
      "/readyz",
    ]) {
      assert.equal((await read(path, {}, closed.url)).status, 200, path);
    }
  });
});

describe("keys in bodies", () => {
  const paths = ["/api/es/eventvalidate", "/api/pt/eventbook"];

  test("an unknown or revoked key is a 401, in both formats", async () => {
    const { db } = app.store.database;
    const { key } = await createKey(db, { partner: "third", mode: "live", readOnly: false, now: testNow });
    assert.equal((await booked(key)).isValid, true);
    const partner = (await partnerId(db, "third"))!;
    for (const { id } of await partnerKeys(db, partner)) assert.equal(await revokeKey(db, id, testNow), true);
    for (const format of formats) {
      for (const path of paths) {
        for (const bad of ["pk_live_nobody", key, app.key.replace("_", "_ "), app.key.toUpperCase(), "pk_demo"]) {
          assertProblem(await post(path, booking(bad), format), 401, "key-invalid", format);
        }
      }
    }
  });

  test("a read-only key validates but does not book", async () => {
    assert.equal((await post("/api/es/eventvalidate", selection(keys.readOnly))).status, 200);
    assertProblem(await post("/api/es/eventbook", booking(keys.readOnly)), 403, "key-forbidden");
  });

  test("an inactive partner can neither validate nor book", async () => {
    for (const path of paths) assertProblem(await post(path, booking(keys.inactive)), 403, "key-forbidden");
  });

  test("a white label belongs to its partner, in any letter case", async () => {
    const codes = async (whiteLabelCode: string, key = app.key) =>
      (
        JSON.parse((await post("/api/es/eventvalidate", { ...selection(key), whiteLabelCode })).text) as {
          errors: { code: string }[];
        }
      ).errors.map(({ code }) => code);
    assert.deepEqual(await codes("ACME-ES"), []);
    assert.deepEqual(await codes("acme-es"), []);
    assert.deepEqual(await codes("OTHER"), ["white-label-unknown"]);
    assert.deepEqual(await codes("OTHER", keys.other), []);
    const refused = await booked(app.key, { whiteLabelCode: "OTHER" });
    assert.deepEqual([refused.isValid, refused.errors[0].code], [false, "white-label-unknown"]);
  });
});

describe("orders of others", () => {
  test("a key reads its own partner's orders only; without a key the id suffices", async () => {
    const { id } = await booked(app.key);
    for (const headers of [{}, ...headersWith(app.key)]) {
      assert.equal((await read(`/api/es/order/${id}`, headers)).status, 200);
    }
    for (const headers of [...headersWith(keys.other), ...headersWith(keys.test)]) {
      const answer = await read(`/api/es/order/${id}`, headers);
      assertProblem(answer, 404, "not-found");
      assert.deepEqual(
        JSON.parse(answer.text),
        JSON.parse((await read(`/api/es/order/${unknown}`, headers)).text.replace(unknown, id)),
      );
    }
  });

  test("a client that guesses ids is blocked for a minute, and existing orders are always answered", async () => {
    const { id } = await booked(app.key);
    app.clock.now = new Date(testNow.getTime() + 600_000);
    let misses = 0;
    while ((await read(`/api/es/order/${unknown}`)).status === 404) misses += 1;
    assert.equal(misses, 30);
    for (const format of formats) {
      const answer = await read(`/api/es/order/${unknown}`, { accept: mediaTypes[format] });
      assertProblem(answer, 429, "too-many-requests", format);
      assert.equal(answer.headers["retry-after"], "60");
      assert.equal((await read(`/api/es/order/${id}`, { accept: mediaTypes[format] })).status, 200);
    }
    assert.equal((await read(`/api/es/order/${unknown}`, { "x-api-key": app.key })).status, 404);
    app.clock.now = new Date(app.clock.now.getTime() + 59_500);
    assert.equal((await read(`/api/es/order/${unknown}`)).headers["retry-after"], "1");
    app.clock.now = new Date(app.clock.now.getTime() + 500);
    assert.equal((await read(`/api/es/order/${unknown}`)).status, 404);
  });
});
