import type { Answer, BookRequest, Question } from "@paseo/contract";
import { type DemoOrder, demoOrders } from "../../../demo/orders.ts";
import { cancelOrder } from "../../domain/orders/cancellation.ts";
import { redeem } from "../../domain/orders/door/admission.ts";
import { changeOrder, type OrderContext } from "../../domain/orders/order-changes.ts";
import { validateEvent } from "../../domain/orders/orders.ts";
import { placeOrder } from "../../domain/orders/placing/booking.ts";
import { type Caller, demoKey } from "../../domain/partners/keys.ts";
import { instantOf, localTime } from "../../domain/selling/dates.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { neverGivenUp } from "../../store/database/given-up.ts";
import { historyPlanted, plantedReferences, settleDemoCallbacks } from "../../store/orders/demo-state.ts";
import { addUsage, noteSyncs, type UsageCount } from "../../store/partners/usage.ts";

/** Places the demo's orders of the last 90 days, each at its time, as the interface would have done it then. */

export interface Seeding {
  db: Db;
  now: Date;
  /** The live key of each partner. */
  callers: Record<DemoOrder["partner"], Caller>;
  idOf: (record: string) => string;
  context: (db: Db, at: Date) => OrderContext;
  check: () => void;
}

/** Orders in one transaction. */
const atOnce = 5;

/**
 * Continues where an interrupted run ended. Each transaction has everything that became of its orders, with their callbacks settled, so
 * that the jobs of a running service find nothing to send.
 */
export async function plantOrders(seeding: Seeding): Promise<number> {
  const { db, now, check } = seeding;
  const orders = demoOrders(now.toISOString().slice(0, 10), now);
  const planted = await plantedReferences(db);
  const left = orders.filter(({ n }) => !planted.has(reference(n)));
  let placed = planted.size;
  for (let first = 0; first < left.length; first += atOnce) {
    check();
    placed += await db.transaction().execute((tx) => plantSome(tx, left.slice(first, first + atOnce), seeding));
  }
  await db.transaction().execute(async (tx) => {
    await plantUsage(tx, orders, seeding);
    await historyPlanted(tx);
  });
  return placed;
}

const reference = (n: number): string => `CART-${String(n + 1).padStart(4, "0")}`;

const call = { hasGivenUp: neverGivenUp, priceHoldMinutes: 30, sandbox: false, supplierWaitMs: 10_000 };

/** Returns how many were placed. */
async function plantSome(tx: Tx, orders: readonly DemoOrder[], seeding: Seeding): Promise<number> {
  const attempts = new Map<string, number>();
  for (const order of orders) {
    const id = await plantOrder(tx, order, seeding);
    if (id) attempts.set(id, order.attempts);
  }
  await settleDemoCallbacks(tx, attempts);
  return attempts.size;
}

/** Returns its id; null: it cannot be sold. */
async function plantOrder(tx: Tx, order: DemoOrder, { now, callers, idOf, context }: Seeding): Promise<string | null> {
  const { at, lang, tickets, guest } = order;
  const caller = callers[order.partner];
  const selection = { id: idOf(order.event), apiKey: demoKey, tickets };
  const checked = await validateEvent(tx, selection, { lang, caller, now: at });
  if (!checked.isValid || !checked.totalUsd) return null;
  const request: BookRequest = {
    ...selection,
    totalUsd: checked.totalUsd,
    answers: checked.questions.map((question) => answerOf(question, order)),
    email: guest.email,
    phoneNumber: guest.phoneNumber,
    remoteHost: `203.0.113.${1 + (order.n % 250)}`,
    externalReference: reference(order.n),
    // A waiting order would call this address when an operator decides it.
    ...(order.attempts > 0 && !isOpen(order) && { callbackUrl: "https://viajes.example.com/paseo" }),
  };
  const placement = await placeOrder(context(tx, at), request, { ...call, lang, caller, now: at });
  if (placement.outcome !== "placed") return null;
  const { id, reference: ofOrder } = placement.order;
  await continueOrder(tx, { id: id!, reference: ofOrder! }, order, { now, caller, context });
  return id;
}

/** Whether it waits for the operator. */
const isOpen = ({ fate }: DemoOrder): boolean => fate === "waits" || fate === "asks-cancel";

async function continueOrder(
  tx: Tx,
  { id, reference: orderReference }: { id: string; reference: string },
  order: DemoOrder,
  { now, caller, context }: Pick<Seeding, "now" | "context"> & { caller: Caller },
): Promise<void> {
  const { at, fate, lang, comes, eventOn, timeZone } = order;
  const later = (minutes: number) => new Date(Math.min(now.getTime(), at.getTime() + minutes * 60_000));
  if (fate !== "waits") {
    const trigger = fate === "declined" ? "declined" : "confirmed";
    // Without effect on an order that was confirmed in its request.
    await changeOrder(context(tx, later(47)), id, { trigger, actor: "operator" });
  }
  if (fate === "cancelled" || fate === "asks-cancel")
    await cancelOrder(context(tx, later(190)), id, {
      lang,
      caller,
      now: later(190),
      hasGivenUp: neverGivenUp,
      supplierWaitMs: call.supplierWaitMs,
    });
  // Without effect where the seats were the operator's own.
  if (fate === "cancelled")
    await changeOrder(context(tx, later(230)), id, { trigger: "cancel-confirmed", actor: "operator" });
  const start = instantOf(localTime(eventOn), timeZone);
  const door = new Date(start.getTime() - (5 + (order.n % 20)) * 60_000);
  if (comes && fate === "stands" && door <= now)
    await redeem(tx, orderReference, {
      now: door,
      by: "demo@paseo.test",
      sandbox: false,
      door: { before: 24, after: 24 },
    });
}

function answerOf({ code, type }: Question, { guest, eventOn }: DemoOrder): Answer {
  const values: Record<string, string> = {
    "passenger-first-name": guest.first,
    "passenger-last-name": guest.last,
    "passenger-weight": "72",
    "hotel-name": "Hotel Plaza",
    "hotel-address": "Calle Mayor 1",
    "flight-number": "XX 1234",
    "flight-date": eventOn.slice(0, 10),
    "flight-time": "10:30",
  };
  return { code, value: values[code] ?? (type === "string" ? "–" : "1") };
}

/** Requests of these days: many price checks for each order, a few of them refused. */
async function plantUsage(tx: Tx, orders: readonly DemoOrder[], { now, callers }: Seeding): Promise<void> {
  const counts: UsageCount[] = [];
  const byDay = Map.groupBy(orders, ({ at, partner }) => `${at.toISOString().slice(0, 10)} ${partner}`);
  for (const [key, ofDay] of byDay) {
    const [day, partner] = key.split(" ") as [string, DemoOrder["partner"]];
    const { partnerId } = callers[partner];
    const add = (operation: string, code: string, n: number) => {
      if (n > 0) counts.push({ day, partnerId, operation, test: false, code, n, requests: n });
    };
    const looks = ofDay.length * (partner === "demo" ? 9 : 14) + (ofDay[0]!.n % 7);
    add("eventvalidate", "", looks);
    add("eventvalidate", "capacity", Math.floor(looks / 31));
    add("eventvalidate", "too-late", Math.floor(looks / 53));
    add("eventbook", "", ofDay.length);
    add("eventbook", "price-changed", ofDay[0]!.n % 9 === 0 ? 1 : 0);
    add("productversion", "", 288);
    add("events", "", 24 + ofDay.length);
  }
  await addUsage(tx, counts);
  const zero = { updateVersion: 0, deleteVersion: 0 };
  await noteSyncs(tx, [{ partnerId: callers.demo.partnerId, ...zero, at: new Date(now.getTime() - 3_600_000) }]);
}
