import {
  claimLetter,
  endCutOffLetters,
  endLetter,
  type LetterKey,
  recordTimedLetters,
  releaseLetter,
  startDueLetter,
} from "../../store/letters/guest-letters.ts";
import { letterKindOfCause } from "../../store/sale/due-letters.ts";
import type { OrderSale } from "../../store/sale/order-sales.ts";
import { orderSale } from "../../store/sale/order-sales.ts";
import { type OrderRow, orderById } from "../../store/sale/orders.ts";
import type { LetterKind } from "../../texts/letter-kinds.ts";
import type { Email, EmailOutcome, MailFault } from "../operators/email.ts";
import { instantOf, localTime, msPerDay } from "../selling/dates.ts";
import { type LetterContext, letterId, letterOfKind, letterOutcome } from "./guest-letter.ts";

/**
 * The work on letters that the service sends of its own accord. A letter is prepared first, then recorded as being sent, then sent: a
 * process that is killed before the record loses nothing, and after it the letter is never sent again.
 */

export interface LetterWork extends LetterContext {
  mail: { post(email: Email): Promise<EmailOutcome> };
  clock: () => Date;
}

/** Minutes until a letter that the mail server certainly did not accept is tried again. */
const pausesMinutes = [1, 5, 30, 120, 360, 720];

/** Faults that another attempt cannot mend: the mail server refused this letter, or may have accepted it. */
const finalFaults: readonly MailFault[] = ["refused", "unconfirmed"];

/** Sends a due letter. Does nothing when another process has claimed it. */
export async function runLetter(work: LetterWork, key: LetterKey): Promise<void> {
  const { db, mail } = work;
  const claimed = await claimLetter(db, key);
  if (!claimed) return;
  const kind = letterKindOfCause(key.cause)!;
  const order = await orderById(db, key.orderId);
  const sale = order && (await orderSale(db, order.id));
  const obstacle = order && sale ? obstacleTo(kind, order, sale.sold, work.clock()) : "order-ended";
  const letter = order && !obstacle ? await letterOfKind(work, kind, order) : null;
  if (!order || !letter) return endLetter(db, key, { state: "skipped", fault: obstacle });
  // The order changed meanwhile: the next run reads it again.
  if (!(await startDueLetter(db, key, order))) return releaseLetter(db, key);
  const posted = await mail.post({ ...letter, id: letterId(key) });
  const pause = pausesMinutes[claimed.attempts];
  const isFinal = posted.posted || finalFaults.includes(posted.reason) || pause === undefined;
  const end = letterOutcome(posted);
  await endLetter(db, key, isFinal ? end : { ...end, state: "due", dueIn: pause * 60 });
}

/** Returns why a letter has lost its reason; null: it has not. */
function obstacleTo(
  kind: LetterKind,
  { status, test, email, erasedAt }: OrderRow,
  sold: OrderSale["sold"],
  now: Date,
): "order-ended" | "event-past" | "no-address" | null {
  if (test || email === "" || erasedAt !== null) return "no-address";
  if (status !== (kind === "cancellation" ? "cancelled" : "complete")) return "order-ended";
  return kind !== "thanks" && now >= lastMoment(sold) ? "event-past" : null;
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
