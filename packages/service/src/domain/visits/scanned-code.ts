import type { Answer } from "@paseo/contract";
import { parsedReference } from "@paseo/contract/order-reference";
import { readScannedText } from "@paseo/contract/scanned-text";
import type { Db, Tx } from "../../store/database/database.ts";
import { orderSale } from "../../store/sale/order-sales.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { findOrder, lockOrder } from "../../store/sale/orders.ts";
import { type AdmissionRow, standingAdmissions } from "../../store/visits/admissions.ts";
import { type PassRow, passByCode, readPasses } from "../../store/visits/passes.ts";
import { replacedCode, type VoucherRow, voucherByCode, voucherOf } from "../../store/visits/vouchers.ts";
import {
  type DoorHours,
  type DoorTimes,
  doorServiceTimes,
  doorTimes,
  isWithinDoorTimes,
} from "../selling/lead-time.ts";
import { guestHandleKey, isHandle, orderOfHandle } from "./handles.ts";
import { parseShortCode } from "./passes.ts";
import { placeFacts, type StoredVoucherContent, voucherCode } from "./vouchers.ts";

/** Finds the current meaning of a code at the door. */

export const redeemResults = [
  "valid",
  // Valid, but something is to be collected from the guest first.
  "to-collect",
  "already-redeemed",
  "cancelled",
  "replaced",
  "wrong-day",
  "other-event",
  "not-confirmed",
  "test-order",
  "unknown",
] as const;
export type RedeemResult = (typeof redeemResults)[number];

/** Returns the audit log's name for a scan that should have admitted people. */
export const auditOutcome = (result: RedeemResult): "done" | "refused" => (result === "valid" ? "done" : "refused");

/** Returns the settings of admission at the door. */
export const doorHours = (config: { doorHoursBefore: number; doorHoursAfter: number }): DoorHours => ({
  before: config.doorHoursBefore,
  after: config.doorHoursAfter,
});

/** A pass, and its first admission that nobody has undone. */
export interface PassState extends Pick<PassRow, "n" | "code" | "ticketCode" | "people"> {
  admitted: { at: Date; by: string; device: string } | null;
}

/** The meaning of a scanned or typed text. */
export interface ReadCode {
  orderId: string;
  /** The single pass of the code. Null: the code means all of the order's passes. */
  n: number | null;
  /** The text is a reference and no code. */
  isReference: boolean;
  /** An amendment of the order replaced the code. */
  isReplaced: boolean;
}

export async function readCode(db: Db, typed: string): Promise<ReadCode | null> {
  const text = readScannedText(typed);
  if (isHandle(text)) {
    const orderId = orderOfHandle(await guestHandleKey(db), text);
    return orderId === null ? null : { orderId, n: null, isReference: false, isReplaced: false };
  }
  const reference = parsedReference(text);
  // Eight digits can also be a short code.
  if (reference && parseShortCode(text) === null) {
    const orderId = await findOrder(db, reference);
    return orderId === null ? null : { orderId, n: null, isReference: true, isReplaced: false };
  }
  const short = parseShortCode(/\/voucher\/[^#]*#(.*)$/.exec(text)?.[1] ?? text);
  const code = short ?? voucherCode(text);
  const pass = short ? await passByCode(db, short) : await voucherByCode(db, code);
  if (pass) return { orderId: pass.orderId, n: "n" in pass ? pass.n : null, isReference: false, isReplaced: false };
  const former = await replacedCode(db, code);
  return former && { orderId: former.orderId, n: former.n, isReference: false, isReplaced: true };
}

/** An order at the door, locked. */
export interface LockedDoorOrder {
  order: OrderRow;
  voucher: VoucherRow<StoredVoucherContent>;
  passes: PassState[];
  accepted: DoorTimes;
}

/** A code that admits nobody: its order if the door may read it, and the reason. */
interface RefusedCode {
  order: OrderRow | null;
  result: RedeemResult;
}

/**
 * Locks the order, so that two doors, or the door and a cancellation, run one after the other. An operator who may not
 * read orders gets no data by a reference of an event that the door does not serve now.
 */
export async function readOrderAtDoor(
  tx: Tx,
  { orderId, isReference }: ReadCode,
  { now, sandbox, door, readsOrders = false }: { now: Date; sandbox: boolean; door: DoorHours; readsOrders?: boolean },
): Promise<LockedDoorOrder | RefusedCode> {
  const order = await lockOrder(tx, orderId);
  const sale = await orderSale(tx, orderId);
  if (!order || !sale) return { order: null, result: "unknown" };
  const { sold } = sale;
  const served = doorServiceTimes(sold.productType, sold.eventOn, sold.timeZone, door);
  if (isReference && !readsOrders && !isWithinDoorTimes(served, now)) return { order: null, result: "unknown" };
  const issued = await voucherOf<StoredVoucherContent>(tx, orderId);
  const voucher = issued && { ...issued, content: { ...issued.content, ...placeFacts(sold, issued.content.lang) } };
  if (!voucher) {
    const result =
      order.test && !sandbox ? "test-order" : order.status === "waitsupplier" ? "not-confirmed" : "cancelled";
    return { order, result };
  }
  const { productType, eventOn } = voucher.content;
  const accepted = doorTimes(productType, eventOn, sold.timeZone, door);
  const passes = await passesWithAdmissions(tx, orderId);
  return { order, voucher, passes, accepted };
}

/** Whether the order has a voucher that admits people. */
export const hasValidVoucher = ({ order, voucher }: Pick<LockedDoorOrder, "order" | "voucher">): boolean =>
  voucher.voidAt === null && order.status === "complete";

export function redeemResultOf(
  reading: LockedDoorOrder,
  open: PassState[],
  { now, sandbox, event = null }: { now: Date; sandbox: boolean; event?: string | null },
): RedeemResult {
  const { order, accepted } = reading;
  if (!hasValidVoucher(reading)) return "cancelled";
  if (order.test && !sandbox) return "test-order";
  if (open.length === 0) return "already-redeemed";
  if (!isWithinDoorTimes(accepted, now)) return "wrong-day";
  return event !== null && event !== order.eventId ? "other-event" : "valid";
}

/** Reads the passes of an order, with their admissions. */
export const passesWithAdmissions = async (tx: Tx, orderId: string): Promise<PassState[]> =>
  passStates(await readPasses(tx, [orderId]), await standingAdmissions(tx, [orderId]));

/** Returns the state of each pass, from the admissions that nobody has undone. */
export const passStates = (passes: readonly PassRow[], admissions: readonly AdmissionRow[]): PassState[] =>
  passes.map(({ n, code, ticketCode, people }) => {
    const first = admissions.find((one) => one.n === n);
    return {
      n,
      code,
      ticketCode,
      people,
      admitted: first ? { at: first.at, by: first.by, device: first.device } : null,
    };
  });

/** Returns the party's name at the door: the first name and the initials of the last. The door sees no other names. */
export function nameAtDoor({ answers }: Pick<OrderRow, "answers">): string | null {
  const given = (code: string) => answers.find((answer) => answer.code === code)?.value.trim() ?? "";
  return shortened(given("passenger-first-name"), given("passenger-last-name"));
}

/** Returns the name of the first passenger whose last name matches. */
export function shortName(answers: readonly Answer[], isWanted: (lastName: string) => boolean): string | null {
  const given = (code: string) => answers.filter((answer) => answer.code === code).map(({ value }) => value.trim());
  const last = given("passenger-last-name");
  const n = last.findIndex(isWanted);
  return n < 0 ? null : shortened(given("passenger-first-name")[n] ?? "", last[n]!);
}

/**
 * Returns `Lucía G. P.` for `Lucía` and `García Pérez`: guests are called by either surname. Small words, as in `de la Cruz`, have no
 * initial.
 */
function shortened(firstName: string, lastName: string): string | null {
  const [first] = firstName.split(" ").filter(Boolean);
  const words = lastName.split(" ").filter(Boolean);
  const named = words.filter((word) => word[0] !== word[0]!.toLowerCase());
  const initials = (named.length > 0 ? named : words.slice(-1)).slice(0, 2).map((word) => `${word[0]}.`);
  const short = [first, ...initials].filter(Boolean).join(" ");
  return short === "" ? null : short;
}
