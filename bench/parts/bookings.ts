import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { NewHold } from "../../packages/service/src/store/booking/holds.ts";
import { writeHold, writeOrder } from "../../packages/service/src/store/booking/sales.ts";
import type { Database } from "../../packages/service/src/store/database/database.ts";
import { neverGivenUp } from "../../packages/service/src/store/database/given-up.ts";
import type { NewOrder } from "../../packages/service/src/store/orders/orders.ts";
import { anOrder } from "../../packages/service/test/support/samples/new-order.ts";
import { type Row, rowOf } from "../results/row.ts";
import { type Served, within } from "../stores/stores.ts";

const clients = 32;
const seconds = 2;
const rounds = 3;

/**
 * Bookings in the store, compared with a minimal statement that takes a seat and writes a row. Both use the same driver and
 * pool, on events spread over the catalogue and on a single event.
 */
export const measureBookings = (env: Served): Promise<Row[]> => within(env, measure);

async function measure(database: Database): Promise<Row[]> {
  const { db } = database;
  await sql`create table if not exists bare_order (id uuid primary key, event_id uuid not null, body jsonb not null)`.execute(
    db,
  );
  await sql`update event set capacity = 1000000, capacity_left = 1000000 where availability = 'available'`.execute(db);
  const events = await sql<SoldEvent>`
    select id, product_id as "productId", event_on as "eventOn" from event where availability = 'available' and not hidden and sales_end_at > now() + interval '1 day' limit 500`.execute(
    db,
  );
  const partner = await sql<{ id: string }>`select id from partner limit 1`.execute(db);
  const spread = events.rows;
  await fillHolds(database);
  const rows: Row[] = [];
  for (const [name, sold] of [
    ["spread", spread],
    ["one hot event", spread.slice(0, 1)],
  ] as const) {
    const patience = { hasGivenUp: neverGivenUp };
    const completing = async () => {};
    const book = (n: number) =>
      writeOrder(db, { order: orderOf(sold[n % sold.length]!, partner.rows[0]!.id), completing }, patience);
    const hold = (n: number) => writeHold(db, holdOf(sold[n % sold.length]!), patience);
    const bare = (n: number) => bareBooking(database, sold[n % sold.length]!.id);
    for (const [ours, unit, work] of [
      ["booking", "bookings/s", book],
      ["hold", "holds/s", hold],
    ] as const) {
      const rates = { ours: [] as number[], reference: [] as number[] };
      for (let round = 0; round < rounds; round++) {
        rates.reference.push(await rate(bare));
        rates.ours.push(await rate(work));
      }
      rows.push(rowOf({ name: `${ours}, ${name}`, unit, against: "bare statement", goal: 0.7 }, rates));
    }
  }
  return rows;
}

/**
 * Holds of other partners, and their statistics, which a server makes within a minute. A statement
 * that was planned for an empty table would read the whole table.
 */
export async function fillHolds({ db }: Database): Promise<void> {
  await sql`
    insert into hold (id, partner_id, lang, test, event_id, product_id, event_on, tickets, seats, total_usd, agreed, cancel_purchase_hour,
      cancel_until, created_at, expires_at, status)
    select gen_random_uuid(), gen_random_uuid(), 'es', false, id, product_id, event_on, '[]', 0, 1, '{}', 1, now(), now(),
      now() + interval '15 minutes', 'open'
    from (select id, product_id, event_on from event limit 30) e, generate_series(1, 200)`.execute(db);
  await sql`analyze hold`.execute(db);
}

const limits = { mostOpen: 50, mostSeats: 200 };

/** A hold of one of many partners: the limits count the holds of each partner. */
function holdOf(event: SoldEvent): NewHold {
  const { status: _, supplierDueIn: __, atDesk: ___, holdId: ____, ...order } = orderOf(event, randomUUID());
  return { ...order, ...limits, expiresAt: new Date(Date.now() + 900_000) };
}

async function bareBooking({ db }: Database, eventId: string): Promise<void> {
  await sql`
    with taken as (update event set capacity_left = capacity_left - 2 where id = ${eventId} and capacity_left >= 2 returning id)
    insert into bare_order select ${randomUUID()}, id, ${bodyText}::jsonb from taken`.execute(db);
}

const bodyText = JSON.stringify({ email: "guest@example.com", tickets: [{ code: "ADULT", quantity: 2 }] });

export interface SoldEvent {
  id: string;
  productId: string;
  /** Local date and time, `yyyy-MM-ddTHH:mm:ss`. */
  eventOn: string;
}

export const orderOf = (event: SoldEvent, partnerId: string): NewOrder => ({
  ...anOrder,
  id: randomUUID(),
  partnerId,
  eventId: event.id,
  productId: event.productId,
  eventOn: event.eventOn,
  tickets: [{ code: "ADULT", quantity: 2 }],
  seats: 2,
  createdAt: new Date(),
});

async function rate(work: (n: number) => Promise<unknown>): Promise<number> {
  let done = 0;
  const until = performance.now() + seconds * 1000;
  const start = performance.now();
  const client = async () => {
    while (performance.now() < until) await work(done++);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return done / ((performance.now() - start) / 1000);
}
