import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import type { Answer, BookRequest, ErrorEntry, Language, Order } from "@paseo/contract";
import type { BookableEvent, EventPriceState } from "../../records/bookable-event.ts";
import type { Payment } from "../../records/payment.ts";
import type { TicketPrice } from "../../records/tickets/ticket-prices.ts";
import type { Party } from "../../records/tickets/ticket-sizes.ts";
import type { Tx } from "../../store/database/database.ts";
import { leaseSeconds } from "../../store/database/due-work.ts";
import type { HasGivenUp } from "../../store/database/given-up.ts";
import type { NewOrder, OrderRow, RepeatableRequest } from "../../store/sale/orders.ts";
import { forcedRefusal, triggerProblem } from "../../suppliers/sandbox.ts";
import { deskAnswerSeconds, dispatchesAtOnce } from "../dispatch/dispatch.ts";
import { agreedTermsOf } from "../orders/sale.ts";
import { cancellationEndsAt } from "../selling/lead-time.ts";
import { refusalEntry } from "../selling/messages.ts";
import { type AskedQuestion, checkAnswers } from "../selling/questions.ts";
import { selectedTickets } from "../selling/ticket-rules.ts";
import type { Sale } from "../selling/validate-sale.ts";
import { ownAnswersLeft } from "../visits/later-answers.ts";
import type { RepeatableCall } from "./once.ts";

/** Turns a book request into its order, or into its refusal. */

/** Checks fields of a book request that its schema cannot: addresses. */
export function bookRequestProblems(request: BookRequest): { pointer: string; detail: string }[] {
  const problems: { pointer: string; detail: string }[] = [];
  if (isIP(request.remoteHost) === 0)
    problems.push({ pointer: "/remoteHost", detail: "remoteHost must be an IP address" });
  if (request.callbackUrl && !isHttpUrl(request.callbackUrl))
    problems.push({ pointer: "/callbackUrl", detail: "callbackUrl must be an absolute http or https address" });
  return problems;
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    (url.protocol === "http:" || url.protocol === "https:") &&
    url.username === "" &&
    url.password === ""
  );
}

/** Returns the problems of the triggers in a test order's e-mail address. */
export function triggerProblems(
  request: BookRequest,
  call: Pick<BookCall, "caller" | "sandbox">,
): { pointer: string; detail: string }[] {
  const detail = isTestOrder(request, call) ? triggerProblem(request.email) : null;
  return detail === null ? [] : [{ pointer: "/email", detail }];
}

export interface BookCall extends RepeatableCall {
  lang: Language;
  hasGivenUp: HasGivenUp;
  priceHoldMinutes: number;
  /** Whether every order is a test order. */
  sandbox: boolean;
  /** Milliseconds that the answer may wait for a supplier that is called at once. */
  supplierWaitMs: number;
  /** The hold whose seats and total the order takes: the request's Paseo-Hold header. */
  holdId?: string | undefined;
  /** The id of a new order. A random id unless given. */
  orderId?: string;
  /** The number of a new order. A random number unless given. */
  orderNumber?: number | undefined;
  /** Answers to questions that the sale does not ask. A channel or the desk sends the guest's name, and the order stores it. */
  unasked?: Answer[];
  /** The decisions of an operator; only in a sale by an operator. */
  desk?: DeskTerms;
  /** How the guest pays, in a sale on the operator's own site. `record` writes what was paid, in the order's transaction. */
  guestPays?: { payment: Payment; record: (tx: Tx, order: OrderRow) => Promise<void> };
}

/** What an operator decides about a sale of the operator's own desk. */
interface DeskTerms {
  /** The guest's language. `BookCall.lang` is the operator's language. */
  lang: Language;
  /** Null: the order is on the account of the partner for which the operator sells. */
  payment: Payment | null;
  /** Unit prices in place of the catalogue's prices. Empty: the catalogue's prices apply. */
  prices: readonly TicketPrice[];
  /** The block whose seats the order takes. Missing: free seats. */
  group?: GroupSale | undefined;
  /** Whether the guest may answer the operator's own questions after the sale. */
  ownAnswersLater: boolean;
  /** Records the order in its transaction. */
  record: (tx: Tx, order: OrderRow) => Promise<void>;
}

/** The sale to the group of a block. */
export interface GroupSale {
  blockId: string;
  /** The revision of the block that the operator saw. */
  revision: number;
  /** What happens to blocked seats that the order does not take. */
  rest: "keep" | "release";
  namesLater: boolean;
}

/** Whether this request places a test order, which takes no seat and reaches no supplier. */
export const isTestOrder = (
  request: { testMode?: boolean | null },
  { caller, sandbox }: Pick<BookCall, "caller" | "sandbox">,
): boolean => sandbox || caller.test || request.testMode === true;

/** What a request becomes: an order to place, or a refusal. */
export type BookingDecision = { order: OrderAttempt } | { errors: ErrorEntry[] };

/** A valid sale at the validated price. */
interface PricedSale {
  event: BookableEvent;
  sale: Sale;
  price: EventPriceState;
}

/** An order to place. `callsSupplierNow`: the booking request calls the supplier. */
export type OrderAttempt = NewOrder & { callsSupplierNow: boolean };

/** The fields that an order copies from its sale or its hold. */
type Taken = Pick<
  NewOrder,
  "eventId" | "productId" | "eventOn" | keyof Party | "agreed" | "cancelPurchaseHour" | "cancelUntil"
>;

/** Builds the order of a request. `event` decides whether its supplier is called at once. */
export function newOrder(
  request: BookRequest,
  { taken, event, sale }: { taken: Taken; event: BookableEvent; sale: Sale },
  repeatable: RepeatableRequest,
  call: BookCall,
): OrderAttempt {
  const test = isTestOrder(request, call);
  const { desk } = call;
  const ownLater = desk?.ownAnswersLater ? ownAnswersLeft(sale.questions, request.answers ?? []) : undefined;
  return {
    ...taken,
    agreed: { ...taken.agreed, ...(ownLater && { ownLater }) },
    ...repeatable,
    id: call.orderId ?? randomUUID(),
    lang: desk?.lang ?? call.lang,
    test,
    tickets: selectedTickets(request.tickets),
    email: request.email,
    phoneNumber: request.phoneNumber,
    remoteHost: request.remoteHost,
    callbackUrl: request.callbackUrl ?? null,
    externalReference: request.externalReference ?? null,
    whiteLabelCode: request.whiteLabelCode ?? null,
    totalUsd: request.totalUsd.value.toFixed(2),
    answers: [...(request.answers ?? []), ...(call.unasked ?? [])],
    createdAt: call.now,
    holdId: call.holdId ?? null,
    payment: desk?.payment ? paymentOf(desk.payment, desk.prices, sale) : (call.guestPays?.payment ?? null),
    byOperator: desk !== undefined,
    ...(call.orderNumber !== undefined && { number: call.orderNumber }),
    ...begins(event, { test, byOperator: desk !== undefined }),
  };
}

/** Returns the payment. If the sale has another price, the payment names the catalogue's total. */
const paymentOf = (payment: Payment, prices: DeskTerms["prices"], { totalUsd }: Sale): Payment =>
  prices.length === 0 || totalUsd === null ? payment : { ...payment, catalogueUsd: totalUsd.toFixed(2) };

/**
 * Orders of the operator's own seats need no supplier call: each is complete at once, or waits at the operator's desk.
 * An order that an operator sells is complete at once, since nobody at the desk has to confirm it.
 */
function begins(
  event: BookableEvent,
  { test, byOperator }: { test: boolean; byOperator: boolean },
): Pick<OrderAttempt, "status" | "atDesk" | "supplierDueIn" | "callsSupplierNow"> {
  const waits = { status: "waitsupplier", atDesk: false } as const;
  const isOwn = !test && event.supplierKind === null;
  if (isOwn && (event.immediateBooking || byOperator))
    return { ...waits, status: "complete", supplierDueIn: null, callsSupplierNow: false };
  if (isOwn) return { ...waits, atDesk: true, supplierDueIn: deskAnswerSeconds, callsSupplierNow: false };
  const callsSupplierNow = dispatchesAtOnce({ ...event, test });
  // The dispatch job skips the order while this request calls the supplier itself.
  return { ...waits, supplierDueIn: callsSupplierNow ? leaseSeconds : 0, callsSupplierNow };
}

/** Returns the terms of a sale, as its order or its hold stores them. */
export function saleTerms(request: Pick<BookRequest, "tickets">, { event, sale, price }: PricedSale): Taken {
  return {
    eventId: event.id,
    productId: event.productId,
    eventOn: event.eventOn,
    ...sale.party,
    agreed: agreedTermsOf(request, { event, price }),
    cancelPurchaseHour: event.cancelPurchaseHour,
    cancelUntil: cancellationEndsAt(event.eventOn, event.cancelPurchaseHour, event.timeZone),
  };
}

/** Lists the refusals that only eventbook has, in addition to the refusals of eventvalidate. `isPriced`: the request has the right total. */
export function bookRefusals(request: BookRequest, sale: Sale, isPriced: boolean, call: BookCall): ErrorEntry[] {
  const { lang } = call;
  const forced = isTestOrder(request, call) ? forcedRefusal(request.email) : null;
  const errors: ErrorEntry[] = forced ? [refusalEntry(forced, lang)] : [];
  if (!isPriced) errors.push(refusalEntry("price-changed", lang));
  // Without a valid selection there are no questions to check the answers against.
  const mayCome = ({ own }: AskedQuestion) => own !== null && (call.desk?.ownAnswersLater ?? false);
  if (sale.errors.length === 0) errors.push(...checkAnswers(sale.questions, request.answers ?? [], lang, { mayCome }));
  return errors;
}

/** Builds the answer of eventbook to a refused request. */
export function refusedOrder(request: BookRequest, call: BookCall, errors: ErrorEntry[]): Order {
  return {
    id: null,
    reference: null,
    confirmation: null,
    status: null,
    isValid: false,
    errors,
    event: {
      id: request.id,
      apiKey: null,
      tickets: selectedTickets(request.tickets),
      email: request.email,
      phoneNumber: request.phoneNumber,
      remoteHost: request.remoteHost,
      callbackUrl: request.callbackUrl ?? null,
      externalReference: request.externalReference ?? null,
      totalUsd: request.totalUsd,
      testMode: isTestOrder(request, call),
      answers: request.answers ?? [],
    },
  };
}
