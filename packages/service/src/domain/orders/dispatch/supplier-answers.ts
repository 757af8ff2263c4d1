import { createHmac, timingSafeEqual } from "node:crypto";
import type { Language, OrderStatus } from "@paseo/contract";
import type { Db } from "../../../store/database/database.ts";
import { type OrderSale, orderSale } from "../../../store/orders/dispatch.ts";
import { lockOrder } from "../../../store/orders/order-changes.ts";
import { linkKey } from "../../../store/orders/suppliers.ts";
import { msPerDay } from "../../selling/dates.ts";
import { dayEndsAt } from "../../selling/lead-time.ts";
import { changeOrderIn, type OrderContext, statusChanged } from "../order-changes.ts";
import type { OrderTrigger } from "../order-status.ts";

/**
 * Links by which a supplier that is written to answers. A link is its own proof: what it asks of which order, until when,
 * and a signature over that. It answers once, for it names the count of the order's status changes, and the answer is the
 * next one.
 */

/** What a link asks: to take the order, or to cancel it. */
export type SupplierQuestion = "order" | "cancellation";

const questions = {
  order: { status: "waitsupplier", yes: "confirmed", no: "declined" },
  cancellation: { status: "waitcancel", yes: "cancel-confirmed", no: "cancel-declined" },
} as const satisfies Record<SupplierQuestion, { status: OrderStatus; yes: OrderTrigger; no: OrderTrigger }>;

/** A link is good until the event's day is over at the location, but for so many days at most, and for one at least. */
const linkDays = 30;

export interface NewLink {
  address: string;
  until: Date;
  /** Status changes of the order so far. */
  changes: number;
}

/** A link that asks a supplier about an order as it stands; null when the order does not wait for that answer. */
export async function newSupplierLink(
  { db, publicUrl, now }: { db: Db; publicUrl: string; now: Date },
  orderId: string,
  question: SupplierQuestion,
  lang: Language,
): Promise<NewLink | null> {
  const sale = await orderSale(db, orderId);
  if (sale?.order.status !== questions[question].status) return null;
  const { changes } = sale.order;
  const dayEnds = dayEndsAt(sale.sold.eventOn, sale.sold.timeZone).getTime();
  const inDays = (days: number) => now.getTime() + days * msPerDay;
  const until = new Date(Math.max(inDays(1), Math.min(dayEnds, inDays(linkDays))));
  const token = writeToken({ orderId, question, lang, changes, until }, await linkKey(db));
  return { address: `${publicUrl}/supplier/${token}`, until, changes };
}

export interface SupplierLink {
  question: SupplierQuestion;
  /** The supplier's language when it was written to. */
  lang: Language;
  changes: number;
  /** The order as it is now. */
  sale: OrderSale;
  /** Whether the order still waits for this very answer. */
  open: boolean;
}

/** What a token stands for. `expired`: it was a good one, in this language. Null: it is none of ours. */
export async function readSupplierLink(
  db: Db,
  token: string,
  now: Date,
): Promise<SupplierLink | { expired: Language } | null> {
  const said = readToken(token, await linkKey(db));
  if (!said) return null;
  const { orderId, question, lang, changes, until } = said;
  if (now >= until) return { expired: lang };
  const sale = await orderSale(db, orderId);
  if (!sale) return null;
  const open = sale.order.status === questions[question].status && sale.order.changes === changes;
  return { question, lang, changes, sale, open };
}

export interface SupplierAnswer {
  yes: boolean;
  /** The supplier's own number, with a yes to an order. */
  confirmation: string | null;
  /** What else it said. */
  said: string | null;
}

/** Does what the supplier answered. False when the order no longer waited for it: then nothing was changed. */
export async function answerSupplierLink(
  orderContext: OrderContext,
  { question, changes, sale }: SupplierLink,
  { yes, confirmation, said }: SupplierAnswer,
): Promise<boolean> {
  const { id } = sale.order;
  const { status, ...triggers } = questions[question];
  const changed = await orderContext.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, id);
    if (order?.status !== status || order.changes !== changes) return false;
    const change = { trigger: yes ? triggers.yes : triggers.no, actor: "supplier", confirmation, said } as const;
    return (await changeOrderIn(tx, orderContext, id, change)).changed;
  });
  if (changed) statusChanged(orderContext, sale.order);
  return changed;
}

interface Said {
  orderId: string;
  question: SupplierQuestion;
  lang: Language;
  changes: number;
  until: Date;
}

// What is said, in 25 bytes: question and language, the order's id, its changes, the last second. Then the signature.
const saidBytes = 25;
const tokenBytes = saidBytes + 32;
const questionCodes: readonly SupplierQuestion[] = ["order", "cancellation"];
const langCodes: readonly Language[] = ["es", "pt"];

function writeToken({ orderId, question, lang, changes, until }: Said, key: Buffer): string {
  const said = Buffer.alloc(saidBytes);
  said[0] = questionCodes.indexOf(question) * 16 + langCodes.indexOf(lang);
  said.write(orderId.replaceAll("-", ""), 1, "hex");
  said.writeUInt32BE(changes, 17);
  said.writeUInt32BE(Math.floor(until.getTime() / 1000), 21);
  return Buffer.concat([said, signature(said, key)]).toString("base64url");
}

function readToken(token: string, key: Buffer): Said | null {
  const bytes = Buffer.from(token, "base64url");
  // Node reads any text as base64: only one spelling of a token is one.
  if (bytes.length !== tokenBytes || bytes.toString("base64url") !== token) return null;
  const said = bytes.subarray(0, saidBytes);
  if (!timingSafeEqual(signature(said, key), bytes.subarray(saidBytes))) return null;
  const id = said.toString("hex", 1, 17);
  return {
    orderId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    question: questionCodes[said[0]! >> 4]!,
    lang: langCodes[said[0]! & 15]!,
    changes: said.readUInt32BE(17),
    until: new Date(said.readUInt32BE(21) * 1000),
  };
}

const signature = (said: Buffer, key: Buffer): Buffer => createHmac("sha256", key).update(said).digest();
