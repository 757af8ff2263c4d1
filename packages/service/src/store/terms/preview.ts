import type { TermsLine } from "../../records/partners/partner-terms.ts";
import type { TicketPrice } from "../../records/tickets/ticket-prices.ts";
import type { TicketSizes } from "../../records/tickets/ticket-sizes.ts";
import type { Db } from "../database/database.ts";
import { allRows, firstRow } from "../database/rows.ts";
import { type LineNames, linesOfVersion, namedLinesOfVersion } from "./partner-terms.ts";

/** What a preview of terms reads. */

interface EventPrices {
  productId: string;
  productName: string;
  itemId: string;
  itemName: string;
  eventOn: string;
  currencyCode: string;
  prices: TicketPrice[];
  ticketSizes: TicketSizes;
  taxRate: string | null;
}

/** Reads the first event of each published item from a local day on, with its prices. */
export const eventPricesOnDay = (db: Db, day: string): Promise<EventPrices[]> =>
  allRows(db)`
    select p.id as "productId", p.name as "productName", i.id as "itemId", i.name as "itemName", e.event_on as "eventOn",
      e.currency_code as "currencyCode", e.tickets as prices, i.ticket_sizes as "ticketSizes",
      p.record ->> 'taxRate' as "taxRate"
    from product p join item i on i.product_id = p.id and i.published
    cross join lateral (
      select event_on, currency_code, tickets from event e
      where e.item_id = i.id and e.event_on >= ${day}::date and e.availability <> 'removed' order by e.event_on limit 1
    ) e
    where p.published and not p.deleted order by p.name, i.name, i.id`;

/** Reads the lines of the version of a price list that applies at an instant. */
export async function linesOfPriceListAt(db: Db, listId: string, at: Date): Promise<TermsLine[]> {
  const version = await priceListVersionAt(db, listId, at);
  return version ? linesOfVersion(db, version.id) : [];
}

/** Reads the same lines with the names of their products and items. */
export async function namedLinesOfPriceListAt(db: Db, listId: string, at: Date): Promise<(TermsLine & LineNames)[]> {
  const version = await priceListVersionAt(db, listId, at);
  return version ? namedLinesOfVersion(db, version.id) : [];
}

const priceListVersionAt = (db: Db, listId: string, at: Date): Promise<{ id: string } | null> =>
  firstRow(db)`
    select id from price_list_version where list_id = ${listId} and valid_from <= ${at}
    order by valid_from desc, created_at desc limit 1`;
