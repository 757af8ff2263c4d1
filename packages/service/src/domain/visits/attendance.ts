import { noShowTickets } from "../../records/tickets/no-shows.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { attendanceOfOrders, markAttendance } from "../../store/sale/attendance.ts";
import { orderSale } from "../../store/sale/order-sales.ts";
import { lockOrder, type OrderRow } from "../../store/sale/orders.ts";
import { addToTimeline } from "../../store/sale/timeline.ts";
import { standingAdmissions } from "../../store/visits/admissions.ts";
import { readPasses } from "../../store/visits/passes.ts";
import { instantOf, localTime } from "../selling/dates.ts";
import { passStates } from "./scanned-code.ts";

/** Guests who did not come. docs/decisions/0066-no-shows.md has the rule. */

/** Whether an event has begun: its start, or the first instant of its day where it has no time. */
export const hasBegun = ({ eventOn, timeZone }: { eventOn: string; timeZone: string }, now: Date): boolean =>
  instantOf(localTime(eventOn), timeZone) <= now;

export type MarkedAttendance = { order: OrderRow } | "no-order" | "not-confirmed" | "not-begun";

/** Says of an order that its absent guests are no-shows, or that they came. Saying the same again changes nothing. */
export async function markNoShow(
  tx: Tx,
  orderId: string,
  { noShow, now, by }: { noShow: boolean; now: Date; by: string },
): Promise<MarkedAttendance> {
  const order = await lockOrder(tx, orderId);
  const sale = await orderSale(tx, orderId);
  if (!order || !sale) return "no-order";
  if (order.status !== "complete") return "not-confirmed";
  if (!hasBegun(sale.sold, now)) return "not-begun";
  const [before] = await attendanceOfOrders(tx, [orderId], now);
  if (before?.isAbsentCounted === noShow) return { order };
  await markAttendance(tx, { orderId, eventId: order.eventId, noShow, at: now, by });
  await addToTimeline(tx, orderId, { at: now, kind: noShow ? "no-show" : "came", actor: "operator", operator: by });
  return { order };
}

/** Returns which tickets of these orders were no-shows. An order without a no-show is left out. */
export async function noShowTicketsOf(
  db: Db,
  orders: readonly (Pick<OrderRow, "id"> & Parameters<typeof noShowTickets>[0])[],
  now: Date,
): Promise<Map<string, ReturnType<typeof noShowTickets>>> {
  const ids = orders.map(({ id }) => id);
  const missed = new Map((await attendanceOfOrders(db, ids, now)).map((one) => [one.orderId, one.isAbsentCounted]));
  const passes = Map.groupBy(await readPasses(db, ids), ({ orderId }) => orderId);
  const admissions = Map.groupBy(await standingAdmissions(db, ids), ({ orderId }) => orderId);
  const found = orders.map((order) => {
    const states = passStates(passes.get(order.id) ?? [], admissions.get(order.id) ?? []);
    return [order.id, noShowTickets(order, states, missed.get(order.id) ?? false)] as const;
  });
  return new Map(found.filter(([, tickets]) => tickets.length > 0));
}
