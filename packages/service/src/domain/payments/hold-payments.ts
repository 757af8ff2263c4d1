import type { BookRequest, ErrorEntry, Language } from "@paseo/contract";
import Big from "big.js";
import type { HasGivenUp } from "../../store/database/given-up.ts";
import { totalOfTickets } from "../../store/money/amounts.ts";
import { extendHoldUntil } from "../../store/orders/holds.ts";
import { type CheckoutRow, checkoutById, replaceRequest } from "../../store/payments/checkouts.ts";
import { texts } from "../../texts/texts.ts";
import { isTestOrder } from "../booking/book-request.ts";
import { placeOrder } from "../booking/booking.ts";
import { guestNameAnswers } from "../booking/guests.ts";
import { bookHold } from "../booking/held-booking.ts";
import { readOwnHold } from "../booking/own-hold.ts";
import { storeCurrency } from "../money/store-currency.ts";
import type { Caller } from "../partners/keys.ts";
import { refusalEntry } from "../selling/messages.ts";
import { minorUnits } from "../selling/money.ts";
import { continueCheckout, startCheckout } from "./checkouts.ts";
import { guestsPayment, minutesAfterPayment } from "./paid-holds.ts";
import { type PaymentWork, providersFor } from "./providers.ts";

/** Payments of holds, for sites whose guests pay before they book: the hold is booked when the provider says that it is paid. */

export interface HoldPaymentCall {
  lang: Language;
  caller: Caller;
  now: Date;
  hasGivenUp: HasGivenUp;
  holdMinutes: number;
}

export interface HoldPaymentRequest {
  booking: BookRequest;
  holdId: string;
  returnUrl: string;
  /** A provider's kind. Missing: the first one. `arrival`, `transfer`: the order is booked at once, and its price stays due. */
  kind?: string | undefined;
  /** A part of the price, in the store's currency. The rest stays due. Missing: the whole price. */
  deposit?: string | undefined;
  /** `yyyy-MM-dd`: when the rest is due. */
  dueOn?: string | undefined;
  /** The order stores it if the sale asks for no names. */
  guestName?: string | undefined;
}

/** A payment of a hold. */
export type HoldCheckout = CheckoutRow;

export type HoldPaymentAnswer =
  | { outcome: "payment"; checkout: CheckoutRow }
  | { outcome: "booked"; orderId: string }
  | { outcome: "refused"; errors: ErrorEntry[] }
  /** The partner has no such hold. */
  | { outcome: "unknown-hold" }
  | { outcome: "no-provider" }
  | { outcome: "unavailable"; message: string | null };

/** Ways to pay that leave the price due. */
export const laterWays = ["arrival", "transfer"] as const;
const isLater = (kind: string | undefined): boolean => laterWays.some((one) => one === kind);

/** Starts the payment of a hold, or returns the open one. */
export async function payHold(
  work: PaymentWork,
  given: HoldPaymentRequest,
  call: HoldPaymentCall,
): Promise<HoldPaymentAnswer> {
  const { orderContext, booking } = work;
  const { db } = orderContext;
  const { holdId } = given;
  const { lang, caller, now, holdMinutes } = call;
  // The key is the partner's secret: only its id is stored.
  const request = { ...given.booking, apiKey: "" };
  const hold = await readOwnHold(db, holdId, caller);
  if (!hold) return { outcome: "unknown-hold" };
  const bookCall = { ...call, ...booking, sandbox: orderContext.sandbox, holdId };
  if (isLater(given.kind)) {
    const payment = guestsPayment(given.kind!, now, given.dueOn);
    const placed = await placeOrder(orderContext, request, {
      ...{ ...bookCall, guestPays: { payment, record: async () => {} } },
      unasked: guestNameAnswers(given.guestName, request),
    });
    if (placed.outcome === "refused") return { outcome: "refused", errors: placed.order.errors ?? [] };
    if (placed.outcome === "placed" || placed.outcome === "again")
      return { outcome: "booked", orderId: placed.order.id! };
    return { outcome: "unavailable", message: null };
  }
  const nothing = { partnerId: caller.partnerId, keys: [], digest: "" };
  const decided = await bookHold(orderContext, request, nothing, bookCall);
  if ("errors" in decided) return { outcome: "refused", errors: decided.errors };
  const currency = await storeCurrency(db);
  const test = isTestOrder(request, bookCall);
  const providers = await providersFor(work, { currencyCode: currency.code, test });
  const ready = given.kind === undefined ? providers[0] : providers.find(({ kind }) => kind.kind === given.kind);
  if (!ready) return { outcome: "no-provider" };
  const total = await totalOfTickets(db, currency, hold.agreed.tickets, now);
  const amount = given.deposit !== undefined && new Big(given.deposit).lt(total) ? given.deposit : total;
  const minutes = Math.max(holdMinutes, ready.kind.leastMinutes);
  const after = (end: Date) => new Date(end.getTime() + minutesAfterPayment * 60_000);
  // Before the provider knows of the payment, so that no seat is lost in between.
  if (!(await extendHoldUntil(db, holdId, { now, until: after(new Date(now.getTime() + minutes * 60_000)) })))
    return { outcome: "refused", errors: [refusalEntry("hold-expired", lang)] };
  const { productName, productNames = {} } = hold.agreed;
  const stored = {
    ...{ request, keyId: caller.keyId },
    ...(given.dueOn !== undefined && { dueOn: given.dueOn }),
    ...(given.guestName !== undefined && { guestName: given.guestName }),
  };
  const started = await startCheckout(
    work,
    {
      ...{ purpose: "hold", orderId: null, holdId, linkId: null, partnerId: caller.partnerId, lang },
      ...{ minor: minorUnits(amount, currency.code), currencyCode: currency.code, returnUrl: given.returnUrl },
      description: texts[lang].payments.ofHold(productNames[lang] ?? productName).slice(0, 120),
      ...{ email: request.email, minutes, request: stored },
    },
    ready,
    now,
  );
  if (started.outcome === "refused") return { outcome: "unavailable", message: started.message };
  if (started.outcome === "unknown") return { outcome: "unavailable", message: null };
  const { checkout } = started;
  if (started.outcome === "open") {
    await extendHoldUntil(db, holdId, { now, until: after(checkout.expiresAt) });
    // The guest may have corrected an answer.
    await replaceRequest(db, checkout.id, stored);
  }
  return { outcome: "payment", checkout };
}

/** Reads a payment of the caller's, and asks the provider if it may have been paid. Null: it has no such payment. */
export async function readHoldPayment(
  work: PaymentWork,
  id: string,
  { partnerId, test }: Pick<Caller, "partnerId" | "test">,
  now: Date,
): Promise<CheckoutRow | null> {
  const checkout = await checkoutById(work.orderContext.db, id);
  if (!checkout || checkout.partnerId !== partnerId || (test && !checkout.test)) return null;
  const mayGoOn = checkout.state === "open" || checkout.state === "paid";
  return mayGoOn ? continueCheckout(work, checkout, now) : checkout;
}
