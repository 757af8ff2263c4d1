import { ruleOf, type TermsContent, type TermsLine } from "../../records/partners/partner-terms.ts";
import { isExtra, ticketSizeOf } from "../../records/tickets/ticket-sizes.ts";
import type { Db } from "../../store/database/database.ts";
import { eventPricesOnDay, linesOfPriceListAt } from "../../store/terms/preview.ts";
import { atRule, minus } from "../selling/partner-prices.ts";

/** The prices that terms make, before they are saved. */

/** The price of a ticket on a day. Amounts are decimal strings in the currency of the event. */
export interface TermsPrice {
  productId: string;
  productName: string;
  itemId: string;
  itemName: string;
  ticket: string;
  /** Local date and time of the first event of the item on that day, or on the next day with events. */
  eventOn: string;
  currencyCode: string;
  retail: string;
  commission: string;
  net: string;
  /** The position of the line that applies, from 0. Null: the general percentage. `list`: the line is of the price list. */
  line: number | null;
  list: boolean;
}

type Priced = Pick<TermsContent, "basis" | "percent" | "percentOf" | "extras">;

/** Returns the price of each ticket of each published item, at its first event from a day on. */
export async function previewTerms(
  db: Db,
  { content, lines, priceListId }: { content: Priced; lines: readonly TermsLine[]; priceListId: string | null },
  { day, now }: { day: string; now: Date },
): Promise<TermsPrice[]> {
  const listed = priceListId === null ? [] : await linesOfPriceListAt(db, priceListId, now);
  const events = await eventPricesOnDay(db, day);
  const byProduct = linesByProduct(lines);
  const listedByProduct = linesByProduct(listed);
  return events.flatMap((event) => {
    const at = { ...event, day: event.eventOn.slice(0, 10) };
    const [own, shared] = [byProduct(event.productId), listedByProduct(event.productId)];
    return event.prices.map(({ code, price }) => {
      const isNobody = isExtra(ticketSizeOf(event.ticketSizes, code));
      const { rule, line } = ruleOf(content, { own, listed: shared }, { ...at, ticket: code, isExtra: isNobody });
      const { partner } = atRule(price, rule, { ...content, currencyCode: event.currencyCode, taxRate: event.taxRate });
      const list = line !== null && !own.includes(line);
      const { productId, productName, itemId, itemName, eventOn, currencyCode } = event;
      return {
        ...{ productId, productName, itemId, itemName, ticket: code, eventOn, currencyCode },
        retail: partner.retail,
        commission: minus(partner.retail, partner.net),
        net: partner.net,
        line: line && (list ? listed : lines).indexOf(line),
        list,
      };
    });
  });
}

/** Finds the lines that can apply to a product, without a look at the lines of all others. */
function linesByProduct(lines: readonly TermsLine[]): (productId: string) => TermsLine[] {
  const groups = Map.groupBy(lines, ({ productId }) => productId);
  return (productId) => [...(groups.get(productId) ?? []), ...(groups.get(null) ?? [])];
}
