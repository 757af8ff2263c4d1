import { sql } from "kysely";
import type { Db } from "./database.ts";

/** Whether nothing was ever put into this store. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from product union all select 1 from partner limit 1`.execute(db);
  return rows.length === 0;
}

/** An event of the demo that can be bought now, with a selection that its rules allow; null when there is none. */
export async function demoExample(
  db: Db,
  now: Date,
): Promise<{ eventId: string; tickets: { code: string; quantity: number }[] } | null> {
  const { rows } = await sql<{ eventId: string; code: string; quantity: number }>`
    select e.id as "eventId", r.code, greatest(r."minQuantity", 2) as quantity
    from event e join item i on i.id = e.item_id and jsonb_array_length(i.ticket_rules) < 4,
      jsonb_to_recordset(i.ticket_rules) as r(code text, "minQuantity" int, "incrementQuantity" int)
    where e.availability = 'available' and not e.hidden and e.sales_end_at > ${now}::timestamptz + interval '3 days'
      and (e.capacity_left is null or e.capacity_left >= 10) and r.code = 'ADULT' and r."minQuantity" = 0 and r."incrementQuantity" = 1
      and not exists (select from jsonb_to_recordset(i.ticket_rules) as o("minQuantity" int) where o."minQuantity" > 0)
    order by e.sales_end_at, e.id limit 1`.execute(db);
  const found = rows[0];
  return found ? { eventId: found.eventId, tickets: [{ code: found.code, quantity: found.quantity }] } : null;
}
