import type { TicketSelection } from "@paseo/contract";
import { confirmChannelBooking, reserveChannelBooking } from "../../domain/booking/channel-bookings.ts";
import { readBookableEvents } from "../../store/catalogue/event-sales.ts";
import { type Guests, unknownPerson } from "../../store/orders/channel-bookings.ts";
import { type Callers, contextAt, demoCall, numberOf, type PlacedDemoOrder, type Seeding } from "./place-orders.ts";
import type { DemoOrder } from "./plan.ts";

/** Places orders of partners that sell over OCTO, GetYourGuide and Viator: each is reserved, then confirmed. */

const rules = { minutes: 60, extensions: 0, maxOpen: 100_000, maxSeats: 1_000_000 };

export async function placeChannelOrders(
  seeding: Seeding,
  orders: readonly DemoOrder[],
  callers: Callers,
): Promise<PlacedDemoOrder[]> {
  const { tx, newId, check } = seeding;
  const ids = [...new Set(orders.map(({ event }) => newId(event)))];
  const events = new Map((await readBookableEvents(tx, ids)).map((event) => [event.id, event]));
  const placed: PlacedDemoOrder[] = [];
  for (const order of orders) {
    check();
    const { key, at, lang, partner } = order;
    const event = events.get(newId(order.event));
    // These channels send no weights, flights or hotels, and know none of the operator's own questions.
    if (!event || event.ownQuestions.length > 0 || Object.values(event.questions).some(Boolean)) continue;
    const { productId, itemId, id: eventId } = event;
    const id = newId(`order ${key}`);
    const uuid = newId(`booking ${key}`);
    const guests = guestsOf(order, newId);
    const call = {
      ...demoCall,
      ...{
        caller: callers[partner],
        lang,
        now: at,
        rules,
        quoteMinutes: 30,
        remoteHost: "",
        orderNumber: numberOf(key),
      },
    };
    const context = contextAt(tx, at);
    const wish = { uuid, orderId: id, productId, itemId, eventId, freesale: false, guests };
    const reserved = await reserveChannelBooking(context, wish, call);
    if (reserved.outcome !== "done") continue;
    const confirmed = await confirmChannelBooking(context, uuid, () => ({ guests }), call);
    if (confirmed.outcome === "done") placed.push({ ...order, id });
  }
  return placed;
}

function guestsOf({ key, tickets, guest, partner }: DemoOrder, newId: Seeding["newId"]): Guests {
  const { first, last, email, phoneNumber } = guest;
  const contact = { ...unknownPerson, firstName: first, lastName: last, emailAddress: email, phoneNumber };
  const prefix = { getyourguide: "GYG", viator: "BR-", wanderlark: "WL-" }[partner as string] ?? "";
  return {
    units: tickets.flatMap(({ code, quantity }: TicketSelection) =>
      Array.from({ length: quantity }, (_, n) => ({
        ...{ uuid: newId(`unit ${key} ${code} ${n}`), code, reference: null, contact: unknownPerson },
      })),
    ),
    pickup: null,
    contact,
    notes: null,
    reference: `${prefix}${newId(`reference ${key}`).replaceAll("-", "").slice(0, 9).toUpperCase()}`,
  };
}
