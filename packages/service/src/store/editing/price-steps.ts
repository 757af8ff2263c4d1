import { sql } from "kysely";
import type { ItemPriceSteps, TicketPrice } from "../../records/tickets/ticket-prices.ts";
import type { Tx } from "../database/database.ts";
import { allRows } from "../database/rows.ts";

/** Keeps `item.price_steps`, which partners read in contents, like the prices of the item's coming events. */

/** Greatest number of prices by number of an item in contents. An item with more has the first of them. */
const maxPrices = 50;

interface PricedEvent {
  item_id: string;
  tickets: readonly TicketPrice[];
}

const hasSteps = ({ tickets }: PricedEvent): boolean => tickets.some(({ steps }) => steps !== undefined);

/** Counts the prices by number again, of items of which an event gets or loses one. Returns the products whose prices by number changed. */
export async function recountPriceSteps(
  tx: Tx,
  changes: readonly { before: PricedEvent | undefined; after: PricedEvent }[],
  now: Date,
): Promise<string[]> {
  const stepped = changes.filter(({ before, after }) => hasSteps(after) || (before && hasSteps(before)));
  const itemIds = [...new Set(stepped.map(({ after }) => after.item_id))];
  if (itemIds.length === 0) return [];
  const fields: Record<keyof ItemPriceSteps, ReturnType<typeof sql>> = {
    code: sql`code`,
    price: sql`price`,
    steps: sql`steps`,
    stepsCount: sql`coalesce("stepsCount", 'tickets')`,
    stepsApply: sql`coalesce("stepsApply", 'all')`,
    firstOn: sql`first`,
    lastOn: sql`last`,
  };
  const object = sql.join(Object.entries(fields).map(([name, value]) => sql`${sql.lit(name)}, ${value}`));
  const rows = await allRows(tx)<{ productId: string }>`
    update item i set price_steps = x.prices
    from (
      select i.id, (
        select jsonb_agg(jsonb_build_object(${object}) order by first, code, last) from (
          select t.*, min(e.event_on::date)::text as first, max(e.event_on::date)::text as last
          from event e, jsonb_to_recordset(e.tickets) as t(code text, price text, steps jsonb, "stepsCount" text, "stepsApply" text)
          where e.item_id = i.id and e.availability <> 'removed' and not e.hidden and e.day_ends_at > ${now} and t.steps is not null
          group by 1, 2, 3, 4, 5 order by first, code limit ${sql.lit(maxPrices)}
        ) prices) as prices
      from item i where i.id = any(${itemIds}::uuid[])
    ) x
    where i.id = x.id and i.price_steps is distinct from x.prices returning i.product_id as "productId"`;
  return [...new Set(rows.map(({ productId }) => productId))];
}
