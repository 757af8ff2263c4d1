import type { Answer, BookRequest } from "@paseo/contract";
import { newOrderNumber } from "@paseo/contract/order-reference";
import { newOrder, type OrderAttempt, saleTerms } from "../../domain/booking/book-request.ts";
import { cancelOrder } from "../../domain/booking/cancellation.ts";
import { guestAnswers } from "../../domain/booking/guests.ts";
import { dispatchUntilTimeout } from "../../domain/dispatch/dispatch.ts";
import type { MakeId } from "../../domain/editing/catalogue-records.ts";
import { changeOrder, type OrderContext, recordCompletedOrders } from "../../domain/orders/transitions.ts";
import { type Caller, demoKey } from "../../domain/partners/keys.ts";
import { instantOf, localTime, msPerDay } from "../../domain/selling/dates.ts";
import type { AskedQuestion } from "../../domain/selling/questions.ts";
import { validateSale } from "../../domain/selling/validate-sale.ts";
import type { BookableEvent } from "../../records/bookable-event.ts";
import type { Payment } from "../../records/payment.ts";
import { placeOrders } from "../../store/booking/place-orders.ts";
import { readBookableEvents } from "../../store/catalogue/event-sales.ts";
import type { Tx } from "../../store/database/database.ts";
import { neverGivenUp } from "../../store/database/given-up.ts";
import { lockEvents, publishEvents } from "../../store/orders/order-writes.ts";
import { recordAttendance } from "../../store/sale/attendance.ts";
import { newOrderRow } from "../../store/sale/orders.ts";
import { requireStock } from "../../store/sale/stock.ts";
import { addAllToTimeline } from "../../store/sale/timeline.ts";
import { insertAdmissions, writeFirstAdmissions } from "../../store/visits/admissions.ts";
import { readPasses } from "../../store/visits/passes.ts";
import { simulatedSupplier } from "../../suppliers/kinds/simulator.ts";
import { withDemoTerms } from "./companies.ts";
import { dice } from "./dice.ts";
import { type DemoOrder, type DemoPartner, demoDesk } from "./plan.ts";

/**
 * Places the demo's orders, each at its own time, as the interface would have placed it then. Batches of orders share a statement, because
 * an order on its own costs ten times as much. The service sends nothing.
 */

export interface Seeding {
  tx: Tx;
  now: Date;
  newId: MakeId;
  /** Throws when the start is to end. */
  check: () => void;
  /** The part of the usual sales. */
  share: number;
}

export type Callers = Record<DemoPartner, Caller>;

/** The operator who sells, confirms and admits. */
export const demoOperatorEmail = "demo@paseo.test";

export const contextAt = (db: Tx, at: Date): OrderContext => ({
  db,
  suppliers: () => simulatedSupplier,
  clock: () => at,
  publicUrl: "http://127.0.0.1",
  sandbox: false,
  inFlight: new Set(),
  onError: (error) => {
    throw error;
  },
});

export const demoCall = {
  hasGivenUp: neverGivenUp,
  priceHoldMinutes: 30,
  sandbox: false,
  supplierWaitMs: 10_000,
} as const;

export interface PlacedDemoOrder extends DemoOrder {
  id: string;
}

/** Orders in one statement. */
const batchSize = 250;

/** An order to write. Null: the sale is refused. */
type Prepared = { order: PlacedDemoOrder; attempt: OrderAttempt } | null;

/** Places these orders, oldest first, and returns those that the store has sold. It locks all their events at once. */
export async function placeDemoOrders(
  seeding: Seeding,
  orders: readonly DemoOrder[],
  callers: Callers,
): Promise<PlacedDemoOrder[]> {
  const { tx, now, newId, check } = seeding;
  const ids = [...new Set(orders.map(({ event }) => newId(event)))];
  const { stocked } = await lockEvents(tx, ids);
  const events = new Map((await readBookableEvents(tx, ids)).map((event) => [event.id, withStock(event)]));
  const placed: PlacedDemoOrder[] = [];
  const soldOut = new Set<string>();
  for (let from = 0; from < orders.length; from += batchSize) {
    check();
    const batch = orders
      .slice(from, from + batchSize)
      .map((order) => prepare(seeding, order, events.get(newId(order.event)), callers))
      .filter((prepared) => prepared !== null);
    const written = await writeBatch(tx, batch, now);
    placed.push(...written.map(({ order }) => order));
    for (const { attempt, isSoldOut } of written) if (isSoldOut) soldOut.add(attempt.eventId);
    for (const { order, attempt } of written)
      if (attempt.callsSupplierNow)
        await dispatchUntilTimeout(contextAt(tx, order.at), order.id, demoCall.supplierWaitMs);
  }
  for (const id of stocked) await requireStock(tx, id);
  await publishEvents(
    tx,
    [...soldOut].map((eventId) => ({ eventId })),
    now,
  );
  return placed;
}

/** Writes orders and the consequences of those that are complete. An order whose event has too few seats is left out. */
async function writeBatch(tx: Tx, batch: readonly NonNullable<Prepared>[], now: Date) {
  const results = new Map(
    (
      await placeOrders(
        tx,
        batch.map(({ attempt }) => attempt),
        true,
      )
    ).map((result) => [result.id, result]),
  );
  const written = batch.flatMap(({ order, attempt }) => {
    const { outcome, number, soldOut: isSoldOut } = results.get(order.id)!;
    return outcome === "placed" ? [{ order, attempt, isSoldOut, row: newOrderRow(attempt, number!) }] : [];
  });
  const complete = written.flatMap(({ row }) => (row.status === "complete" ? [row] : []));
  await recordCompletedOrders(tx, contextAt(tx, now), complete, { trigger: "confirmed", actor: "service" });
  return written;
}

/** Adds to an event what is left of its tickets with a stock, which `prepare` counts. */
function withStock(event: BookableEvent): BookableEvent {
  const stocks = event.prices.flatMap(({ code, stock }) => (stock === undefined ? [] : [[code, stock] as const]));
  return stocks.length === 0 ? event : { ...event, stockLeft: new Map(stocks) };
}

function prepare(
  { newId }: Seeding,
  order: DemoOrder,
  bookable: BookableEvent | undefined,
  callers: Callers,
): Prepared {
  const { key, at, tickets, guest, partner } = order;
  if (!bookable) return null;
  const isDesk = partner === demoDesk;
  const event = withDemoTerms(bookable, partner, newId);
  // Other orders may have taken seats since the event was read: the store decides.
  const sale = validateSale({ event, tickets, lang: order.lang, now: at, whiteLabelKnown: true, isDesk });
  if (sale.errors.length > 0 || !sale.totalUsd) return null;
  const left = event.stockLeft && new Map(event.stockLeft);
  for (const { code, quantity } of tickets) if (left?.has(code)) left.set(code, left.get(code)! - quantity);
  if (left) bookable.stockLeft = left;
  const reference = dice(`paseo demo reference ${key}`);
  const digits = String(Math.floor(1_000_000 * reference())).padStart(6, "0");
  const request: BookRequest = {
    id: event.id,
    apiKey: isDesk ? "" : demoKey,
    tickets,
    totalUsd: { currencyCode: "USD", value: sale.totalUsd },
    answers: sale.questions.map((question, n) => answerOf(question, n, order)),
    email: guest.email,
    phoneNumber: guest.phoneNumber,
    remoteHost: isDesk ? "" : `203.0.113.${1 + Math.floor(250 * reference())}`,
    ...(!isDesk && { externalReference: `CART-${digits}` }),
    // The service would call this address when an operator decides a waiting order.
    ...(order.attempts > 0 && !isOpen(order) && { callbackUrl: "https://viajes.example.com/paseo" }),
  };
  const caller = callers[partner];
  const id = newId(`order ${key}`);
  const attempt = newOrder(
    request,
    { taken: saleTerms(request, { event, sale, price: event }), event, sale },
    { partnerId: caller.partnerId, keys: [], digest: "" },
    {
      ...demoCall,
      ...{ lang: order.lang, caller, now: at, orderId: id, orderNumber: numberOf(key) },
      // The partner or the desk knows the guest's name.
      unasked: event.questions.allPassengerNames ? [] : guestAnswers({ name: guest.first, lastName: guest.last }),
      ...(isDesk && {
        desk: {
          ...{ lang: order.lang, payment: paymentOf(order), prices: [], ownAnswersLater: false },
          record: async () => {},
        },
      }),
    },
  );
  return { order: { ...order, id }, attempt };
}

/** Returns the number of an order, from which its reference is made. */
export function numberOf(key: string): number {
  const roll = dice(`paseo demo number ${key}`);
  return newOrderNumber((below) => Math.floor(below * roll()));
}

/** A guest who pays later has two weeks from the sale, and none after the event. */
function paymentOf({ at, pays, eventOn }: DemoOrder): Payment {
  const due = new Date(at.getTime() + 14 * msPerDay).toISOString().slice(0, 10);
  return {
    method: pays,
    by: demoOperatorEmail,
    at: at.toISOString(),
    ...(pays === "account" && { dueOn: [due, eventOn.slice(0, 10)].sort()[0]! }),
  };
}

/** Returns whether the order waits for the operator. */
const isOpen = ({ fate }: DemoOrder): boolean => fate === "waits" || fate === "asks-cancel";

/** Confirms, declines and cancels orders as their plan says. Orders of the operator's own seats are confirmed already. */
export async function decideDemoOrders(
  { tx, now, check }: Seeding,
  placed: readonly PlacedDemoOrder[],
  callers: Callers,
  waiting: ReadonlySet<string>,
): Promise<void> {
  const later = (at: Date, minutes: number) => new Date(Math.min(now.getTime(), at.getTime() + minutes * 60_000));
  for (const order of placed) {
    const { id, at, fate, lang, partner } = order;
    check();
    if (waiting.has(id) && fate !== "waits") {
      const trigger = fate === "declined" ? "declined" : "confirmed";
      await changeOrder(contextAt(tx, later(at, 47)), id, { trigger, actor: "operator", operator: demoOperatorEmail });
    }
    if (fate !== "cancelled" && fate !== "asks-cancel") continue;
    const end = later(at, 190);
    if (partner === demoDesk) {
      const change = { trigger: "cancel", actor: "operator", operator: demoOperatorEmail } as const;
      await changeOrder(contextAt(tx, end), id, change);
      continue;
    }
    await cancelOrder(contextAt(tx, end), id, { ...demoCall, lang, caller: callers[partner], now: end });
    // This has no effect on an order of the operator's own seats.
    if (fate === "cancelled")
      await changeOrder(contextAt(tx, later(at, 230)), id, { trigger: "cancel-confirmed", actor: "operator" });
  }
}

/** Admits the guests who have come, whole parties at once. Orders without a valid voucher are left out. */
export async function admitDemoGuests({ tx, now, newId }: Seeding, placed: readonly PlacedDemoOrder[]): Promise<void> {
  const admitted = new Map(
    placed.flatMap((order) => {
      const { id, key, comes, fate, eventOn, timeZone } = order;
      const start = instantOf(localTime(eventOn), timeZone).getTime();
      // An event of a whole day lets guests in all day.
      const late = eventOn.endsWith("T00:00:00") ? -11 * 60 : 5;
      const at = new Date(start - (late + Math.floor(20 * dice(`paseo demo door ${key}`)())) * 60_000);
      return comes && fate === "stands" && at <= now ? [[id, { at, id: newId(`admission ${key}`) }] as const] : [];
    }),
  );
  const passes = await readPasses(tx, [...admitted.keys()]);
  const by = demoOperatorEmail;
  await insertAdmissions(
    tx,
    passes.map(({ orderId, n, people }) => {
      const { id, at } = admitted.get(orderId)!;
      return { id, orderId, n, people, at, receivedAt: at, by, device: "Puerta 1", offline: false, conflict: null };
    }),
  );
  const inside = [...new Set(passes.map(({ orderId }) => orderId))];
  const eventOf = new Map(placed.map(({ id, event }) => [id, newId(event)]));
  const firstAt = new Map<string, Date>();
  for (const id of inside) {
    const [eventId, { at }] = [eventOf.get(id)!, admitted.get(id)!];
    if (at < (firstAt.get(eventId) ?? now)) firstAt.set(eventId, at);
  }
  for (const [eventId, at] of firstAt) await recordAttendance(tx, { eventId, at, by, closed: false });
  await writeFirstAdmissions(tx, inside);
  await addAllToTimeline(
    tx,
    inside.map((orderId) => ({
      ...{ orderId, at: admitted.get(orderId)!.at, kind: "redeemed", actor: "operator", operator: by },
    })),
  );
}

/** Returns the answer to a question. `n` is the position of the question, so that not all travellers give the same answer. */
function answerOf({ code, type }: AskedQuestion, n: number, { guest, eventOn }: DemoOrder): Answer {
  const values: Record<string, string> = {
    "passenger-first-name": guest.first,
    "passenger-last-name": guest.last,
    "passenger-weight": "72",
    "hotel-name": "Hotel Plaza",
    "hotel-address": "Calle Mayor 1",
    "flight-number": "XX 1234",
    "flight-date": eventOn.slice(0, 10),
    "flight-time": "10:30",
    "own-swim": n % 4 === 3 ? "no" : "yes",
    "own-menu": ["asado", "vegetarian", "asado", "gluten-free"][n % 4]!,
  };
  return { code, value: values[code] ?? (type === "string" ? "–" : "1") };
}
