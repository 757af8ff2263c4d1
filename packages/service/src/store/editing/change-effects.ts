import { isComingOrRecentEvent } from "../catalogue/coming-events.ts";
import type { Db } from "../database/database.ts";
import { allRows, onlyRow } from "../database/rows.ts";
import { seatsSold } from "../orders/seats-taken.ts";
import { hasLiveKey } from "../partners/partners.ts";

/** Effects of catalogue changes on orders and partners. */

/** Counts the seats taken by standing orders, by event; events without such orders are omitted. */
export async function countSoldSeats(db: Db, eventIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await allRows(db)<{ id: string; sold: number }>`
    select id, sold from (select e.id, ${seatsSold} as sold from unnest(${eventIds}::uuid[]) e(id)) e where sold > 0`;
  return new Map(rows.map(({ id, sold }) => [id, sold]));
}

/**
 * Counts the partners that can read the catalogue (`withKeys`), and the partners among them that have read it (`synced`). A partner that
 * has read the catalogue has a copy of it.
 */
export const partnersWithCopies = (db: Db): Promise<{ withKeys: number; synced: number }> =>
  onlyRow(db)`
    select count(*) as "withKeys", count(y.partner_id) as synced
    from partner p left join partner_sync y on y.partner_id = p.id where ${hasLiveKey}`;

/**
 * Counts for each of these currencies the products and coming events in the partners' catalogue that are priced in it, in the order of the
 * currencies.
 */
export const countPricedIn = (
  db: Db,
  currencies: readonly string[],
  now: Date,
): Promise<{ products: number; events: number }[]> =>
  allRows(db)`
    select
      (select count(*) from product p where p.currency_code = c.code and p.published and not p.deleted) as products,
      (select count(*) from event e where e.currency_code = c.code and e.shown and e.day_ends_at > ${now}
        and ${isComingOrRecentEvent(now)}) as events
    from unnest(${currencies}::text[]) with ordinality c(code, n) order by c.n`;

/** Reads a few current prices in a currency, one for each product. */
export const examplePrices = (
  db: Db,
  currencyCode: string,
  now: Date,
): Promise<{ product: string; ticket: string; price: string }[]> =>
  allRows(db)`
    select p.name as product, t.ticket, t.price from (
      select p.id, p.name from product p join product_state s on s.product_id = p.id
      where p.currency_code = ${currencyCode} and p.published and not p.deleted and s.has_availability
      order by p.name, p.id limit 5
    ) p cross join lateral (
      select e.tickets -> 0 ->> 'code' as ticket, e.tickets -> 0 ->> 'price' as price from event e
      where e.product_id = p.id and e.availability = 'available' and not e.hidden and e.sales_end_at > ${now}
        and ${isComingOrRecentEvent(now)}
      order by e.sales_end_at, e.id limit 1
    ) t order by p.name`;
