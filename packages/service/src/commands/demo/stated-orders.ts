import { acceptQuote } from "../../domain/booking/accept-quote.ts";
import { cancelOrder } from "../../domain/booking/cancellation.ts";
import { revisionOf } from "../../domain/money/amendment-answers.ts";
import { quoteAmendment } from "../../domain/orders/quote.ts";
import type { OrderContext } from "../../domain/orders/transitions.ts";
import { markNoShow } from "../../domain/visits/attendance.ts";
import type { CatalogueProduct } from "../../records/catalogue-file.ts";
import { neverGivenUp } from "../../store/database/given-up.ts";
import { amendmentById } from "../../store/sale/amendments.ts";
import { orderById } from "../../store/sale/orders.ts";
import { addDays } from "./catalogue.ts";
import {
  type Callers,
  contextAt,
  demoCall,
  demoOperatorEmail,
  type PlacedDemoOrder,
  type Seeding,
} from "./place-orders.ts";
import { absentKey, isStated, statedChangeAt, statedPartner } from "./plan.ts";

/**
 * What happened to orders that a statement has, in the week of the last statement: a cancellation, a guest less, and a no-show. The service sends
 * nothing.
 */
export async function changeStatedOrders(
  { tx, now }: Seeding,
  placed: readonly PlacedDemoOrder[],
  products: readonly CatalogueProduct[],
  callers: Callers,
): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const at = statedChangeAt(today);
  const context = contextAt(tx, at);
  const stated = placed.filter((order) => isStated(order, today));
  const absent = placed.find(({ key }) => key === absentKey);
  if (absent) await markNoShow(tx, absent.id, { noShow: true, now: at, by: demoOperatorEmail });
  // Nobody is asked about an order of these items, so it changes at once.
  const items = new Set(
    products
      .filter(({ immediateBooking, supplier }) => immediateBooking && supplier === undefined)
      .flatMap((product) => product.items.map(({ externalId }) => externalId)),
  );
  const [ended, ...others] = stated.filter(
    ({ event, eventOn }) => items.has(event.split(" ")[1]!) && eventOn.slice(0, 10) > addDays(today, 1),
  );
  if (ended) {
    const call = { ...demoCall, lang: ended.lang, caller: callers[statedPartner], now: at };
    await cancelOrder(context, ended.id, call);
  }
  for (const order of others) if (await takeGuest(context, order, at)) return;
}

/** Takes a guest from an order. False: it is small, or the rules of its item want pairs. */
async function takeGuest(context: OrderContext, { id, lang, tickets }: PlacedDemoOrder, at: Date): Promise<boolean> {
  const [first] = tickets;
  if (!first || first.quantity < 3) return false;
  const order = (await orderById(context.db, id))!;
  const fewer = tickets.map((one) => (one === first ? { ...one, quantity: one.quantity - 1 } : one));
  const call = { now: at, hasGivenUp: neverGivenUp, actor: "operator" } as const;
  const { row } = await quoteAmendment(context.db, order, { tickets: fewer }, { ...call, lang, quoteMinutes: 30 });
  if (!row) return false;
  const quote = (await amendmentById(context.db, row.id))!;
  await acceptQuote(context, quote, { ...call, revision: revisionOf(order), operator: demoOperatorEmail });
  return true;
}
