import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { TicketPrice } from "../../records/tickets/ticket-prices.ts";
import { isAllotted } from "../allotments/allotted-events.ts";
import type { Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";
import { defineStatement } from "../database/statement.ts";
import { recountSeats } from "../orders/order-writes.ts";
import { lockResourcesOfItems } from "../resources/plan.ts";
import { unavailableSeatsAt } from "../sale/seats-taken.ts";
import { replacedPriceEnd } from "./past-prices.ts";
import { recountPriceSteps } from "./price-steps.ts";
import { recountEvents } from "./ticket-sizes.ts";

/** Writes the catalogue's events. `publishChanges` gives them their versions. */

export interface EventRecord {
  id: string;
  item_id: string;
  product_id: string;
  event_on: string;
  availability: string;
  hidden: boolean;
  capacity: number | null;
  currency_code: string;
  tickets: TicketPrice[];
  min_price: string;
  /** Instants, ISO 8601 UTC. */
  starts_at: string;
  sales_end_at: string;
  day_ends_at: string;
}

/** An event to write, and its stored content. */
interface EventToWrite {
  before: EventRecord | undefined;
  after: EventRecord;
}

/**
 * Writes new and changed events. Seats sold and held stay taken when the capacity changes. Changed prices stay in
 * `event_price_past` for validated totals; `endPastPrices` then says until when. `before` is the content that the
 * caller read. No other transaction writes these fields while the caller has the lock of `lockCatalogueFiles`. Locks
 * the resources, then the events. `touched`: products whose events sell again or are sold out, because resources changed. `own`: products
 * whose prices by number changed, which are part of their contents.
 */
export async function writeEvents(
  tx: Tx,
  changes: EventToWrite[],
  now: Date,
): Promise<{ touched: string[]; own: string[] }> {
  const items = [...new Set(changes.map(({ after }) => after.item_id))];
  await lockResourcesOfItems(tx, items);
  for (let at = 0; at < changes.length; at += maxAtOnce) {
    const batch = changes.slice(at, at + maxAtOnce);
    // A new capacity counts the event's orders and holds, so an order that is being placed must be visible.
    const resized = batch.flatMap(({ before, after }) => (before && before.capacity !== after.capacity ? [after] : []));
    if (resized.length > 0)
      await run(tx)`
        select 1 from event e join jsonb_to_recordset(${JSON.stringify(resized)}::jsonb) as x(id uuid) on x.id = e.id
        order by e.id for update of e`;
    const repriced = batch.flatMap(({ before, after }) => (before && hasOtherPrices(before, after) ? [before] : []));
    await eventsWritten.run(tx, {
      events: JSON.stringify(batch.map(({ after }) => after)),
      repriced: JSON.stringify(repriced),
    });
  }
  const own = await recountPriceSteps(tx, changes, now);
  await recountEvents(
    tx,
    changes.map(({ after }) => after),
  );
  const recounted = await allRows(tx)<{ id: string; needs: boolean; allotted: boolean }>`
    select id, needs_resources as needs, allotted from event
    where id = any(${changes.map(({ after }) => after.id)}::uuid[]) and (needs_resources or allotted)`;
  const idsOf = (rows: typeof recounted) => new Set(rows.map(({ id }) => id));
  const needing = idsOf(recounted.filter(({ needs }) => needs));
  const allotted = idsOf(recounted.filter((one) => one.allotted));
  return { touched: (await recountSeats(tx, { needing, allotted }, now)).products, own };
}

/** Maximum number of events of one statement. */
const maxAtOnce = 100;

const hasOtherPrices = (before: EventRecord, after: EventRecord): boolean =>
  before.currency_code !== after.currency_code || !isDeepStrictEqual(before.tickets, after.tickets);

// The statement reads by key only, so its plan suits one event and thousands.
const eventsWritten = defineStatement<{ events: string; repriced: string }, unknown>(
  "write-events",
  (value) => sql`
    with held as (
      insert into event_price_past (event_id, tickets, currency_code, until)
      select id, tickets, currency_code, ${replacedPriceEnd}
      from jsonb_to_recordset(${value("repriced")}::jsonb) as x(id uuid, tickets jsonb, currency_code text)
    )
    insert into event as e (id, item_id, product_id, event_on, availability, hidden, capacity, capacity_left, currency_code,
      tickets, has_stock, min_price, starts_at, sales_end_at, day_ends_at, needs_resources, allotted)
    select id, item_id, product_id, event_on, availability, hidden, capacity, capacity, currency_code,
      tickets, tickets @? '$[*].stock', min_price, starts_at, sales_end_at, day_ends_at,
      exists (select from item_resources r where r.item_id = x.item_id and r.requirements <> '[]'),
      ${isAllotted(sql`x.item_id`, sql`x.event_on`)}
    from jsonb_to_recordset(${value("events")}::jsonb) as x(id uuid, item_id uuid, product_id uuid, event_on timestamp,
      availability text, hidden boolean, capacity int, currency_code text, tickets jsonb, min_price numeric,
      starts_at timestamptz, sales_end_at timestamptz, day_ends_at timestamptz)
    on conflict (id) do update set availability = excluded.availability, hidden = excluded.hidden,
      capacity = excluded.capacity, currency_code = excluded.currency_code, tickets = excluded.tickets, has_stock = excluded.has_stock,
      min_price = excluded.min_price, starts_at = excluded.starts_at, sales_end_at = excluded.sales_end_at,
      day_ends_at = excluded.day_ends_at, seq = null,
      capacity_left = case when excluded.capacity is null then null
        when e.capacity = excluded.capacity then e.capacity_left
        else greatest(0, excluded.capacity - ${unavailableSeatsAt(sql`excluded.capacity`)}) end`,
);

/** Recounts the days, which is needed when events change their currency. */
export async function recountEventDays(tx: Tx): Promise<void> {
  await run(tx)`delete from event_day`;
  await run(tx)`
    insert into event_day (day, currency_code, n, shown, hash)
    select event_on::date, currency_code, count(*), count(*) filter (where shown), coalesce(sum(hash), 0)
    from event where listed group by 1, 2`;
}
