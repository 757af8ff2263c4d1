import type { TicketSelection } from "@paseo/contract";
import { bookableEvent } from "../../store/catalogue/event-sales.ts";
import type { Db } from "../../store/database/database.ts";
import { readStoreContent, soonSoldEvents } from "../../store/editing/demo.ts";
import type { SaleEvent } from "../selling/sale-event.ts";
import { validateSale } from "../selling/validate-sale.ts";

/** Something in the operator's own catalogue that can be booked: the guide's first page finds and books it. */
export interface CatalogueSample {
  productName: string;
  /** The local day of the event, yyyy-MM-dd. */
  day: string;
  tickets: readonly TicketSelection[];
}

/** Returns a sample of the catalogue; null if nothing can be booked, and `demo` in a store with the demo's data. */
export async function catalogueSample(db: Db, now: Date): Promise<CatalogueSample | "demo" | null> {
  if ((await readStoreContent(db)) === "demo") return "demo";
  for (const { id } of await soonSoldEvents(db, now)) {
    const event = await bookableEvent(db, id);
    const tickets = event && smallestSelection(event);
    if (!tickets) continue;
    const { errors } = validateSale({ event, tickets, lang: "en", now, whiteLabelKnown: true });
    if (errors.length === 0) return { productName: event.productName, day: event.eventOn.slice(0, 10), tickets };
  }
  return null;
}

/** Returns the fewest tickets that the rules allow; null without a ticket that has a price. */
function smallestSelection({ ticketRules, prices }: SaleEvent): TicketSelection[] | null {
  const priced = ticketRules.filter(({ code }) =>
    prices.some((price) => price.code === code && Number(price.price) > 0),
  );
  const required = ticketRules.filter(({ minQuantity }) => minQuantity > 0);
  const chosen = required.length > 0 ? required : priced.slice(0, 1);
  const tickets = chosen.map(({ code, minQuantity, incrementQuantity }) => ({
    code,
    quantity: minQuantity || incrementQuantity,
  }));
  return tickets.length > 0 ? tickets : null;
}
