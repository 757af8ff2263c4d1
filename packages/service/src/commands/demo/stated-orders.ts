import { acceptQuote } from "../../domain/booking/accept.ts";
import { cancelOrder } from "../../domain/booking/cancellation.ts";
import { revisionOf } from "../../domain/money/amendment-answers.ts";
import { quoteAmendment } from "../../domain/orders/quote.ts";
import { lastPeriodEnd } from "../../domain/terms/statements.ts";
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

/** A partner whose statements have its sales, so that later changes of them are lines of the next statement. */
const partner = "passeios-lua-cheia";

/** Cancels one order that a statement has, and takes a guest from another one, in the week of the last statement. */
export async function changeStatedOrders(
  { tx, now }: Seeding,
  placed: readonly PlacedDemoOrder[],
  products: readonly CatalogueProduct[],
  callers: Callers,
): Promise<void> {
  const lastOn = lastPeriodEnd("week", { zone: "Europe/Madrid", now });
  const at = new Date(`${addDays(lastOn, -2)}T10:20:00Z`);
  // Nobody is asked about an order of these items, so it changes at once.
  const items = new Set(
    products
      .filter(({ immediateBooking, supplier }) => immediateBooking && supplier === undefined)
      .flatMap((product) => product.items.map(({ externalId }) => externalId)),
  );
  const stated = placed.filter(
    (order) =>
      order.partner === partner &&
      order.fate === "stands" &&
      items.has(order.event.split(" ")[1]!) &&
      order.at.toISOString().slice(0, 10) < addDays(lastOn, -7) &&
      order.eventOn.slice(0, 10) > addDays(now.toISOString().slice(0, 10), 1),
  );
  const context = contextAt(tx, at);
  const [ended, ...others] = stated;
  if (ended) await cancelOrder(context, ended.id, { ...demoCall, lang: ended.lang, caller: callers[partner], now: at });
  for (const { id, lang, tickets } of others) {
    const [first] = tickets;
    if (!first || first.quantity < 3) continue;
    const order = (await orderById(tx, id))!;
    const fewer = tickets.map((one) => (one === first ? { ...one, quantity: one.quantity - 1 } : one));
    const quote = await quoteAmendment(
      tx,
      order,
      { tickets: fewer },
      {
        ...{ lang, now: at, hasGivenUp: neverGivenUp, actor: "operator", quoteMinutes: 30 },
      },
    );
    // The rules of the item may want pairs.
    if (!quote.row) continue;
    await acceptQuote(context, (await amendmentById(tx, quote.row.id))!, {
      ...{
        revision: revisionOf(order),
        actor: "operator",
        operator: demoOperatorEmail,
        now: at,
        hasGivenUp: neverGivenUp,
      },
    });
    return;
  }
}
