import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type Order, operations } from "@paseo/contract";
import { createKey } from "../../src/domain/partners/keys.ts";
import { orderById } from "../../src/store/sale/orders.ts";
import { testNow } from "../support/app.ts";
import { eventId } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { type Ordering, startOrdering } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { formats, mediaTypes, type RawAnswer, send } from "../support/wire.ts";

/**
 * Test and live orders are separate (decision 13): each operation with an order, each kind of key, each kind of order. A test
 * key finds test orders only. A live key finds both, since it can place test orders with TestMode.
 */

const orderKinds = ["live", "test"] as const;
type OrderKind = (typeof orderKinds)[number];

interface KeyKind {
  name: string;
  own: boolean;
  mode: OrderKind;
  readOnly: boolean;
}
const keyKinds: KeyKind[] = [true, false].flatMap((own) =>
  orderKinds.flatMap((mode) =>
    [false, true].map((readOnly) => ({
      name: `${own ? "its partner's" : "another partner's"} ${readOnly ? "read-only " : ""}${mode} key`,
      own,
      mode,
      readOnly,
    })),
  ),
);

/** Whether a key may find an order of this kind. */
const finds = ({ own, mode }: KeyKind, kind: OrderKind): boolean => own && (mode === "live" || kind === "test");

/** The contract's operations that concern no order. A new operation must be added here or to the table below. */
const withoutOrder = [
  "product",
  "products",
  "productversion",
  "productsdeleted",
  "events",
  "availability",
  "pages",
  "currencies",
  "catalogdigest",
  "contents",
  // partner-orders.test.ts has the lists of one partner's orders.
  "orders",
  // payments/holds.test.ts has what guests pay for holds.
  "eventpay",
  "payment",
  // terms.test.ts has what partners pay and owe: test orders are on no statement.
  "terms",
  "statements",
  "statement",
  // holds.test.ts has the holds, which are no orders.
  "eventhold",
  "hold",
  "holdextend",
  "holdrelease",
  "eventvalidate",
];

const eventOn = "2026-06-30T20:00";

interface Placed {
  id: string;
  kind: OrderKind;
  /** Id of a callback of the order. */
  callback: string;
  idempotencyKey: string;
  externalReference: string;
}

interface Call {
  name: string;
  /** Contract operations that this covers. */
  of: (keyof typeof operations)[];
  /** Whether a read-only key gets a 403 before the order is read. */
  sells: boolean;
  send(placed: Placed, key: string): Promise<RawAnswer>;
  /** Checks the answer to a key that finds no such order. */
  missing(answer: RawAnswer, placed: Placed): void;
  found(answer: RawAnswer, placed: Placed): void;
}

onPostgres("test and live orders", (open) => {
  let ordering: Ordering;
  let event: string;
  const keys = new Map<KeyKind, string>();
  before(async () => {
    const single = {
      schedules: [],
      events: [{ eventOn, capacity: 500, prices: [{ code: "ADULT", amount: "45.00" }] }],
    };
    ordering = await startOrdering({ open, catalogue: { ...testCatalogue, products: [variant(show, {}, single)] } });
    event = await eventId(ordering.app, "show-seat", eventOn);
    const { db } = ordering.app.app.service;
    for (const kind of keyKinds) {
      const { mode, readOnly } = kind;
      const partner = kind.own ? "acme" : "other";
      keys.set(
        kind,
        mode === "live" && kind.own && !readOnly
          ? ordering.app.key
          : (await createKey(db, { partner, mode, readOnly, now: testNow })).key,
      );
    }
  });
  after(() => ordering?.stop());

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    send(`${ordering.app.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const booking = (apiKey: string, more: object) => ({
    id: event,
    apiKey,
    tickets: [{ code: "ADULT", quantity: 1 }],
    email: "traveller@example.com",
    phoneNumber: "+34 600 000 000",
    remoteHost: "192.0.2.1",
    totalUsd: { currencyCode: "USD", value: 50 },
    ...more,
  });

  async function place(kind: OrderKind): Promise<Placed> {
    const idempotencyKey = randomUUID();
    const externalReference = randomUUID();
    const callbackUrl = ordering.receiver.url(`/${externalReference}`);
    const answer = await post(
      "/api/es/eventbook",
      booking(ordering.app.key, {
        callbackUrl,
        externalReference,
        testMode: kind === "test",
      }),
      { "idempotency-key": idempotencyKey },
    );
    const order = JSON.parse(answer.text) as Order;
    assert.equal(order.isValid, true, answer.text);
    await ordering.change(order.id!, { trigger: "confirmed", actor: "supplier" });
    const [received] = await ordering.receiver.waitFor(1, { path: `/${externalReference}` });
    return {
      id: order.id!,
      kind,
      callback: String(received!.headers["webhook-id"]),
      idempotencyKey,
      externalReference,
    };
  }

  const notFound = ({ status, text }: RawAnswer, { id }: Placed) => {
    assert.equal(status, 404, text);
    assert.ok(!text.replaceAll(id, "").includes("live"), text);
  };
  const isOrder = ({ status, text }: RawAnswer, { id }: Placed) => {
    assert.equal(status, 200, text);
    assert.ok(text.includes(id), text);
  };

  const calls: Call[] = [
    ...formats.flatMap((format) =>
      (["x-api-key", "authorization"] as const).map(
        (header): Call => ({
          name: `order, ${format}, ${header}`,
          of: ["order"],
          sells: false,
          send: ({ id }, key) =>
            send(`${ordering.app.url}/api/es/order/${id}`, {
              headers: { accept: mediaTypes[format], [header]: header === "authorization" ? `Bearer ${key}` : key },
            }),
          missing: notFound,
          found: isOrder,
        }),
      ),
    ),
    {
      name: "orderamend",
      of: ["orderamend"],
      sells: true,
      send: ({ id }, apiKey) => post("/api/es/orderamend", { id, apiKey, email: "other@example.com" }),
      missing: notFound,
      found: isOrder,
    },
    {
      name: "ordercancel",
      of: ["ordercancel"],
      sells: true,
      send: ({ id }, apiKey) => post("/api/es/ordercancel", { id, apiKey }),
      missing: notFound,
      found: isOrder,
    },
    {
      name: "eventbook with its Idempotency-Key and content",
      of: ["eventbook"],
      sells: true,
      send: ({ kind, idempotencyKey, externalReference }, key) =>
        post(
          "/api/es/eventbook",
          booking(key, {
            callbackUrl: ordering.receiver.url(`/${externalReference}`),
            externalReference,
            testMode: kind === "test",
          }),
          { "idempotency-key": idempotencyKey },
        ),
      // The key's partner has no such order of this kind yet, so the service places a new order.
      missing: ({ status, text }, { id }) => {
        assert.equal(status, 200, text);
        assert.ok(!text.includes(id), text);
      },
      found: isOrder,
    },
    {
      name: "the sandbox's list of callbacks of the order",
      of: [],
      sells: false,
      send: ({ id }, key) =>
        send(`${ordering.app.url}/sandbox/callbacks?order=${id}`, { headers: { "x-api-key": key } }),
      missing: ({ status, text }) => assert.deepEqual([status, JSON.parse(text).values], [200, []]),
      found: ({ status, text }, { id, kind }) => {
        // The sandbox shows only test orders, to every key.
        const orders = (JSON.parse(text) as { values: { orderId: string }[] }).values.map(({ orderId }) => orderId);
        assert.deepEqual([status, new Set(orders)], [200, new Set(kind === "test" ? [id] : [])]);
      },
    },
    {
      name: "the sandbox's list of callbacks",
      of: [],
      sells: false,
      send: (_placed, key) =>
        send(`${ordering.app.url}/sandbox/callbacks?limit=100`, { headers: { "x-api-key": key } }),
      missing: ({ status, text }, { id }) => {
        assert.equal(status, 200, text);
        assert.ok(!text.includes(id), text);
      },
      found: ({ status, text }, { id, kind }) => {
        assert.equal(status, 200, text);
        assert.equal(text.includes(id), kind === "test", text);
      },
    },
    {
      name: "the sandbox's replay of a callback",
      of: [],
      sells: true,
      send: ({ callback }, key) =>
        send(`${ordering.app.url}/sandbox/callbacks/${callback}/replay`, {
          method: "POST",
          headers: { "x-api-key": key },
        }),
      missing: ({ status, text }) => assert.equal(status, 404, text),
      found: ({ status, text }, { kind }) => assert.equal(status, kind === "test" ? 200 : 404, text),
    },
  ];

  test("every operation that names an order is in the table", () => {
    const covered = [...new Set(calls.flatMap(({ of }) => of)), ...withoutOrder];
    assert.deepEqual(covered.sort(), Object.keys(operations).sort());
  });

  for (const { name, sells, send: call, missing, found } of calls) {
    for (const kind of orderKinds) {
      for (const keyKind of keyKinds) {
        const refused = sells && keyKind.readOnly;
        const outcome = refused ? "is refused" : finds(keyKind, kind) ? "finds it" : "finds nothing";
        test(`${name}: for a ${kind} order, ${keyKind.name} ${outcome}`, async () => {
          // Misses are limited for each minute.
          ordering.app.clock.now = new Date(ordering.app.clock.now.getTime() + 60_000);
          const placed = await place(kind);
          const answer = await call(placed, keys.get(keyKind)!);
          if (refused) assert.equal(answer.status, 403, answer.text);
          else if (finds(keyKind, kind)) found(answer, placed);
          else missing(answer, placed);
          const row = await orderById(ordering.app.app.service.db, placed.id);
          const cancels = name === "ordercancel" && !refused && finds(keyKind, kind);
          assert.equal(row?.status, cancels ? "waitcancel" : "complete");
        });
      }
    }
  }

  test("a request with a test key and the Idempotency-Key of a live order makes a test order", async () => {
    const placed = await place("live");
    const testKey = keys.get(keyKinds.find(({ own, mode, readOnly }) => own && mode === "test" && !readOnly)!)!;
    const answer = await post("/api/es/eventbook", booking(testKey, {}), { "idempotency-key": placed.idempotencyKey });
    const order = JSON.parse(answer.text) as Order;
    assert.deepEqual([answer.status, order.isValid, order.event.testMode], [200, true, true], answer.text);
    assert.notEqual(order.id, placed.id);
  });
});
