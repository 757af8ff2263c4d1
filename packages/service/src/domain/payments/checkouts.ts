import { randomInt, randomUUID } from "node:crypto";
import type { PaymentReading } from "../../payments/kind.ts";
import { shortenHold } from "../../store/orders/holds.ts";
import {
  type CheckoutRow,
  checkoutById,
  findOpenCheckout,
  insertCheckout,
  type NewCheckout,
  recordEnded,
  recordOpened,
  recordReading,
  scheduleCheckout,
} from "../../store/payments/checkouts.ts";
import { moneyOf, storedPayment } from "./amounts.ts";
import { bookPaidHold, minutesAfterPayment } from "./paid-holds.ts";
import { recordOnOrder } from "./paid-orders.ts";
import { type PaymentWork, providerOf, type ReadyProvider, reportAddress } from "./providers.ts";

/**
 * Payments at providers, from their start until the provider says what was paid. Only a provider's reading decides, never the guest's return. A
 * process can die between any two steps: the next run starts, reads or settles the same payment again.
 */

export type WantedCheckout = Omit<NewCheckout, "id" | "number" | "createdAt" | "expiresAt" | "kind" | "test"> & {
  email: string | null;
  /** The shortest time that the guest has, in minutes. */
  minutes: number;
};

export type Started =
  /** The guest can pay. */
  | { outcome: "open"; checkout: CheckoutRow }
  /** The former payment of the order or hold was paid meanwhile. */
  | { outcome: "paid"; checkout: CheckoutRow }
  | { outcome: "refused"; message: string | null }
  /** Not known: the guest tries again in a moment. */
  | { outcome: "unknown" };

/**
 * Starts a payment. While another one of the order or hold is open, it returns that one if the guest chose the same; otherwise it ends it
 * first.
 */
export async function startCheckout(
  work: PaymentWork,
  wanted: WantedCheckout,
  ready: ReadyProvider,
  now: Date,
): Promise<Started> {
  const { db } = work.orderContext;
  const former = await findOpenCheckout(db, wanted);
  if (former) {
    const isSame =
      former.kind === ready.kind.kind &&
      former.minor === wanted.minor &&
      former.currencyCode === wanted.currencyCode &&
      former.purpose === wanted.purpose &&
      former.expiresAt > now;
    if (isSame) return begin(work, former, wanted.email, now);
    const ended = await endCheckout(work, former, now);
    if (isPaid(ended)) return { outcome: "paid", checkout: ended };
    if (ended.state !== "ended") return { outcome: "unknown" };
  }
  const { email, minutes, ...rest } = wanted;
  const row: NewCheckout = {
    ...rest,
    id: randomUUID(),
    number: newNumber(),
    kind: ready.kind.kind,
    test: ready.test,
    createdAt: now,
    expiresAt: new Date(now.getTime() + Math.max(minutes, ready.kind.leastMinutes) * 60_000),
  };
  await insertCheckout(db, row);
  // Another request may have been faster.
  const open = await findOpenCheckout(db, wanted);
  if (!open) return { outcome: "unknown" };
  return open.minor === row.minor && open.currencyCode === row.currencyCode
    ? begin(work, open, email, now)
    : { outcome: "unknown" };
}

export const isPaid = ({ state }: Pick<CheckoutRow, "state">): boolean =>
  state === "paid" || state === "recorded" || state === "differs" || state === "refunding" || state === "refunded";

/** Characters of a number after its four digits: without those that look alike. */
const numberCharacters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

const newNumber = (): string =>
  String(randomInt(10_000)).padStart(4, "0") +
  Array.from({ length: 8 }, () => numberCharacters[randomInt(numberCharacters.length)]).join("");

/** Starts a payment at its provider. A repeated start finds the first one. */
async function begin(work: PaymentWork, row: CheckoutRow, email: string | null, now: Date): Promise<Started> {
  if (row.state !== "starting") return startedAs(row);
  const { db, publicUrl } = work.orderContext;
  const ready = await providerOf(work, row.kind);
  if (!ready) {
    await scheduleCheckout(db, row.id, { message: `The kind ${row.kind} has no settings.`, seconds: 300 });
    return { outcome: "unknown" };
  }
  const started = await ready.provider.start({
    ...{ id: row.id, number: row.number, amount: moneyOf(row), description: row.description, lang: row.lang, email },
    ...{ returnUrl: row.returnUrl, notifyUrl: reportAddress(publicUrl, row.kind), expiresAt: row.expiresAt },
  });
  if (started.outcome === "refused") {
    const { message } = started;
    const ended = await recordEnded(db, row.id, { why: "refused", message, now });
    return startedAs(ended ?? (await checkoutById(db, row.id)) ?? row);
  }
  if (started.outcome === "unknown") {
    await scheduleCheckout(db, row.id, { message: started.message, seconds: secondsUntilLook(row.attempts) });
    return { outcome: "unknown" };
  }
  const opened = await recordOpened(db, row.id, { ...started, now, dueIn: secondsUntilLook(0) });
  return startedAs(opened ?? (await checkoutById(db, row.id)) ?? row);
}

function startedAs(row: CheckoutRow): Started {
  if (isPaid(row)) return { outcome: "paid", checkout: row };
  if (row.state === "ended") return { outcome: "refused", message: row.message };
  return row.state === "open" ? { outcome: "open", checkout: row } : { outcome: "unknown" };
}

/** Goes on with a payment: starts it, reads it, ends it after its time, or settles it. Returns the payment afterwards. */
export async function continueCheckout(work: PaymentWork, row: CheckoutRow, now: Date): Promise<CheckoutRow> {
  const { db } = work.orderContext;
  if (row.state === "starting") {
    // A guest who never saw the page cannot pay: the attempt ends without a call once its time is over.
    await begin(work, row, null, now);
    return (await checkoutById(db, row.id)) ?? row;
  }
  if (row.state === "paid") return settlePaid(work, row, now);
  if (row.state !== "open") return row;
  if (now >= row.expiresAt) return endCheckout(work, row, now);
  return takeReading(work, row, await readProvider(work, row, "read"), now);
}

/** Ends an open payment at its provider. A guest who was faster has paid. */
export async function endCheckout(work: PaymentWork, row: CheckoutRow, now: Date): Promise<CheckoutRow> {
  const { db } = work.orderContext;
  const open = row.state === "starting" ? await continueCheckout(work, row, now) : row;
  if (open.state !== "open") return open;
  const after = await takeReading(work, open, await readProvider(work, open, "expire"), now);
  if (after.state === "open")
    await scheduleCheckout(db, row.id, { message: after.message, seconds: secondsUntilLook(row.attempts) });
  return after;
}

/** Asks the provider. A provider without settings is not known to have failed. */
async function readProvider(work: PaymentWork, row: CheckoutRow, method: "read" | "expire"): Promise<PaymentReading> {
  const ready = await providerOf(work, row.kind);
  if (!ready || row.providerId === null) return { state: "unknown", message: `The kind ${row.kind} has no settings.` };
  return ready.provider[method](storedPayment(row));
}

/** Records what a provider says, and settles what was paid. Repeated, late and replayed readings change nothing more. */
export async function takeReading(
  work: PaymentWork,
  row: CheckoutRow,
  reading: PaymentReading,
  now: Date,
): Promise<CheckoutRow> {
  const { db } = work.orderContext;
  const seconds = secondsUntilLook(row.attempts);
  switch (reading.state) {
    case "open":
      await scheduleCheckout(db, row.id, { message: null, seconds: Math.min(seconds, secondsTo(row.expiresAt, now)) });
      return row;
    case "unknown":
      await scheduleCheckout(db, row.id, { message: reading.message, seconds });
      return { ...row, message: reading.message };
    case "ended": {
      const { why, message } = reading;
      // The guest can try again for some minutes; then the seats are free.
      if (row.holdId !== null)
        await shortenHold(db, row.holdId, new Date(now.getTime() + minutesAfterPayment * 60_000));
      return (await recordEnded(db, row.id, { why, message, now })) ?? (await checkoutById(db, row.id)) ?? row;
    }
    case "paid": {
      const { paid, means } = reading;
      const recorded = await recordReading(db, row.id, { ...paid, means, now });
      const present = recorded ?? (await checkoutById(db, row.id)) ?? row;
      return present.state === "paid" ? settlePaid(work, present, now) : present;
    }
  }
}

/** Settles a paid payment once: on its order, as a booking, or back to the guest. Returns it afterwards. */
async function settlePaid(work: PaymentWork, row: CheckoutRow, now: Date): Promise<CheckoutRow> {
  if (row.purpose === "hold") await bookPaidHold(work, row, now);
  else await recordOnOrder(work, row, now);
  return (await checkoutById(work.orderContext.db, row.id)) ?? row;
}

/** Seconds after the payment's end until the service ends it. */
const afterEnd = 5;
const secondsTo = (end: Date, now: Date): number => Math.max(1, (end.getTime() - now.getTime()) / 1000 + afterEnd);

const pauses = [10, 15, 30, 60, 120, 300];

/** Seconds until a payment is read again. */
export const secondsUntilLook = (attempts: number): number => pauses[Math.min(attempts, pauses.length - 1)]!;
