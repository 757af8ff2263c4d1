import type { BookableEvent } from "../../records/bookable-event.ts";
import { type EventTerms, ruleOf, type SoldTerms } from "../../records/partners/partner-terms.ts";
import { isExtra, ticketSizeOf } from "../../records/tickets/ticket-sizes.ts";
import type { Db } from "../../store/database/database.ts";
import { type EventTermsRow, termsForEvent, termsOfSale } from "../../store/terms/partner-terms.ts";

/** The terms of a partner for an event. docs/decisions/0067-terms-of-partners.md has the reasons. */

/** A buyer, who may have terms. */
export interface Buyer {
  partnerId: string;
  /** Whether the partner has, or had, terms. False: nothing is read. */
  hasTerms?: boolean;
}

/** Returns the event with the terms of its buyer. */
export async function withTerms<E extends BookableEvent>(db: Db, event: E, buyer: Buyer | null, now: Date): Promise<E> {
  const [terms] = await termsSince(db, event, buyer, { since: now, now });
  return terms ? { ...event, terms } : event;
}

/**
 * Returns the terms that applied to an event since an instant, the latest first. Undefined in the list: for a part of that time, the buyer had
 * no terms.
 */
export async function termsSince(
  db: Db,
  event: BookableEvent,
  buyer: Buyer | null,
  period: { since: Date; now: Date },
): Promise<(EventTerms | undefined)[]> {
  if (!buyer?.hasTerms) return [undefined];
  const rows = await termsForEvent(db, buyer.partnerId, event, period);
  const terms = rows.map((row) => eventTerms(row, event));
  return rows.some(({ validFrom }) => validFrom <= period.since) ? terms : [...terms, undefined];
}

/** Returns the event with the terms with which an order was sold. They also apply to what an amendment adds. */
export async function withTermsOfSale<E extends BookableEvent>(
  db: Db,
  event: E,
  sold: SoldTerms | undefined,
): Promise<E> {
  const row = sold && (await termsOfSale(db, sold, event));
  return row ? { ...event, terms: eventTerms(row, event) } : event;
}

/** Returns the terms of an event, by a version and its lines. Lines for other events do not matter. */
export function eventTerms(
  { id, listId, content, own, listed }: Omit<EventTermsRow, "validFrom">,
  event: BookableEvent,
): EventTerms {
  const { basis, collects, percentOf, dueOn, afterCancellation, noShow } = content;
  const { productId, itemId, currencyCode } = event;
  const at = { productId, itemId, day: event.eventOn.slice(0, 10), currencyCode };
  return {
    sold: {
      id,
      listId,
      basis,
      collects,
      percentOf,
      dueOn,
      afterCancellation,
      noShow,
      currencyCode: content.currencyCode,
    },
    ...{ basis, percentOf, currencyCode },
    taxRate: event.taxRate,
    ruleOf: (ticket) =>
      ruleOf(content, { own, listed }, { ...at, ticket, isExtra: isExtra(ticketSizeOf(event.ticketSizes, ticket)) })
        .rule,
  };
}
