import { sql } from "kysely";
import type { StoredSupplier } from "../../records/supplier-order.ts";
import type { Db } from "../database/database.ts";
import { allRows, anyRow } from "../database/rows.ts";
import { settingsOfSupplier } from "../suppliers/supplier-settings.ts";

/** Data with which the jobs read the seats of suppliers. */

/** Claims the next query of a supplier's seats. Returns false if another process claimed the query after `before`. */
export const claimSeatQuery = (
  db: Db,
  supplier: string,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> =>
  anyRow(db)`
    insert into fact as f (name, value) values (${`supplier-seats ${supplier}`}, ${now.toISOString()})
    on conflict (name) do update set value = excluded.value where f.value < ${before.toISOString()} returning 1`;

interface SuppliedEvent {
  /** Local time: `yyyy-MM-ddTHH:mm`. */
  eventOn: string;
  capacity: number | null;
  prices: { code: string; amount: string }[];
  /** Seats of orders that the supplier has confirmed. */
  booked: number;
}

export interface SuppliedItem {
  productId: string;
  productExternalId: string;
  itemExternalId: string;
  partNumber: string;
  currency: string;
  /** Codes of the item's tickets. */
  codes: string[];
  events: SuppliedEvent[];
}

/** Reads the items of a supplier with their events on sale until a day; `all`: items without events too. */
export const suppliedItems = (
  db: Db,
  supplier: string,
  { now, lastDay, all }: { now: Date; lastDay: string; all: boolean },
): Promise<SuppliedItem[]> =>
  allRows(db)`
    select ${itemColumns}, coalesce(jsonb_agg(${eventColumns} order by e.event_on) filter (where e.id is not null), '[]') as events
    from supplier s
    join product p on p.supplier_id = s.id and not p.deleted
    join item i on i.product_id = p.id and not i.dropped
    left join event e on e.item_id = i.id and e.sales_end_at > ${now} and e.event_on < ${lastDay}::date + 1
    where s.external_id = ${supplier} and (e.id is not null or ${all})
    group by p.id, i.id order by p.external_id, i.external_id`;

/** Reads the item of an event with this event only, and its supplier for unsigned calls. Null if no supplier offers the event. */
export async function suppliedEvent(
  db: Db,
  eventId: string,
): Promise<{ stored: StoredSupplier; item: SuppliedItem } | null> {
  const [row] = await allRows(db)<SuppliedItem & { stored: StoredSupplier }>`
    select ${itemColumns}, jsonb_build_array(${eventColumns}) as events, jsonb_build_object('externalId', s.external_id,
      'name', s.name, 'kind', s.kind, 'lang', s.lang, 'settings', ${settingsOfSupplier}, 'answerWithinMinutes', s.answer_within_minutes,
      'secrets', '[]'::jsonb) as stored
    from event e join item i on i.id = e.item_id join product p on p.id = i.product_id join supplier s on s.id = p.supplier_id
    where e.id = ${eventId}`;
  if (!row) return null;
  const { stored, ...item } = row;
  return { stored, item };
}

const booked = sql`(select coalesce(sum(o.seats), 0)::int from orders o
  where o.event_id = e.id and not o.test and o.status in ('complete', 'waitcancel'))`;

const itemColumns = sql`p.id as "productId", p.external_id as "productExternalId", i.external_id as "itemExternalId",
  coalesce(i.record->>'partNumber', '') as "partNumber", p.record->>'currencyCode' as currency,
  jsonb_path_query_array(i.record, '$.ticketRules[*].code') as codes`;

const eventColumns = sql`jsonb_build_object('eventOn', to_char(e.event_on, 'YYYY-MM-DD"T"HH24:MI'), 'capacity', e.capacity,
  'prices', (select jsonb_agg(jsonb_build_object('code', t->>'code', 'amount', t->>'price')) from jsonb_array_elements(e.tickets) t),
  'booked', ${booked})`;
