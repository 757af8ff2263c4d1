import { createHmac, timingSafeEqual } from "node:crypto";
import { type Language, languages, type OrderStatus } from "@paseo/contract";
import type { Db, Tx } from "../../store/database/database.ts";
import { waitingAmendment } from "../../store/sale/amendments.ts";
import { type OrderSale, orderSale } from "../../store/sale/order-sales.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { lockOrder } from "../../store/sale/orders.ts";
import { supplierLinkKey } from "../../store/suppliers/suppliers.ts";
import { revisionOf } from "../money/amendment-answers.ts";
import { decideAmendment } from "../orders/decide-amendment.ts";
import type { OrderTrigger } from "../orders/order-status.ts";
import { changeOrderIn, type OrderContext, startCallbackDelivery } from "../orders/transitions.ts";
import { msPerDay } from "../selling/dates.ts";
import { dayEndsAt } from "../selling/lead-time.ts";

/**
 * Links in e-mails by which a supplier answers. A link contains the question, the order, its expiry and a signature, so
 * nothing is stored. It also contains how many times the order has changed. An answer is the next change of the order,
 * so a link works once.
 */

/** The question of a link: to accept the order, its cancellation or its amendment. */
export type SupplierQuestion = "order" | "cancellation" | "change";

const questions = {
  order: { status: "waitsupplier", yes: "confirmed", no: "declined" },
  cancellation: { status: "waitcancel", yes: "cancel-confirmed", no: "cancel-declined" },
} as const satisfies Partial<Record<SupplierQuestion, { status: OrderStatus; yes: OrderTrigger; no: OrderTrigger }>>;

/**
 * Returns the count that a link's answer must continue: status changes, or for an amendment all changes. Null: the order waits for no
 * answer.
 */
async function countOf(db: Db | Tx, order: OrderRow, question: SupplierQuestion): Promise<number | null> {
  if (question !== "change") return order.status === questions[question].status ? order.changes : null;
  return order.status === "complete" && (await waitingAmendment(db, order.id)) ? revisionOf(order) : null;
}

/** A link is valid until the end of the event's day at the location, for at most this many days and at least one. */
const linkDays = 30;

export interface NewLink {
  address: string;
  until: Date;
  /** Changes of the order so far. */
  changes: number;
}

/** Returns a link with a question about an order; null when the order does not wait for that answer. */
export async function newSupplierLink(
  { db, publicUrl, now }: { db: Db; publicUrl: string; now: Date },
  orderId: string,
  question: SupplierQuestion,
  lang: Language,
): Promise<NewLink | null> {
  const sale = await orderSale(db, orderId);
  const changes = sale && (await countOf(db, sale.order, question));
  if (!sale || changes === null) return null;
  const dayEnds = dayEndsAt(sale.sold.eventOn, sale.sold.timeZone).getTime();
  const inDays = (days: number) => now.getTime() + days * msPerDay;
  const until = new Date(Math.max(inDays(1), Math.min(dayEnds, inDays(linkDays))));
  const token = writeToken({ orderId, question, lang, changes, until }, await supplierLinkKey(db));
  return { address: `${publicUrl}/supplier/${token}`, until, changes };
}

export interface SupplierLink {
  question: SupplierQuestion;
  /** The supplier's language when the e-mail was sent. */
  lang: Language;
  changes: number;
  /** The present state of the order. */
  sale: OrderSale;
  /** Whether the order still waits for this answer. */
  open: boolean;
}

/** Reads a link's token. `expired`: it was valid, in this language. Returns null if this service did not issue it. */
export async function readSupplierLink(
  db: Db,
  token: string,
  now: Date,
): Promise<SupplierLink | { expired: Language } | null> {
  const content = readToken(token, await supplierLinkKey(db));
  if (!content) return null;
  const { orderId, question, lang, changes, until } = content;
  if (now >= until) return { expired: lang };
  const sale = await orderSale(db, orderId);
  if (!sale) return null;
  const open = (await countOf(db, sale.order, question)) === changes;
  return { question, lang, changes, sale, open };
}

interface SupplierAnswer {
  yes: boolean;
  /** The supplier's own booking number, if the supplier accepts an order. */
  confirmation: string | null;
  message: string | null;
}

/** Changes the order as the supplier answered. Returns false if the order no longer waits for the answer and is unchanged. */
export async function answerSupplierLink(
  orderContext: OrderContext,
  { question, changes, sale }: SupplierLink,
  { yes, confirmation, message }: SupplierAnswer,
): Promise<boolean> {
  const { id } = sale.order;
  const answer = { actor: "supplier", confirmation, message } as const;
  const changed = await orderContext.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order || (await countOf(tx, order, question)) !== changes) return false;
    if (question === "change")
      return (await decideAmendment(tx, orderContext, order, { accepted: yes, ...answer })) !== null;
    const { yes: agrees, no: refuses } = questions[question];
    return (await changeOrderIn(tx, orderContext, id, { trigger: yes ? agrees : refuses, ...answer })).changed;
  });
  if (changed) startCallbackDelivery(orderContext, sale.order);
  return changed;
}

interface LinkContent {
  orderId: string;
  question: SupplierQuestion;
  lang: Language;
  changes: number;
  until: Date;
}

// The content of a token, 25 bytes: question and language, the order's id, its status changes, and the last second. The
// signature follows the content.
const contentBytes = 25;
const tokenBytes = contentBytes + 32;
const questionCodes: readonly SupplierQuestion[] = ["order", "cancellation", "change"];
const langCodes: readonly Language[] = languages;

function writeToken({ orderId, question, lang, changes, until }: LinkContent, key: Buffer): string {
  const content = Buffer.alloc(contentBytes);
  content[0] = questionCodes.indexOf(question) * 16 + langCodes.indexOf(lang);
  content.write(orderId.replaceAll("-", ""), 1, "hex");
  content.writeUInt32BE(changes, 17);
  content.writeUInt32BE(Math.floor(until.getTime() / 1000), 21);
  return Buffer.concat([content, signature(content, key)]).toString("base64url");
}

function readToken(token: string, key: Buffer): LinkContent | null {
  const bytes = Buffer.from(token, "base64url");
  // Node decodes any text as base64. Only the canonical spelling of a token is accepted.
  if (bytes.length !== tokenBytes || bytes.toString("base64url") !== token) return null;
  const content = bytes.subarray(0, contentBytes);
  if (!timingSafeEqual(signature(content, key), bytes.subarray(contentBytes))) return null;
  const id = content.toString("hex", 1, 17);
  return {
    orderId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    question: questionCodes[content[0]! >> 4]!,
    lang: langCodes[content[0]! & 15]!,
    changes: content.readUInt32BE(17),
    until: new Date(content.readUInt32BE(21) * 1000),
  };
}

const signature = (content: Buffer, key: Buffer): Buffer => createHmac("sha256", key).update(content).digest();
