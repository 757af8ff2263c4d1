import { sql } from "kysely";
import { notLongOver } from "../catalogue/event-years.ts";
import type { Db } from "../database/database.ts";

/** How far the planting of the demo catalogue came; null where nobody began it. */
export type DemoState = "planting" | "planted";

export async function demoState(db: Db): Promise<DemoState | null> {
  const { rows } = await sql<{ value: DemoState }>`select value from fact where name = 'demo'`.execute(db);
  return rows[0]?.value ?? null;
}

export async function setDemoState(db: Db, state: DemoState): Promise<void> {
  await sql`
    insert into fact (name, value) values ('demo', ${state})
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** Whether a start should plant the demo: nothing was ever put into this store, or the planting was cut short. */
export async function wantsDemo(db: Db): Promise<boolean> {
  const state = await demoState(db);
  if (state !== null) return state === "planting";
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
      and ${notLongOver(now)}
      and (e.capacity_left is null or e.capacity_left >= 10) and r.code = 'ADULT' and r."minQuantity" = 0 and r."incrementQuantity" = 1
      and not exists (select from jsonb_to_recordset(i.ticket_rules) as o("minQuantity" int) where o."minQuantity" > 0)
    order by e.sales_end_at, e.id limit 1`.execute(db);
  const found = rows[0];
  return found ? { eventId: found.eventId, tickets: [{ code: found.code, quantity: found.quantity }] } : null;
}
