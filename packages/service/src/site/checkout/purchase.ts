import { randomBytes, randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { type ListedOrder, NotFound } from "@paseo/client";
import type { ErrorEntry, Question } from "@paseo/contract";
import { networkOf } from "../../network.ts";
import type { Service } from "../../service.ts";
import { ensureGuestLink } from "../../store/site/guest-links.ts";
import {
  claimHold,
  claimPayment,
  endPayment,
  type HoldLimits,
  insertPurchase,
  type PayLimits,
  type PurchaseForm,
  type PurchaseRow,
  type PurchaseWay,
  purchaseById,
  writeHeldUntil,
  writeHold,
  writeOrder,
  writePayment,
} from "../../store/site/purchases.ts";
import type { Visit } from "../visit.ts";
import { type Bought, seatsOf } from "./bought.ts";
import { type HoldPayment, payHold, type Quote, quote, Refusal, readPayment } from "./interface.ts";
import { decimalOf } from "./words.ts";

/** A purchase from its tickets to its order: its hold, its payment, and its guest's page. Requests can be repeated, and come twice at once. */

/** 160 random bits cannot be guessed. Whoever has the code may open the page: there is no cookie that a request of another site could use. */
export const newCode = (): string => randomBytes(20).toString("base64url");
export const isCode = (text: string): boolean => /^[\w-]{27}$/.test(text);

/**
 * Open holds of one network. Several guests can share an address, so a guest beyond the limit still buys: the seats are then held only when the
 * last button is pressed.
 */
const heldByNetwork = 6;
const payLimits: PayLimits = { ofEvent: 3, ofAll: 10, later: 6 };

/** Minutes until an unfinished payment is forgotten, if the provider says nothing else. */
const payMinutes = 35;
/** Minutes for which seats stay after a payment that failed, as eventpay leaves them. */
const minutesAfterFailure = 5;

export interface Sale {
  service: Service;
  visit: Visit;
  /** The guest's address. */
  address: string;
}

const inMinutes = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

const clientOf = ({ visit: { site, lang } }: Sale) => site.client.in(lang);

export type Begun = { outcome: "begun"; purchase: PurchaseRow } | { outcome: "refused"; errors: ErrorEntry[] };

/** Begins a purchase, with its seats held if strangers do not hold too much already. */
export async function beginPurchase(
  sale: Sale,
  { product, content, itemContent, event }: Bought,
  tickets: PurchaseRow["tickets"],
): Promise<Begun> {
  const { service, visit, address } = sale;
  const checked = await clientOf(sale).validate({ id: event.id, tickets });
  if (!checked.isValid) return { outcome: "refused", errors: checked.errors };
  const id = randomUUID();
  await insertPurchase(service.db, {
    ...{ id, site: visit.site.code, code: newCode(), lang: visit.lang, currency: visit.currency?.code ?? null },
    ...{ productId: content.id, eventId: event.id, eventOn: event.eventOn, tickets },
    about: {
      ...{ name: content.name, type: product.productTypeCode, itemId: event.itemId, timeZone: content.timeZone },
    },
    ...{ seats: seatsOf(itemContent, tickets), network: networkOf(address), createdAt: visit.now },
  });
  const row = (await purchaseById(service.db, id))!;
  const held = await holdForGuest(sale, row);
  if (held.outcome === "refused") return held;
  return { outcome: "begun", purchase: (await purchaseById(service.db, id))! };
}

type Held = { outcome: "held"; holdId: string; totalUsd: number } | { outcome: "clockless" };

/** Holds the seats of a guest who has not pressed the last button. */
export async function holdForGuest(
  sale: Sale,
  row: PurchaseRow,
): Promise<Held | { outcome: "refused"; errors: ErrorEntry[] }> {
  const { service, visit } = sale;
  const { config, db } = service;
  const limits: HoldLimits = {
    ofNetwork: heldByNetwork,
    ofAll: config.holdsPerPartner,
    seatsOfAll: config.heldSeatsPerPartner,
  };
  const until = inMinutes(visit.now, config.holdMinutes);
  if (!(await claimHold(db, row, { limits, now: visit.now, until }))) return { outcome: "clockless" };
  const held = await takeHold(sale, row);
  if (held.outcome !== "held") await writeHeldUntil(db, row.id, null);
  if (held.outcome === "refused" && held.errors.every(({ code }) => code.startsWith("hold-limit")))
    return { outcome: "clockless" };
  return held;
}

/** Takes the seats. A repeated request, also one at the same time, takes them once. */
async function takeHold(
  sale: Sale,
  { id, eventId, tickets, holds }: Pick<PurchaseRow, "id" | "eventId" | "tickets" | "holds">,
  mayRepeat = true,
): Promise<Exclude<Held, { outcome: "clockless" }> | { outcome: "refused"; errors: ErrorEntry[] }> {
  const hold = await clientOf(sale).hold({ id: eventId, tickets }, { idempotencyKey: `${id}-${holds}` });
  if (!hold.isValid) return { outcome: "refused", errors: hold.errors };
  await writeHold(sale.service.db, id, { holdId: hold.id, holds, until: new Date(hold.expiresAt) });
  if (hold.status === "open") return { outcome: "held", holdId: hold.id, totalUsd: hold.totalUsd.value };
  // The process that took it died before it could write it, and it has ended since.
  return mayRepeat
    ? takeHold(sale, { id, eventId, tickets, holds: holds + 1 }, false)
    : { outcome: "refused", errors: [] };
}

/** The state of a purchase that has no order yet. */
export interface Standing {
  /** Null: nothing is held. */
  hold: { id: string; until: Date; extensionsLeft: number; totalUsd: number } | null;
  /** Why the tickets cannot be bought now. */
  errors: ErrorEntry[];
  questions: Question[];
  quote: Quote | null;
  totalUsd: number | null;
}

export async function standingOf(sale: Sale, row: PurchaseRow): Promise<Standing> {
  const { visit } = sale;
  const selection = { id: row.eventId, tickets: row.tickets };
  const hold = row.holdId === null ? null : await openHold(sale, row.holdId);
  if (hold) {
    const quoted = await quote(visit, selection, hold.id);
    const { questions, totalUsd, ...rest } = hold;
    return { hold: { ...rest, totalUsd }, errors: [], questions, quote: quoted, totalUsd };
  }
  const checked = await clientOf(sale).validate(selection);
  if (!checked.isValid) return { hold: null, errors: checked.errors, questions: [], quote: null, totalUsd: null };
  const quoted = await quote(visit, selection);
  return {
    ...{ hold: null, errors: quoted.errors, questions: checked.questions },
    ...{ quote: quoted.isValid ? quoted : null, totalUsd: checked.totalUsd.value },
  };
}

async function openHold(sale: Sale, id: string) {
  // A hold that ended long ago is deleted.
  const hold = await clientOf(sale).readHold(id).catch(nullIfUnknown);
  if (!hold?.isValid || hold.status !== "open") return null;
  const { extensionsLeft, questions, totalUsd } = hold;
  return { id: hold.id, until: new Date(hold.expiresAt), extensionsLeft, questions, totalUsd: totalUsd.value };
}

function nullIfUnknown(error: unknown): null {
  if (error instanceof NotFound || (error instanceof Refusal && error.status === 404)) return null;
  throw error;
}

/** Gives the hold its full time again, or takes the seats again. */
export async function extendPurchase(sale: Sale, row: PurchaseRow): Promise<void> {
  const { db } = sale.service;
  const hold = row.holdId === null ? null : await openHold(sale, row.holdId);
  if (!hold) {
    await holdForGuest(sale, row);
    return;
  }
  const extended = await clientOf(sale).extend(hold.id);
  if (extended.isValid) await writeHeldUntil(db, row.id, new Date(extended.expiresAt));
}

export type Paid =
  /** The browser goes to the provider. */
  | { outcome: "provider"; page: NonNullable<HoldPayment["page"]> }
  /** The provider has the money, or its answer is not known. */
  | { outcome: "checking" }
  | { outcome: "booked"; guestCode: string | null }
  | { outcome: "price-changed"; before: string; now: Quote }
  | { outcome: "refused"; errors: ErrorEntry[] }
  | { outcome: "unavailable" | "busy" | "too-many-payments" | "too-many-later" };

export interface Wish {
  way: PurchaseWay;
  /** The kind of the provider. */
  kind: string;
  /** The amount that the button named, as it stood in the form: `7800 EUR`. */
  shown: string;
  form: PurchaseForm;
  answers: { code: string; value: string }[];
  depositPercent: number | null;
  returnUrl: string;
  dueOn: string;
}

export const amountKey = ({ minor, currencyCode }: { minor: number; currencyCode: string }): string =>
  `${minor} ${currencyCode}`;

/** Carries out the last button: holds the seats if they are not held, and begins the payment or books. */
export async function payPurchase(sale: Sale, row: PurchaseRow, wish: Wish): Promise<Paid> {
  const { service, visit, address } = sale;
  const { db } = service;
  const settled = await settlePurchase(sale, row);
  if (settled) return { outcome: "booked", guestCode: settled };
  const until = inMinutes(visit.now, payMinutes);
  const refused = await claimPayment(
    db,
    { ...row, network: row.network ?? networkOf(address) },
    { way: wish.way, limits: payLimits, now: visit.now, until },
  );
  if (refused) return { outcome: refused === "payments" ? "too-many-payments" : "too-many-later" };
  const fail = async (paid: Paid, heldUntil: Date | null): Promise<Paid> => {
    await endPayment(db, row.id, heldUntil);
    return paid;
  };
  const open = row.holdId === null ? null : await openHold(sale, row.holdId);
  // The same button in another tab may have booked the hold meanwhile.
  const other = open ? null : await settlePurchase(sale, row, { tried: true });
  if (other) return { outcome: "booked", guestCode: other };
  const held = open
    ? ({ outcome: "held", holdId: open.id, totalUsd: open.totalUsd } as const)
    : await takeHold(sale, row);
  if (held.outcome === "refused") {
    const isBusy = held.errors.some(({ code }) => code.startsWith("hold-limit"));
    return fail(isBusy ? { outcome: "busy" } : held, null);
  }
  const quoted = await quote(visit, { id: row.eventId, tickets: row.tickets }, held.holdId);
  const heldUntil = open?.until ?? inMinutes(visit.now, service.config.holdMinutes);
  if (!quoted.amount || amountKey(quoted.amount) !== wish.shown)
    return fail({ outcome: "price-changed", before: wish.shown, now: quoted }, heldUntil);
  // Before the order: its confirmation names the page.
  await ensureGuestLink(db, row.id, newCode(), visit.now);
  try {
    const deposit = depositOf(wish, quoted.amount);
    const payment = await payHold(visit, {
      booking: {
        ...{ id: row.eventId, tickets: row.tickets, email: wish.form.email, phoneNumber: wish.form.phone },
        ...{ remoteHost: isIP(address) === 0 ? "0.0.0.0" : address, externalReference: row.id },
        ...{ totalUsd: { currencyCode: "USD", value: held.totalUsd }, answers: wish.answers },
      },
      ...{ holdId: held.holdId, returnUrl: wish.returnUrl, kind: wish.kind },
      ...(wish.form.name && { guestName: wish.form.name }),
      ...(deposit !== null && { deposit }),
      ...((deposit !== null || wish.way !== "online") && { dueOn: wish.dueOn }),
    });
    return await afterPayment(sale, row, payment, heldUntil);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Not known: the payment may have been started, and pressing the button again finds it.
    if (error.status === 503 || error.status === 429) return { outcome: "unavailable" };
    if (error.code === "no-payment-provider") return fail({ outcome: "unavailable" }, heldUntil);
    throw error;
  }
}

async function afterPayment(sale: Sale, row: PurchaseRow, payment: HoldPayment, heldUntil: Date): Promise<Paid> {
  const { db } = sale.service;
  if (payment.state === "refused") {
    const guestCode = await settlePurchase(sale, row, { tried: true });
    if (guestCode) return { outcome: "booked", guestCode };
    await endPayment(db, row.id, heldUntil);
    return { outcome: "refused", errors: payment.errors };
  }
  if (payment.id !== null)
    await writePayment(db, row.id, payment.id, payment.expiresAt === null ? null : new Date(payment.expiresAt));
  if (payment.state === "booked")
    return { outcome: "booked", guestCode: await settlePurchase(sale, row, { tried: true }) };
  return payment.page ? { outcome: "provider", page: payment.page } : { outcome: "checking" };
}

/** The part that is paid now. Null: all of it. */
function depositOf({ way, depositPercent }: Wish, amount: NonNullable<Quote["amount"]>): string | null {
  const minor = depositMinor(depositPercent, amount.minor);
  return way === "online" && minor !== null ? decimalOf({ ...amount, minor }) : null;
}

/** Returns the deposit in the smallest unit. Null: the whole price is paid. */
export function depositMinor(percent: number | null, minor: number): number | null {
  if (percent === null || minor === 0) return null;
  const part = Math.max(1, Math.round((minor * percent) / 100));
  return part < minor ? part : null;
}

/** Reads the orders of a purchase, those that stand first. */
export async function ordersOf(sale: Pick<Sale, "visit">, purchaseId: string): Promise<ListedOrder[]> {
  const orders = await sale.visit.site.client.in(sale.visit.lang).findOrders(purchaseId);
  const hasEnded = ({ status }: ListedOrder) => status === "cancelled" || status === "rejected";
  return orders.toSorted((one, other) => Number(hasEnded(one)) - Number(hasEnded(other)));
}

/** Records the order of a purchase once there is one, and returns the code of its guest's page. Null: there is no order yet, or no page. */
export async function settlePurchase(
  sale: Pick<Sale, "service" | "visit">,
  row: PurchaseRow,
  { tried = row.wayAt !== null }: { tried?: boolean } = {},
): Promise<string | null> {
  const { db } = sale.service;
  if (row.orderId === null) {
    if (!tried) return null;
    const [order] = await ordersOf(sale, row.id);
    if (!order?.id) return null;
    await writeOrder(db, row.id, { orderId: order.id, reference: order.reference! });
  }
  return ensureGuestLink(db, row.id, newCode(), sale.visit.now);
}

export type PaymentStanding =
  | { state: "none" | "checking" | "ended" | "returned" }
  | { state: "booked"; guestCode: string | null }
  | { state: "refused"; errors: ErrorEntry[] };

/** Reads how the payment of a purchase stands, and asks the provider. The guest's return itself proves nothing. */
export async function paymentStanding(sale: Sale, row: PurchaseRow): Promise<PaymentStanding> {
  const { db } = sale.service;
  const { visit } = sale;
  const guestCode = await settlePurchase(sale, row);
  if (guestCode) return { state: "booked", guestCode };
  // The answer to the request that started the payment may have been lost.
  const id = row.paymentId ?? (await lostPayment(sale, row));
  if (id === null) return { state: "none" };
  const payment = await readPayment(visit, id);
  switch (payment.state) {
    case "booked":
      return { state: "booked", guestCode: await settlePurchase(sale, row) };
    case "ended":
      if (row.payingUntil !== null) await endPayment(db, row.id, inMinutes(visit.now, minutesAfterFailure));
      return { state: "ended" };
    case "refused":
      return { state: "refused", errors: payment.errors };
    case "returned":
      return { state: "returned" };
    default:
      return { state: "checking" };
  }
}

async function lostPayment({ visit }: Sale, { holdId, way, eventId, tickets }: PurchaseRow): Promise<string | null> {
  if (holdId === null || way !== "online") return null;
  return (await quote(visit, { id: eventId, tickets }, holdId).catch(nullIfUnknown))?.paymentId ?? null;
}
