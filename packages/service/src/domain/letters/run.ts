import {
  actionOfLetter,
  claimLetter,
  endCutOffLetters,
  endLetter,
  type LetterAction,
  type LetterEnd,
  type LetterKey,
  recordTimedLetters,
  releaseLetter,
  startDueLetter,
  startLetterWithoutOrder,
} from "../../store/letters/guest-letters.ts";
import { claimPartnerLetter, endPartnerLetter, startPartnerLetter } from "../../store/letters/partner-letters.ts";
import { letterKindOfCause, paymentLetterOfCause, siteLetterOfCause } from "../../store/sale/due-letters.ts";
import { type OrderSale, orderSale } from "../../store/sale/order-sales.ts";
import { type OrderRow, orderById } from "../../store/sale/orders.ts";
import type { GuestLetterKind } from "../../texts/letter-kinds.ts";
import type { Email, EmailOutcome, MailFault } from "../operators/email.ts";
import { instantOf, localTime, msPerDay } from "../selling/dates.ts";
import { bulkLetter } from "./bulk-letters.ts";
import {
  type GuestEmail,
  type LetterContext,
  letterId,
  letterOfKind,
  letterOutcome,
  siteLetter,
} from "./guest-letter.ts";
import { partnerLetter } from "./partner-letters.ts";

/**
 * The work on letters that are due: letters of the service, and letters in the words of bulk actions. A letter is prepared first, then
 * recorded as being sent, then sent: a process that is killed before the record loses nothing, and after it the letter is never sent again.
 */

export interface LetterWork extends LetterContext {
  /** Makes a letter about a payment. `order` null: the payment has none. Null: there is nothing to say any more. */
  paymentLetter: (key: LetterKey, order: OrderRow | null) => Promise<GuestEmail | null>;
  mail: { post(email: Email): Promise<EmailOutcome> };
  clock: () => Date;
}

/** Minutes until a letter that the mail server certainly did not accept is tried again. */
const pausesMinutes = [1, 5, 30, 120, 360, 720];

/** Faults that another attempt cannot mend: the mail server refused this letter, or may have accepted it. */
const finalFaults: readonly MailFault[] = ["refused", "unconfirmed"];

/** Sends a due letter. Does nothing when another process has claimed it. */
export async function runLetter(work: LetterWork, key: LetterKey): Promise<void> {
  const { db } = work;
  const claimed = await claimLetter(db, key);
  if (!claimed) return;
  const order = await orderById(db, key.orderId);
  if (!order) return runLetterWithoutOrder(work, key, claimed.attempts);
  const action = claimed.actionId === null ? null : await actionOfLetter(db, claimed.actionId, key.orderId);
  const prepared = action ? await inWordsOf(work, action, order) : await ownLetter(work, key, order);
  if (typeof prepared === "string") return endLetter(db, key, { state: "skipped", fault: prepared });
  // The order changed meanwhile: the next run reads it again.
  if (!(await startDueLetter(db, key, order))) return releaseLetter(db, key);
  await post(work, key, prepared, claimed.attempts);
}

/** Sends a letter about a payment whose seats were gone, so that it has no order. */
async function runLetterWithoutOrder(work: LetterWork, key: LetterKey, attempts: number): Promise<void> {
  const { db, paymentLetter } = work;
  const prepared = paymentLetterOfCause(key.cause) ? await paymentLetter(key, null) : null;
  if (!prepared) return endLetter(db, key, { state: "skipped", fault: "order-ended" });
  if (await startLetterWithoutOrder(db, key)) await post(work, key, prepared, attempts);
}

const post = async ({ db, mail }: LetterWork, key: LetterKey, prepared: GuestEmail, attempts: number): Promise<void> =>
  endLetter(db, key, endOf(await mail.post({ ...prepared, id: letterId(key) }), attempts));

/** Sends a due letter to a partner. Does nothing when another process has claimed it. */
export async function runPartnerLetter(work: LetterWork, id: string): Promise<void> {
  const { db, mail } = work;
  const claimed = await claimPartnerLetter(db, id);
  if (!claimed) return;
  const prepared = await partnerLetter(work, claimed, work.clock());
  if (typeof prepared === "string") return endPartnerLetter(db, id, { state: "skipped", fault: prepared });
  if (!(await startPartnerLetter(db, id))) return;
  await endPartnerLetter(db, id, endOf(await mail.post({ ...prepared, id: `partner.${id}` }), claimed.attempts));
}

/** Returns what a letter becomes after an attempt. `attempts`: those before it. */
function endOf(posted: EmailOutcome, attempts: number): LetterEnd {
  const pause = pausesMinutes[attempts];
  const isFinal = posted.posted || finalFaults.includes(posted.reason) || pause === undefined;
  const end = letterOutcome(posted);
  return isFinal ? end : { ...end, state: "due", dueIn: pause * 60 };
}

/** Why a due letter is not sent. */
type Obstacle = "order-ended" | "event-past" | "no-address" | "no-text" | "called";

/** Returns a letter of the service, or why there is none. */
async function ownLetter(work: LetterWork, key: LetterKey, order: OrderRow): Promise<GuestEmail | Obstacle> {
  if (paymentLetterOfCause(key.cause)) {
    if (hasNoAddress(order)) return "no-address";
    return (await work.paymentLetter(key, order)) ?? "order-ended";
  }
  const ofSite = siteLetterOfCause(key.cause);
  if (ofSite) return hasNoAddress(order) ? "no-address" : ((await siteLetter(work, ofSite, order)) ?? "order-ended");
  const kind = letterKindOfCause(key.cause)!;
  const sale = await orderSale(work.db, order.id);
  if (!sale) return "order-ended";
  return obstacleTo(kind, order, sale.sold, work.clock()) ?? (await letterOfKind(work, kind, order)) ?? "no-text";
}

function obstacleTo(
  kind: GuestLetterKind,
  order: OrderRow,
  sold: OrderSale["sold"],
  now: Date,
): Exclude<Obstacle, "no-text" | "called"> | null {
  if (hasNoAddress(order)) return "no-address";
  if (order.status !== (kind === "cancellation" ? "cancelled" : "complete")) return "order-ended";
  return kind !== "thanks" && now >= lastMoment(sold) ? "event-past" : null;
}

const hasNoAddress = ({ test, email, erasedAt }: OrderRow): boolean => test || email === "" || erasedAt !== null;

/** Returns the letter of a bulk action, or why there is none. */
async function inWordsOf(work: LetterWork, action: LetterAction, order: OrderRow): Promise<GuestEmail | Obstacle> {
  if (hasNoAddress(order)) return "no-address";
  if (action.calledAt !== null) return "called";
  const stands = order.status === "complete" || order.status === "waitsupplier";
  if (action.kind !== "cancel" && !stands) return "order-ended";
  return (await bulkLetter(work, { action, formerOn: action.formerOn }, order)) ?? "no-text";
}

/** Returns when an event is past: at its start, or at the end of the day for which a ticket without a time is valid. */
const lastMoment = ({ productType, eventOn, timeZone }: OrderSale["sold"]): Date =>
  productType === "scheduled"
    ? instantOf(localTime(eventOn), timeZone)
    : instantOf(localTime(`${eventOn.slice(0, 10)}T00:00:00`) + msPerDay, timeZone);

/** Records reminders and thanks that are due, and ends letters whose process died. */
export async function watchLetters({ db, clock }: Pick<LetterWork, "db" | "clock">): Promise<void> {
  await endCutOffLetters(db);
  await recordTimedLetters(db, clock());
}
