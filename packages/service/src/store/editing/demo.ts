import { isComingOrRecentEvent } from "../catalogue/coming-events.ts";
import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import { isDemo } from "../orders/demo-state.ts";

/** `own`: the database has an operator's data. */
type StoreContent = "demo" | "empty" | "own";

export async function readStoreContent(db: Db): Promise<StoreContent> {
  if (await isDemo(db)) return "demo";
  const rows = await allRows(db)`select 1 from product union all select 1 from partner limit 1`;
  return rows.length === 0 ? "empty" : "own";
}

/** Finds a bookable event of the demo that asks nothing, with a selection that its ticket rules allow; null when there is none. */
export async function demoExample(
  db: Db,
  now: Date,
): Promise<{ eventId: string; tickets: { code: string; quantity: number }[] } | null> {
  const rows = await allRows(db)<{ eventId: string; code: string; quantity: number }>`
    select e.id as "eventId", r.code, greatest(r."minQuantity", 2) as quantity
    from event e join item i on i.id = e.item_id and jsonb_array_length(i.record -> 'ticketRules') < 4
      join product p on p.id = e.product_id and not p.record -> 'questions' @? '$.* ? (@ == true)' and not p.record ? 'ownQuestions',
      jsonb_to_recordset(i.record -> 'ticketRules') as r(code text, "minQuantity" int, "incrementQuantity" int)
    where e.availability = 'available' and not e.hidden and e.sales_end_at > ${now}::timestamptz + interval '3 days'
      and ${isComingOrRecentEvent(now)}
      and (e.capacity_left is null or e.capacity_left >= 10) and r.code = 'ADULT' and r."minQuantity" = 0 and r."incrementQuantity" = 1
      and not exists (select from jsonb_to_recordset(i.record -> 'ticketRules') as o("minQuantity" int) where o."minQuantity" > 0)
    order by e.sales_end_at, e.id limit 1`;
  const found = rows[0];
  return found ? { eventId: found.eventId, tickets: [{ code: found.code, quantity: found.quantity }] } : null;
}

/** Finds events that partners can book for at least a day more, those without questions first. */
export const soonSoldEvents = (db: Db, now: Date): Promise<{ id: string }[]> =>
  allRows(db)`
    select e.id from event e join product p on p.id = e.product_id join item i on i.id = e.item_id
    where p.published and not p.deleted and i.published and e.availability = 'available' and not e.hidden
      and e.sales_end_at > ${now}::timestamptz + interval '1 day' and ${isComingOrRecentEvent(now)}
      and (e.capacity_left is null or e.capacity_left >= 5)
    order by p.record -> 'questions' @? '$.* ? (@ == true)', p.record ? 'ownQuestions', e.event_on, e.id limit 5`;
