import { randomBytes } from "node:crypto";
import type { TicketSelection } from "@paseo/contract";
import { type Db, inTransaction, type Tx } from "../../store/database/database.ts";
import { type OrderSale, orderSale } from "../../store/orders/dispatch.ts";
import { addToTimeline, lockOrder } from "../../store/orders/order-changes.ts";
import type { OrderRow } from "../../store/orders/orders.ts";
import {
  insertVoucher,
  redeemVoucherOf,
  type VoucherRow,
  voidVoucherOf,
  voucherByCode,
  voucherOf,
} from "../../store/orders/vouchers.ts";
import type { VoucherContent } from "../../vouchers/voucher.ts";
import { type DoorHours, type DoorTimes, doorTimes } from "../selling/lead-time.ts";
import { passengerNames } from "./day/lead-name.ts";
import { readTicketNames } from "./day/ticket-names.ts";
import { orderReference } from "./order-content.ts";

/** Vouchers, which a traveller shows at the door. One is issued when its order completes and voided when the order is cancelled. */

/** Content of a voucher, stored as it was when issued. Travellers' names are read from the order, so that erasure covers them. */
export type StoredContent = Omit<VoucherContent, "passengers" | "operatorName" | "code" | "issuedAt" | "tickets"> & {
  tickets: TicketSelection[];
};

/** Issues an order's voucher, unless it has one. */
export async function issueVoucher(tx: Tx, order: OrderRow, sale: OrderSale | null, now: Date): Promise<void> {
  if (!sale) return;
  const { sold } = sale;
  const content: StoredContent = {
    lang: order.lang,
    reference: orderReference(order.number, order.lang, order.test),
    test: order.test,
    productName: sold.productName,
    itemName: sold.itemName,
    productType: sold.productType,
    venue: sold.venue,
    address: sold.address,
    latitude: sold.latitude,
    longitude: sold.longitude,
    eventOn: sold.eventOn,
    tickets: order.tickets,
    confirmation: order.confirmation,
  };
  const code = randomBytes(codeBytes).toString("base64url");
  const made = await insertVoucher(tx, { orderId: order.id, code, madeAt: now, content });
  if (made) await addToTimeline(tx, order.id, { at: now, kind: "voucher", actor: "service", why: "made" });
}

/** 160 bits cannot be guessed. */
const codeBytes = 20;

/** Whether a text has the shape of a voucher code. */
export const isVoucherCode = (text: string): boolean => /^[\w-]{27}$/.test(text);

/** Voids the voucher of a cancelled order. */
export async function voidVoucher(tx: Tx, orderId: string, now: Date): Promise<void> {
  await voidVoucherOf(tx, orderId, now);
}

/** The address of an order's voucher. */
export const voucherAddress = (publicUrl: string, code: string): string => `${publicUrl}/voucher/${code}`;

/** Reads the code from scanned or typed text: a voucher's address, or the code itself. */
export const voucherCode = (scanned: string): string =>
  scanned
    .trim()
    .replace(/^.*\/voucher\//, "")
    .replace(/[?#].*$/, "");

/** Returns the voucher with this code; `void` when its order was cancelled, null when no voucher has it. */
export async function voucherContent(
  db: Db,
  code: string,
  { publicUrl, operatorName }: { publicUrl: string; operatorName: string },
): Promise<VoucherContent | "void" | null> {
  const voucher = await voucherByCode<StoredContent>(db, code);
  if (!voucher) return null;
  const sale = await orderSale(db, voucher.orderId);
  if (voucher.voidAt || !sale) return "void";
  const names = await readTicketNames(db);
  const { lang, tickets } = voucher.content;
  return {
    ...voucher.content,
    tickets: tickets.map(({ code, quantity }) => ({ name: names(code, lang), quantity })),
    passengers: passengerNames(sale.order.answers),
    operatorName,
    code: voucherAddress(publicUrl, code),
    issuedAt: voucher.madeAt,
  };
}

export type RedeemResult = "valid" | "already-redeemed" | "cancelled" | "wrong-day" | "test-order" | "unknown";

export interface Redemption {
  result: RedeemResult;
  voucher: VoucherRow<StoredContent> | null;
  /** When the door accepts the voucher; null when no voucher was found. */
  accepted: DoorTimes | null;
  /** Whether an operator admitted it outside those times. */
  overridden: boolean;
}

/** Settings of admission at the door. */
export const doorHours = (config: { doorHoursBefore: number; doorHoursAfter: number }): DoorHours => ({
  before: config.doorHoursBefore,
  after: config.doorHoursAfter,
});

export interface AtTheDoor {
  now: Date;
  /** The operator who redeems it; null only checks. */
  by: string | null;
  sandbox: boolean;
  door: DoorHours;
  /** Reason for admission outside the accepted times. It changes no other verdict. */
  override?: string | null;
}

/**
 * Checks a voucher at the door, and redeems it when `by` names an operator. `wrong-day`: outside the accepted times (doorTimes). An
 * order that is being cancelled counts as `cancelled`. Vouchers of test orders are valid in a sandbox only.
 */
export async function redeem(
  db: Db,
  code: string,
  { now, by, sandbox, door, override = null }: AtTheDoor,
): Promise<Redemption> {
  const unknown: Redemption = { result: "unknown", voucher: null, accepted: null, overridden: false };
  const found = await voucherByCode<StoredContent>(db, voucherCode(code));
  if (!found) return unknown;
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, found.orderId);
    const voucher = await voucherOf<StoredContent>(tx, found.orderId);
    const sale = await orderSale(tx, found.orderId);
    if (!order || !voucher || !sale) return unknown;
    const { productType, eventOn } = voucher.content;
    const accepted = doorTimes(productType, eventOn, sale.sold.timeZone, door);
    const verdict = (result: RedeemResult): Redemption => ({ result, voucher, accepted, overridden: false });
    if (voucher.voidAt || order.status !== "complete") return verdict("cancelled");
    if (order.test && !sandbox) return verdict("test-order");
    if (voucher.redeemedAt) return verdict("already-redeemed");
    const isItsTime = (accepted.from === null || now >= accepted.from) && now < accepted.until;
    if (!isItsTime && (by === null || override === null)) return verdict("wrong-day");
    if (by === null) return verdict("valid");
    await redeemVoucherOf(tx, order.id, by, now);
    const message = isItsTime ? null : override;
    await addToTimeline(tx, order.id, { at: now, kind: "redeemed", actor: "operator", why: by, message });
    return { ...verdict("valid"), voucher: { ...voucher, redeemedAt: now, redeemedBy: by }, overridden: !isItsTime };
  });
}
