import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { type BookRequest, type Format, type Language, languages } from "@paseo/contract";
import { sql } from "kysely";
import type { BookCall } from "../../src/domain/booking/book-request.ts";
import { type OrderPlacement, placeOrder } from "../../src/domain/booking/booking.ts";
import { createKey } from "../../src/domain/partners/keys.ts";
import { refusalEntry } from "../../src/domain/selling/messages.ts";
import type { Db, Tx } from "../../src/store/database/database.ts";
import { neverGivenUp } from "../../src/store/database/given-up.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { onWidePostgres } from "../support/servers/stores.ts";
import { type Booked, book, bookRequest, eventIds, refusalOf, soldOf } from "./booking.ts";

/** Decision 17: a repeated booking request places one order. */

const attempts = 16;
const dayMs = 24 * 3_600_000;

onWidePostgres("a retried order", (open) => {
  let app: TestApp;
  let db: Db;
  /** Evenings of the show, one for each test: 20 seats, 50 dollars. */
  let evenings: string[];
  let event: string;

  before(async () => {
    app = await startApp({ open });
    db = app.store.database.db;
    // Uses events from the third evening on, which can still be booked a day later.
    evenings = (await eventIds(db, "show")).slice(2);
  });
  beforeEach(() => {
    app.clock.now = testNow;
    event = evenings.shift()!;
  });
  after(() => app?.stop());

  const request = (more: Partial<BookRequest> = {}) => bookRequest(app.key, event, 2, more);
  const referenced = (more: Partial<BookRequest> = {}) => request({ externalReference: `cart of ${event}`, ...more });

  /** Sends a request many times at once, alternating between the formats. */
  const atOnce = (sent: BookRequest, formats: Format[] = ["json"], idempotencyKey?: string): Promise<Booked[]> =>
    Promise.all(
      Array.from({ length: attempts }, (_, n) => {
        const format = formats[n % formats.length]!;
        return book(app.url, sent, idempotencyKey === undefined ? { format } : { format, idempotencyKey });
      }),
    );

  /** Checks that all answers contain the same order, and returns its id. */
  function oneOrder(answers: Booked[]): string {
    for (const { status, order } of answers) {
      assert.equal(status, 200);
      assert.equal(order.isValid, true, JSON.stringify(order.errors));
    }
    const ids = new Set(answers.map(({ order }) => order.id));
    assert.equal(ids.size, 1);
    return answers[0]!.order.id!;
  }

  async function assertSold(orders: number): Promise<void> {
    const sold = await soldOf(db, event);
    assert.deepEqual(sold, { orders, seats: 2 * orders, capacity: 20, left: 20 - 2 * orders });
  }

  test("the language is not content: one booking under two languages, at once, is one order", async () => {
    const langs = ["es", "en", "pt", "es"] as const;
    const answers = await Promise.all(langs.map((lang) => book(app.url, referenced(), { lang })));
    oneOrder(answers);
    await assertSold(1);
  });

  test("a refusal counts for all languages, and each request reads it in its own", async () => {
    const unnamed = { ...referenced(), totalUsd: { currencyCode: "USD" as const, value: 1 } };
    const messages = async (lang: Language) =>
      (await book(app.url, unnamed, { lang })).order.errors!.map((one) => one.message);
    const spoken = { es: await messages("es"), pt: await messages("pt"), en: await messages("en") };
    for (const lang of languages) assert.deepEqual(spoken[lang], [refusalEntry("price-changed", lang).message]);
    await sql`update answer set body = jsonb_build_array(jsonb_build_object('code', 'capacity', 'message', 'as stored by an older release'))
      where key like ' content %' and body is not null`.execute(db);
    assert.deepEqual(await messages("pt"), ["as stored by an older release"]);
    await assertSold(0);
  });

  test("without a reference every request creates an order", async () => {
    const answers = await Promise.all([book(app.url, request()), book(app.url, request())]);
    assert.notEqual(answers[0]!.order.id, answers[1]!.order.id);
    await assertSold(2);
  });

  test(`${attempts} concurrent requests with one ExternalReference create one order`, async () => {
    const id = oneOrder(await atOnce(referenced()));
    await assertSold(1);
    assert.equal(oneOrder([await book(app.url, referenced())]), id);
    await assertSold(1);
  });

  test("concurrent retries for the last seats create one order, and no answer says sold out", async () => {
    await sql`update event set capacity = 2, capacity_left = 2 where id = ${event}`.execute(db);
    oneOrder(await atOnce(referenced(), ["json", "xml"]));
    assert.deepEqual(await soldOf(db, event), { orders: 1, seats: 2, capacity: 2, left: 0 });
    oneOrder([await book(app.url, referenced())]);
  });

  test("references of different partners are independent", async () => {
    const other = await createKey(db, { partner: "other", mode: "live", readOnly: false, now: testNow });
    const mine = await book(app.url, referenced());
    const theirs = await book(app.url, referenced({ apiKey: other.key }));
    assert.equal(theirs.order.isValid, true);
    assert.notEqual(mine.order.id, theirs.order.id);
    await assertSold(2);
  });

  test("a retry returns the first order for 24 hours; later retries create one new order", async () => {
    const id = oneOrder([await book(app.url, referenced())]);
    app.clock.now = new Date(testNow.getTime() + dayMs - 1);
    assert.equal(oneOrder([await book(app.url, referenced())]), id);
    app.clock.now = new Date(testNow.getTime() + dayMs);
    assert.notEqual(oneOrder(await atOnce(referenced())), id);
    await assertSold(2);
  });

  test("a repeated Idempotency-Key returns the first answer", async () => {
    const idempotencyKey = `key of ${event}`;
    const id = oneOrder([await book(app.url, request(), { idempotencyKey })]);
    for (const format of ["json", "xml"] as const)
      assert.equal(oneOrder([await book(app.url, request(), { format, idempotencyKey })]), id);
    await assertSold(1);
  });

  test("a repeated Idempotency-Key returns a refusal again, even if the order would now be accepted", async () => {
    const idempotencyKey = `key of ${event}`;
    const capacity = (left: number) => sql`update event set capacity_left = ${left} where id = ${event}`.execute(db);
    await capacity(0);
    assert.equal(refusalOf(await book(app.url, request(), { idempotencyKey })), "event-sold-out");
    await capacity(20);
    const again = await book(app.url, request(), { idempotencyKey });
    assert.equal(again.order.isValid, false);
    assert.equal(refusalOf(again), "event-sold-out");
    await assertSold(0);
    oneOrder([await book(app.url, request(), { idempotencyKey: `${idempotencyKey}, fresh` })]);
  });

  test(`${attempts} concurrent requests with one Idempotency-Key create one order: each gets it, or a 409`, async () => {
    const idempotencyKey = `key of ${event}`;
    const answers = await atOnce(request(), ["json", "xml"], idempotencyKey);
    for (const { status } of answers) assert.ok(status === 200 || status === 409, `status ${status}`);
    const id = oneOrder(answers.filter(({ status }) => status === 200));
    await assertSold(1);
    assert.equal(oneOrder([await book(app.url, request(), { idempotencyKey })]), id);
  });

  async function partnerId(): Promise<string> {
    const { rows } = await sql<{ id: string }>`select id from partner where external_id = 'acme'`.execute(db);
    return rows[0]!.id;
  }

  interface Twins {
    capacity: number;
    /** Whether an older order with the same content exists, which is too old to count as a retry. */
    older?: true;
    /** Whether the requests have an Idempotency-Key instead of a reference. */
    key?: true;
  }
  const twins: [string, Twins][] = [
    ["with enough seats", { capacity: 20 }],
    ["for the last seats", { capacity: 2 }],
    ["with an older order of the same content", { capacity: 20, older: true }],
    ["for the last seats, with an older order of the same content", { capacity: 4, older: true }],
    ["with an Idempotency-Key and enough seats", { capacity: 20, key: true }],
    ["with an Idempotency-Key for the last seats", { capacity: 2, key: true }],
  ];
  // For each n, one request stops after its n-th statement, its twin runs to the end, and the first request continues.
  for (const [name, { capacity, older, key }] of twins) {
    test(`twins ${name} create one order, whichever statement the second runs after`, async () => {
      const caller = {
        keyId: randomUUID(),
        partnerId: await partnerId(),
        partner: "acme",
        test: false,
        readOnly: false,
        assistants: false,
        active: true,
      };
      const sent = key ? request() : referenced();
      const { orderContext } = app.app.service;
      const withStore = (store: Db) => ({ ...orderContext, db: store });
      let stopAfter = 0;
      for (let done = false; !done; ) {
        stopAfter++;
        const context: BookCall = {
          lang: "es",
          caller,
          now: testNow,
          hasGivenUp: neverGivenUp,
          priceHoldMinutes: 30,
          sandbox: false,
          supplierWaitMs: 0,
        };
        if (key) context.idempotencyKey = `${stopAfter} of ${event}`;
        await sql`delete from orders where event_id = ${event}`.execute(db);
        await sql`delete from answer`.execute(db);
        await sql`update event set capacity = ${capacity}, capacity_left = ${capacity} where id = ${event}`.execute(db);
        if (older) await placeOrder(orderContext, sent, { ...context, now: new Date(testNow.getTime() - dayMs) });
        let twin: OrderPlacement | undefined;
        const first = await placeOrder(
          withStore(
            watched(db, async (statement) => {
              if (statement !== stopAfter) return;
              twin = await placeOrder(orderContext, sent, context);
            }),
          ),
          sent,
          context,
        );
        if (twin) assert.equal(idOf(twin), idOf(first), `the second ran after statement ${stopAfter}`);
        assert.equal((await soldOf(db, event)).orders, older ? 2 : 1, `the second ran after statement ${stopAfter}`);
        done = twin === undefined;
      }
      assert.ok(stopAfter > 2, `there were only ${stopAfter - 1} statements`);
    });
  }
});

function idOf(placement: OrderPlacement): string {
  assert.ok("order" in placement, placement.outcome);
  assert.equal(placement.order.isValid, true, JSON.stringify(placement.order.errors));
  return placement.order.id!;
}

/** A store that calls `after` after each statement outside a transaction, and after each transaction. */
function watched(db: Db, after: (statement: number) => Promise<void>): Db {
  let statements = 0;
  const plugged = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await after(++statements);
      return result;
    },
  });
  const execute = async <T>(work: (own: Db) => Promise<T>): Promise<T> => {
    const result = await db.connection().execute(work);
    await after(++statements);
    return result;
  };
  return {
    getExecutor: () => plugged.getExecutor(),
    connection: () => ({ execute }),
    transaction: () => ({
      execute: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
        const result = await db.transaction().execute(work);
        await after(++statements);
        return result;
      },
    }),
  } as unknown as Db;
}
