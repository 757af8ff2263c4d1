import { parsedReference } from "@paseo/contract/order-reference";
import type { Db } from "../../store/database/database.ts";
import { type ChannelBookingRow, channelBooking, channelBookingsBy } from "../../store/orders/channel-bookings.ts";
import { type HoldRow, holdById } from "../../store/orders/holds.ts";
import { type OrderRow, orderById } from "../../store/sale/orders.ts";
import { orderTimeline } from "../../store/sale/timeline.ts";
import { type PassRow, readPasses } from "../../store/visits/passes.ts";
import { type VoucherRow, voucherOf } from "../../store/visits/vouchers.ts";
import { orderWithTerms } from "../orders/due-refunds.ts";
import { type Caller, mayUseOrder } from "../partners/keys.ts";
import { leftToRefund, type OrderWithTerms } from "../selling/refundable.ts";
import { holdStatus } from "./own-hold.ts";

/** Reads bookings of partners that use another protocol. */

/** A booking with its hold, its order and its voucher. */
export interface ChannelBooking {
  row: ChannelBookingRow;
  /** Null: the hold was deleted long after it ended. */
  hold: HoldRow | null;
  /** Null: the booking is not confirmed. */
  order: OrderRow | null;
  voucher: VoucherRow | null;
  passes: PassRow[];
  confirmedAt: Date | null;
  cancelledAt: Date | null;
  /** How much of what was charged is refunded. */
  refund: "FULL" | "PARTIAL" | "NONE";
}

/** Finds a booking of the caller by the partner's own id. Returns null if the caller has no booking with this id. */
export async function findBooking(db: Db, uuid: string, caller: Caller): Promise<ChannelBooking | null> {
  const row = await readOwnBooking(db, uuid, caller);
  return row && readBookingState(db, row);
}

/** Finds the caller's bookings with this reference: either the reseller's or the supplier's. */
export async function findBookingsByReference(
  db: Db,
  by: { reference: string } | { orderReference: string },
  caller: Caller,
): Promise<ChannelBooking[]> {
  const order = "orderReference" in by ? parsedReference(by.orderReference) : null;
  if ("orderReference" in by && !order) return [];
  const rows = await channelBookingsBy(
    db,
    caller.partnerId,
    "reference" in by ? by : { orderNumber: order!.number, test: order!.test },
  );
  return Promise.all(rows.filter((row) => mayUseOrder(caller, row)).map((row) => readBookingState(db, row)));
}

/** Reads a booking that the caller may use. As with orders, a test key uses test bookings only. */
export async function readOwnBooking(db: Db, uuid: string, caller: Caller): Promise<ChannelBookingRow | null> {
  const row = await channelBooking(db, caller.partnerId, uuid);
  return row && mayUseOrder(caller, row) ? row : null;
}

export async function readBookingState(db: Db, row: ChannelBookingRow): Promise<ChannelBooking> {
  // The hold is read first and the order after it, so that a hold that is read as booked always has its order.
  const hold = await holdById(db, row.holdId);
  const order = await orderById(db, row.id);
  if (!order) return bookingWithoutOrder(row, hold);
  const [voucher, passes, timeline, terms] = await Promise.all([
    voucherOf(db, order.id),
    readPasses(db, [order.id]),
    orderTimeline(db, order.id),
    orderWithTerms(db, order.id),
  ]);
  const at = (status: OrderRow["status"]) => timeline.findLast((entry) => entry.status === status)?.at ?? null;
  const isConfirmed = order.status !== "waitsupplier" && order.status !== "rejected";
  const confirmedAt = isConfirmed ? (at("complete") ?? order.createdAt) : null;
  return { row, hold, order, voucher, passes, confirmedAt, cancelledAt: at("cancelled"), refund: refundOf(terms) };
}

const refundOf = (order: OrderWithTerms): ChannelBooking["refund"] => {
  if (order.refunds.length === 0) return "NONE";
  return leftToRefund(order).round(2).eq(0) ? "FULL" : "PARTIAL";
};

export const bookingWithoutOrder = (row: ChannelBookingRow, hold: HoldRow | null): ChannelBooking => ({
  ...{ row, hold, order: null, voucher: null, passes: [], confirmedAt: null, cancelledAt: null, refund: "NONE" },
});

/** Whether the seats of a booking without an order are held. */
export const hasOpenHold = ({ hold }: ChannelBooking, now: Date): boolean =>
  hold !== null && holdStatus(hold, now) === "open";
