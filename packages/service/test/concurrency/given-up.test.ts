import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { BookRequest } from "@paseo/contract";
import { sql } from "kysely";
import type { BookCall } from "../../src/domain/booking/book-request.ts";
import { type OrderPlacement, placeOrder } from "../../src/domain/booking/booking.ts";
import type { Db } from "../../src/store/database/database.ts";
import { openServer } from "../../src/store/database/database.ts";
import { neverGivenUp } from "../../src/store/database/given-up.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { Changer } from "../support/samples/changing.ts";
import { Holder } from "../support/samples/holding.ts";
import { type ServiceHere, serveHere } from "../support/servers/here.ts";
import { type ServiceProcess, startService } from "../support/servers/processes.ts";
import { onWidePostgres, type TestStore } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { book, bookRequest, eventIds, plantComingShow, refusalOf, soldOf } from "./booking.ts";

/** The service does not carry out a request that its client has given up, because nobody would know of the order. */

const ordersOf = async (db: Db, reference: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from orders where external_reference = ${reference}`.execute(db))
    .rows[0]!.n;

onWidePostgres("a booking of a frozen process", (open) => {
  const capacity = 2;
  let store: TestStore;
  let db: Db;
  let key: string;
  let events: string[];
  let frozen: ServiceProcess;
  let other: ServiceHere;
  before(async () => {
    store = await open();
    db = store.database.db;
    ({ key, events } = await plantComingShow(db, 4, capacity));
    const env = { DATABASE_URL: store.url };
    [frozen, other] = await Promise.all([startService(env), serveHere(env)]);
  });
  after(async () => {
    await frozen?.kill();
    await other?.stop();
    await store?.close();
  });

  /** While the first process is frozen, sends it the request, and sells the last seats elsewhere. */
  async function overtaken(request: BookRequest, signal: AbortSignal | undefined, meanwhile: () => Promise<void>) {
    process.kill(frozen.pid, "SIGSTOP");
    const sent = fetch(`${frozen.url}/api/es/eventbook`, {
      method: "POST",
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify(request),
      ...(signal && { signal }),
    });
    sent.catch(() => {});
    try {
      // The request reaches the frozen process's queue in the system.
      await pause(500);
      await meanwhile();
    } finally {
      process.kill(frozen.pid, "SIGCONT");
    }
    return sent;
  }

  test("is not placed when its client has gone", async () => {
    const request = bookRequest(key, events[0]!, 1, { externalReference: "gone" });
    const leaving = new AbortController();
    await overtaken(request, leaving.signal, async () => leaving.abort()).catch(() => {});
    const gone = async () => (await (await fetch(`${frozen.url}/metrics`)).text()).includes('reason="client-gone"} 1');
    await until(gone, "the request to end");
    assert.equal(await ordersOf(db, "gone"), 0);
  });

  test("is refused when its repetition was refused elsewhere, also after a seat was given back", async () => {
    const [, event] = events as [string, string];
    const request = bookRequest(key, event, 1, { externalReference: "repeated" });
    const first = overtaken(request, undefined, async () => {
      const last = await book(other.url, bookRequest(key, event, capacity));
      assert.equal(last.order.isValid, true);
      assert.equal(refusalOf(await book(other.url, request)), "event-sold-out");
      const body = JSON.stringify({ id: last.order.id, apiKey: key });
      const headers = { "content-type": "application/json" };
      const cancelled = await fetch(`${other.url}/api/es/ordercancel`, { method: "POST", headers, body });
      assert.equal(((await cancelled.json()) as { status: string }).status, "cancelled");
    });
    const answer = (await (await first).json()) as { isValid: boolean; errors: { code: string }[] };
    assert.deepEqual([answer.isValid, answer.errors.map(({ code }) => code)], [false, ["event-sold-out"]]);
    assert.equal(await ordersOf(db, "repeated"), 0);

    assert.equal(refusalOf(await book(other.url, request)), "event-sold-out", "for a minute");
    await sql`update answer set until = until - interval '1 minute'`.execute(db);
    assert.equal((await book(other.url, request)).order.isValid, true, "afterwards");
    assert.equal(await ordersOf(db, "repeated"), 1);
  });

  test("is not placed when its client leaves while it waits for a locked event", async (t) => {
    const [, , event] = events as [string, string, string];
    const locking = openServer(store.url!);
    t.after(() => locking.close());
    const lock = await locking.db.startTransaction().execute();
    await sql`select from event where id = ${event} for update`.execute(lock);
    const leaving = new AbortController();
    const sent = fetch(`${other.url}/api/es/eventbook`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(bookRequest(key, event, 1, { externalReference: "left" })),
      signal: leaving.signal,
    }).catch(() => "left");
    await pause(500);
    leaving.abort();
    assert.equal(await sent, "left");
    const gone = async () => (await (await fetch(`${other.url}/metrics`)).text()).includes('reason="client-gone"} 1');
    await until(gone, "the request to end");
    await lock.rollback().execute();
    await pause(200);
    assert.equal(await ordersOf(db, "left"), 0);
  });
});

onWidePostgres("a request that has waited too long", (open) => {
  const catalogue = {
    ...testCatalogue,
    products: [show, variant(show, { externalId: "own", immediateBooking: true }, { externalId: "own-seat" })],
  };
  let app: TestApp;
  let db: Db;
  before(async () => {
    app = await startApp({ open, catalogue, jobs: false });
    db = app.store.database.db;
  });
  after(() => app?.stop());

  /** Reads all rows that a partner's request can change. */
  const rows = async () => {
    const tables = ["orders", "hold", "amendment", "order_timeline", "voucher", "callback", "answer", "event"];
    const found = await Promise.all(
      tables.map((name) =>
        sql<{
          rows: string;
        }>`select coalesce(jsonb_agg(t order by t::text), '[]')::text as rows from ${sql.table(name)} t`.execute(db),
      ),
    );
    return found.map((one) => one.rows[0]!.rows);
  };
  /** Sends a request that is too late. Returns the answer's status and code, and fails if anything was written. */
  async function late(path: string, body: object, headers: Record<string, string> = {}) {
    const { config } = app.app.service;
    const before = await rows();
    config.requestWaitSeconds = 0;
    try {
      const answer = await fetch(`${app.url}/api/es/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ apiKey: app.key, ...body }),
      });
      const { code } = (await answer.json()) as { code?: string };
      assert.deepEqual([answer.status, code, answer.headers.get("retry-after")], [503, "overloaded", "1"], path);
    } finally {
      config.requestWaitSeconds = 600;
    }
    assert.deepEqual(await rows(), before, path);
  }

  test("changes nothing and is answered 503: bookings, holds, changes and cancellations", async () => {
    const [own, desk] = [(await eventIds(db, "own"))[3]!, (await eventIds(db, "show"))[3]!];
    const last = (await eventIds(db, "own"))[4]!;
    await sql`update event set capacity = 2, capacity_left = 2 where id = ${last}`.execute(db);
    const holder = new Holder(app);
    const held = await holder.hold(desk, { ADULT: 1 });
    const order = (await book(app.url, bookRequest(app.key, own, 2))).order;
    const waiting = (await book(app.url, bookRequest(app.key, desk, 1))).order;
    const quote = await new Changer(app).quote(order.id!, { email: "other@example.com" });

    for (const [event, quantity] of [
      [own, 1],
      [desk, 1],
      [last, 2],
    ] as const) {
      await late("eventbook", bookRequest(app.key, event, quantity, { externalReference: "late" }));
      await late("eventbook", bookRequest(app.key, event, quantity, { testMode: true }));
      await late(
        "eventhold",
        { id: event, tickets: [{ code: "ADULT", quantity }] },
        { "idempotency-key": randomUUID() },
      );
    }
    await late("eventbook", bookRequest(app.key, desk, 1), { "paseo-hold": held.id!, "idempotency-key": randomUUID() });
    await late("eventbook", bookRequest(app.key, desk, 21, { externalReference: "refused late" }));
    await late("holdextend", { id: held.id });
    await late("holdrelease", { id: held.id });
    await late("orderamend", { id: order.id, email: "third@example.com" });
    await late("orderamend", { id: order.id, quoteId: quote.quoteId, revision: quote.revision });
    await late("ordercancel", { id: order.id });
    await late("ordercancel", { id: waiting.id });

    assert.equal((await holder.extend(held.id!)).isValid, true);
    assert.equal((await holder.book(held)).isValid, true);
  });

  test("of the same booking, either the order or the refusal is answered, however they meet", async () => {
    const { orderContext } = app.app.service;
    const { rows } = await sql<{ id: string }>`select id from partner where external_id = 'acme'`.execute(db);
    const caller = { ...{ keyId: randomUUID(), partnerId: rows[0]!.id }, test: false, readOnly: false, active: true };
    const call = {
      caller,
      now: testNow,
      hasGivenUp: neverGivenUp,
      priceHoldMinutes: 30,
      sandbox: false,
    } as unknown as BookCall;
    const event = (await eventIds(db, "show"))[5]!;
    const outcomes = { placed: 0, refused: 0 };
    for (let round = 0; round < 40; round++) {
      await sql`update event set capacity = 20, capacity_left = 20 where id = ${event}`.execute(db);
      const request = bookRequest(app.key, event, 1, { externalReference: `round ${round}` });
      const place = (): Promise<OrderPlacement> =>
        placeOrder(orderContext, request, { ...call, lang: "es", supplierWaitMs: 0 });
      // Between the two orders, the seats are taken and returned.
      const toggle = (left: number) => sql`update event set capacity_left = ${left} where id = ${event}`.execute(db);
      const [first, , second] = await Promise.all([place(), toggle(0), place(), toggle(20), place()]);
      const valid = [first, second].map((one) => "order" in one && one.order.isValid);
      assert.equal(valid[0], valid[1], `round ${round}: ${JSON.stringify([first, second])}`);
      assert.equal(await ordersOf(db, `round ${round}`), valid[0] ? 1 : 0);
      outcomes[valid[0] ? "placed" : "refused"]++;
      assert.ok((await soldOf(db, event)).orders <= 40);
    }
    assert.ok(outcomes.placed + outcomes.refused === 40, JSON.stringify(outcomes));
  });
});
