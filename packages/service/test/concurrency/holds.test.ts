import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { endExpiredHolds } from "../../src/store/orders/holds.ts";
import { returnSeats } from "../../src/store/orders/order-writes.ts";
import { randomFrom } from "../support/random.ts";
import { checkRush, removeSeatGuard, rush } from "../support/samples/hold-rush.ts";
import { type ServiceHere, serveHere } from "../support/servers/here.ts";
import { type ServiceProcess, startService } from "../support/servers/processes.ts";
import { onWidePostgres, type TestStore } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { book, bookRequest, plantComingShow } from "./booking.ts";

/** Orders, open holds and seats left always add up to the capacity. */

const buyers = 200;
const seats = 20;
/** Greatest number of seats of one request. */
const few = 3;

onWidePostgres("holds of many buyers", (open) => {
  let store: TestStore;
  let here: ServiceHere;
  let other: ServiceProcess;
  let key: string;
  let events: string[];
  const limits = { HOLDS_PER_PARTNER: "10000", HELD_SEATS_PER_PARTNER: "100000" };
  const start = () => startService({ DATABASE_URL: store.url, ...limits });

  before(async () => {
    store = await open();
    ({ key, events } = await plantComingShow(store.database.db, 3, seats));
    [here, other] = await Promise.all([serveHere({ DATABASE_URL: store.url, ...limits }), start()]);
  });
  after(async () => {
    await here?.stop();
    await other?.kill();
    await store?.close();
  });

  const run = async (event: string, seed: number) => {
    const { db } = store.database;
    const urlFor = (buyer: number) => (buyer % 2 === 0 ? here : other).url;
    const acknowledged = await rush({ db, key, event, buyers, random: randomFrom(seed), urlFor });
    return () => checkRush({ db, event }, acknowledged, seats).then(() => acknowledged);
  };

  test(`${buyers} buyers at two processes hold, book, release and let expire ${seats} seats, and all add up`, async () => {
    const { orders, refused } = await (await run(events[0]!, 1))();
    assert.ok(orders.size > 3, "seats were sold");
    const codes = new Set(refused.values());
    assert.ok(codes.has("hold-expired"), "bookings met their hold's end");
  });

  test("a process that is killed during the rush loses nothing", async () => {
    const replace = async () => {
      await pause(250);
      await other.kill();
      other = await start();
    };
    // The test waits for the new process even after a failure. Otherwise the process would outlive the file.
    const [buying, replaced] = await Promise.allSettled([run(events[1]!, 2), replace()]);
    if (replaced.status === "rejected") throw replaced.reason;
    if (buying.status === "rejected") throw buying.reason;
    await buying.value();
  });

  test("control: with seats that are checked but never all taken, the event is oversold, and the check finds it", async () => {
    const { db } = store.database;
    await removeSeatGuard(db);
    const check = await run(events[2]!, 3);
    await assert.rejects(check, assert.AssertionError);
    const { rows } = await sql<{ seats: number }>`
      select sum(seats)::int as seats from (
        select seats from orders where event_id = ${events[2]!}
        union all select seats from hold where event_id = ${events[2]!} and status = 'open') taken`.execute(db);
    assert.ok(rows[0]!.seats > seats, `${rows[0]!.seats} of ${seats} seats are taken`);
  });
});

onWidePostgres("seats that another process returns between the two looks of a request", (open) => {
  let store: TestStore;
  let service: ServiceHere;
  let key: string;
  let events: string[];

  before(async () => {
    store = await open();
    ({ key, events } = await plantComingShow(store.database.db, 5, few));
    // Only an order that nobody has to confirm can be changed.
    await sql`update product set record = record || '{"immediateBooking": true}', supplier_id = null`.execute(
      store.database.db,
    );
    service = await serveHere({ DATABASE_URL: store.url });
  });
  after(async () => {
    await service?.stop();
    await store?.close();
  });

  const ask = async <T>(operation: string, body: object, headers: Record<string, string> = {}): Promise<T> => {
    const answer = await fetch(`${service.url}/api/es/${operation}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ apiKey: key, ...body }),
    });
    assert.equal(answer.status, 200);
    return (await answer.json()) as T;
  };
  const tickets = (quantity: number) => [{ code: "ADULT", quantity }];
  const holdAll = (id: string) => ask<{ isValid: boolean }>("eventhold", { id, tickets: tickets(few) });

  /** Starts the request when a hold has all seats and has expired; they are returned after it has seen that none are left. */
  async function whileReturned<T>(event: string, request: () => Promise<T>): Promise<T> {
    const { db } = store.database;
    const asked = await db.transaction().execute(async (tx) => {
      await sql`lock table hold in access exclusive mode`.execute(tx);
      await sql`
        update hold set expires_at = now() - interval '1 second' where event_id = ${event}`.execute(tx);
      // The promise is inside an object, because the transaction would wait for a returned promise.
      const running = { answer: request() };
      await until(async () => {
        const waiting = await sql<{ query: string }>`
          select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
            and query like '%select 1 from hold%'`.execute(db);
        return waiting.rows.length > 0;
      }, "the second look");
      const now = new Date();
      await endExpiredHolds(tx, event, now);
      await returnSeats(tx, { eventId: event }, few, now);
      return running;
    });
    return asked.answer;
  }

  for (const [nth, operation] of (["eventvalidate", "eventhold"] as const).entries())
    test(`${operation} sells them`, async () => {
      const id = events[nth]!;
      assert.ok((await holdAll(id)).isValid);
      const answer = await whileReturned(id, () => ask<object>(operation, { id, tickets: tickets(1) }));
      assert.deepEqual((answer as { errors: unknown }).errors, []);
    });

  test("a change takes them", async () => {
    const [, , from, to] = events as [string, string, string, string];
    const { order } = await book(service.url, bookRequest(key, from, 1));
    const quote = await ask<{ quoteId: string; revision: number }>("orderamend", { id: order.id, eventId: to });
    assert.ok((await holdAll(to)).isValid);
    const accepted = await whileReturned(to, () =>
      ask<{ errors: unknown }>("orderamend", { id: order.id, quoteId: quote.quoteId, revision: quote.revision }),
    );
    assert.deepEqual(accepted.errors, []);
  });

  test("an eventhold whose key another process writes now is in flight, and places its hold afterwards", async () => {
    const { db } = store.database;
    const body = { apiKey: key, id: events[4]!, tickets: tickets(1) };
    const send = () =>
      fetch(`${service.url}/api/es/eventhold`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": "K-1" },
        body: JSON.stringify(body),
      });
    const other = await db.startTransaction().execute();
    await sql`
      select pg_advisory_xact_lock(hashtextextended(id || ' hold K-1', 0)) from partner`.execute(other);
    const waiting = await send();
    assert.deepEqual([waiting.status, waiting.headers.get("retry-after")], [409, "1"]);
    await other.rollback().execute();
    const [one, two] = (await Promise.all([send(), send()].map(async (sent) => (await sent).json()))) as {
      id: string;
      isValid: boolean;
    }[];
    assert.deepEqual([one!.isValid, two!.id], [true, one!.id]);
  });
});
