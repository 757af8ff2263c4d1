import { randomBytes } from "node:crypto";
import type { TicketSelection } from "@paseo/contract";
import type { Db, Tx } from "../../store/database/database.ts";
import { type OrderSale, orderSale } from "../../store/dispatch/dispatch.ts";
import { addAllToTimeline, addToTimeline } from "../../store/orders/order-changes.ts";
import type { OrderRow } from "../../store/orders/orders.ts";
import { passesOf } from "../../store/visits/passes.ts";
import { insertVouchers, renewVoucher, replacedCode, retireCodes, voucherByCode } from "../../store/visits/vouchers.ts";
import type { VoucherContent } from "../../vouchers/voucher.ts";
import { orderReference } from "../booking/content.ts";
import { nameIn } from "../booking/terms.ts";
import { cancelTerms } from "../orders/refund.ts";
import { localTimeAt } from "../selling/dates.ts";
import { leadName, passengerNames } from "./lead-name.ts";
import { issuePasses, printedCode } from "./passes.ts";
import { readTicketNames } from "./ticket-names.ts";

/** Vouchers, which a traveller shows at the door. One is issued when its order completes and voided when the order is cancelled. */

/** Content of a voucher, stored as it was when issued. Travellers' names are read from the order, so that erasure covers them. */
export type StoredContent = Omit<
  VoucherContent,
  | "passengers"
  | "leadName"
  | "operatorName"
  | "operatorPhone"
  | "timeZone"
  | "refunds"
  | "code"
  | "passes"
  | "issuedAt"
  | "tickets"
> & { tickets: TicketSelection[] };

/** Issues an order's voucher, unless it has one. */
export async function issueVoucher(tx: Tx, order: OrderRow, sale: OrderSale | null, now: Date): Promise<void> {
  if (sale) await issueVouchers(tx, [{ sale: { ...sale, order }, now }]);
}

/** The same for several orders. Returns the codes of the vouchers that were made, by order. */
export async function issueVouchers(
  tx: Tx,
  sales: { sale: Pick<OrderSale, "order" | "sold">; now: Date }[],
): Promise<Map<string, string>> {
  if (sales.length === 0) return new Map();
  const vouchers = sales.map(({ sale, now }) => ({
    orderId: sale.order.id,
    code: newCode(),
    madeAt: now,
    content: contentOf(sale),
  }));
  const made = new Set(await insertVouchers(tx, vouchers));
  const issued = sales.filter(({ sale }) => made.has(sale.order.id));
  await issuePasses(
    tx,
    issued.map(({ sale: { order, sold } }) => admittedBy(order, sold)),
  );
  await addAllToTimeline(
    tx,
    issued.map(({ sale, now }) => ({
      orderId: sale.order.id,
      at: now,
      kind: "voucher",
      actor: "service",
      why: "made",
    })),
  );
  return new Map(vouchers.filter(({ orderId }) => made.has(orderId)).map(({ orderId, code }) => [orderId, code]));
}

const admittedBy = ({ id, tickets }: OrderRow, { codePerPerson }: OrderSale["sold"]) => ({
  orderId: id,
  tickets,
  codePerPerson,
});

/** Gives a changed order a new voucher. The codes of the former one are refused as replaced from then on. */
export async function replaceVoucher(
  tx: Tx,
  { former, sale }: { former: OrderRow; sale: OrderSale },
  now: Date,
): Promise<void> {
  const { order, sold } = sale;
  await retireCodes(tx, former, now);
  const renewed = await renewVoucher(tx, { orderId: order.id, code: newCode(), madeAt: now, content: contentOf(sale) });
  if (!renewed) return;
  await issuePasses(tx, [admittedBy(order, sold)]);
  await addToTimeline(tx, order.id, { at: now, kind: "voucher", actor: "service", why: "replaced" });
}

const newCode = (): string => randomBytes(codeBytes).toString("base64url");

function contentOf({ order, sold }: Pick<OrderSale, "order" | "sold">): StoredContent {
  return {
    lang: order.lang,
    reference: orderReference(order),
    test: order.test,
    productName: nameIn(order.lang, sold.productName, sold.productNames),
    itemName: nameIn(order.lang, sold.itemName, sold.itemNames),
    productType: sold.productType,
    venue: sold.venue,
    address: sold.address,
    latitude: sold.latitude,
    longitude: sold.longitude,
    eventOn: sold.eventOn,
    tickets: order.tickets,
    confirmation: order.confirmation,
  };
}

/** 160 bits cannot be guessed. */
const codeBytes = 20;

/** Whether a text has the shape of a voucher code. */
export const isVoucherCode = (text: string): boolean => /^[\w-]{27}$/.test(text);

/** The address of an order's voucher. */
export const voucherAddress = (publicUrl: string, code: string): string => `${publicUrl}/voucher/${code}`;

/** Reads the code from scanned or typed text: a voucher's address, or the code itself. */
export const voucherCode = (scanned: string): string =>
  scanned
    .trim()
    .replace(/^.*\/voucher\//, "")
    .replace(/[?#].*$/s, "");

/** Returns the voucher with this code. `void`: its order was cancelled. Null: no voucher has it, or not any more. */
export async function voucherContent(
  db: Db,
  code: string,
  {
    publicUrl,
    operatorName,
    operatorPhone,
  }: { publicUrl: string; operatorName: string; operatorPhone?: string | undefined },
): Promise<VoucherContent | "void" | null> {
  const voucher = await voucherByCode<StoredContent>(db, code);
  if (!voucher) return null;
  const sale = await orderSale(db, voucher.orderId);
  if (voucher.voidAt || !sale) return "void";
  const names = await readTicketNames(db);
  const passes = await passesOf(db, [voucher.orderId]);
  const { lang, tickets } = voucher.content;
  const { timeZone } = sale.sold;
  return {
    ...voucher.content,
    tickets: tickets.map(({ code, quantity }) => ({ name: names(code, lang), quantity })),
    leadName: leadName(sale.order.answers),
    passengers: passengerNames(sale.order.answers),
    operatorName,
    operatorPhone: operatorPhone ?? null,
    timeZone,
    refunds: cancelTerms(sale.order).map(({ percent, until }) => ({ percent, until: localTimeAt(until, timeZone) })),
    code: voucherAddress(publicUrl, code),
    passes: passes.map(({ code, ticketCode }) => ({
      code: printedCode(code),
      ticket: ticketCode === null ? null : names(ticketCode, lang),
    })),
    issuedAt: voucher.madeAt,
  };
}

/** What became of a voucher that a change of its order replaced; null: no change replaced a voucher with this code. */
export async function formerVoucher(db: Db, code: string): Promise<"replaced" | "void" | null> {
  const former = await replacedCode(db, code);
  return former && (former.status === "cancelled" ? "void" : "replaced");
}
