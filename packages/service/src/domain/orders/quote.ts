import { randomUUID } from "node:crypto";
import type { AmendmentRequest, Answer, ErrorEntry, Language, TicketSelection } from "@paseo/contract";
import type { BookableEvent } from "../../records/bookable-event.ts";
import { type Offer, offeredEvent } from "../../records/partners/offer.ts";
import type { TicketPrice } from "../../records/tickets/ticket-prices.ts";
import { type Party, partyOf, soldSizes } from "../../records/tickets/ticket-sizes.ts";
import { type Db, inTransaction, type Tx } from "../../store/database/database.ts";
import { type HasGivenUp, unlessGivenUp } from "../../store/database/given-up.ts";
import { seatsLeftAfterReturn } from "../../store/resources/plan.ts";
import { type AmendmentContent, insertQuote, type NewQuote, waitingAmendment } from "../../store/sale/amendments.ts";
import { type OrderSale, orderSale } from "../../store/sale/order-sales.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { voucherOf } from "../../store/visits/vouchers.ts";
import { type QuoteResult, revisionOf } from "../money/amendment-answers.ts";
import { cancellationEndsAt } from "../selling/lead-time.ts";
import { type PlainRefusalCode, refusalEntry } from "../selling/messages.ts";
import { type AskedQuestion, checkAnswers, questionsFor, requiredQuestions } from "../selling/questions.ts";
import { countPassengers, selectedTickets, ticketRefusals, withAnyQuantity } from "../selling/ticket-rules.ts";
import { hasTooFewSeats, validateSale, withFurtherSeats } from "../selling/validate-sale.ts";
import { withTermsOfSale } from "../terms/event-terms.ts";
import { amendmentExceedsLimit } from "../terms/limits.ts";
import { amendedTerms } from "./amended-terms.ts";
import { sameSelection } from "./content.ts";
import { orderWithTerms, refundDueUsd } from "./due-refunds.ts";
import { asSold, isShort, readEventToSell, withOwnTickets } from "./sale.ts";

/**
 * Quotes for amendments: the order after the amendment, and the price. docs/decisions/0030-changes-to-an-order.md has
 * the reasons.
 */

type ChangeWish = Pick<AmendmentRequest, "eventId" | "tickets" | "email" | "phoneNumber" | "answers">;

interface QuoteCall {
  lang: Language;
  now: Date;
  hasGivenUp: HasGivenUp;
  /** The actor that changes the order. As with cancelling, the end of cancellation does not limit an operator. */
  actor: "partner" | "operator";
  /** What the partner sells, if it asks. */
  offer?: Offer | undefined;
  /** The operator moves the guests of an event: prices and refunds of the sale stay. */
  keepsTerms?: boolean;
  /** For how many minutes a quote can be accepted. */
  quoteMinutes: number;
  /** Records the quote in its transaction. */
  record?: (tx: Tx, quote: NewQuote) => Promise<void>;
}

/** The requested amendment, compared with the order. */
interface Difference {
  eventId: string;
  tickets: TicketSelection[];
  /** The first of these that applies: a move can also change tickets, answers and contact. */
  kind:
    | "move"
    /** Other tickets for the same event, more of some kind. */
    | "resize"
    /** Fewer tickets for the same event, and no more of any kind. */
    | "reduce"
    | "answers"
    | "contact"
    | "nothing";
}

/** A quote that is not stored yet; `quoted` is null for a refusal. */
interface QuoteDraft extends Omit<QuoteResult, "row"> {
  quoted: NewQuote | null;
}

/** Quotes an amendment of an order. */
export async function quoteAmendment(db: Db, order: OrderRow, wish: ChangeWish, call: QuoteCall): Promise<QuoteResult> {
  const { quoted, ...rest } = await draftQuote(db, order, wish, call);
  if (!quoted) return { row: null, ...rest };
  const row = await unlessGivenUp(db, call.hasGivenUp, (own) =>
    inTransaction(own, async (tx) => {
      await call.record?.(tx, quoted);
      return insertQuote(tx, quoted);
    }),
  );
  return { row, ...rest };
}

/** Computes a quote without storing it. */
export async function draftQuote(db: Db, order: OrderRow, wish: ChangeWish, call: QuoteCall): Promise<QuoteDraft> {
  const { lang, now } = call;
  const differs = differenceOf(order, wish);
  const sale = await orderSale(db, order.id);
  const keepsTerms = call.keepsTerms ?? false;
  const found = await readEventToSell(db, differs.eventId, { partnerId: order.partnerId, now }, (found) =>
    isShort(ownSeatsAdded(asAgreed(found, order, differs, keepsTerms), order, differs), differs.tickets),
  );
  const sold = isNewSale(differs) ? offeredEvent(call.offer, found) : found;
  const agreedOn = sold && asAgreed(sold, order, differs, keepsTerms);
  const returned = agreedOn && (await withReturnedSeats(db, agreedOn, order, differs, now));
  const event = returned && (await withTermsOfSale(db, returned, order.agreed.terms));
  const refused = (
    errors: ErrorEntry[],
    asked: AskedQuestion[] = [],
    priced: QuoteDraft["priced"] = null,
  ): QuoteDraft => ({
    quoted: null,
    priced,
    shown: { eventId: differs.eventId, tickets: differs.tickets, errors, questions: requiredQuestions(asked, lang) },
    asked,
  });
  const plain = async (): Promise<PlainRefusalCode | null> =>
    (await orderRefusal(db, order)) ?? timeRefusal(order, differs, event, call) ?? wishRefusal(sale, differs, event);
  const code = await plain();
  if (code || !sale) return refused([refusalEntry(code ?? "change-ended", lang)]);

  const isGroup = call.actor === "operator" && order.agreed.group !== undefined;
  const errors = selectionRefusals(order, differs, event, { lang, now, isGroup });
  const asked = event ? questionsFor(event, countPassengers(differs.tickets, event), lang) : [];
  // The order keeps an answer to a question that the sale does not ask, such as a guest's name. An operator may change it.
  const codes = new Set(asked.map(({ code }) => code));
  const kept = order.answers.filter(({ code }) => !codes.has(code));
  const isOwn = ({ code }: Answer): boolean => call.actor === "operator" && kept.some((one) => one.code === code);
  const renamed = wish.answers?.filter(isOwn) ?? [];
  const answers = wish.answers
    ? wish.answers.filter((one) => !isOwn(one))
    : order.answers.filter(({ code }) => codes.has(code));
  const unasked = [...kept.filter(({ code }) => !renamed.some((one) => one.code === code)), ...renamed];
  if (errors.length > 0) return refused(errors);

  const { eventId, tickets, kind } = differs;
  const planned = { tickets, moves: kind === "move", event, keepsTerms };
  const { agreed, ...terms } = amendedTerms(order, planned, now);
  const refunds = Number(terms.refundUsd) > 0;
  const refundUsd = refunds ? refundDueUsd(await orderWithTerms(db, order.id), terms.refundUsd) : terms.refundUsd;
  const money = { ...terms, refundUsd };
  if (await amendmentExceedsLimit(db, order, agreed.tickets, now))
    return refused([refusalEntry("partner-limit", lang)], asked, money);
  const { group, ownLater } = order.agreed;
  const later = new Set([...(ownLater?.travellers ?? []), ...(ownLater?.order ?? [])]);
  const mayCome = ({ code, passenger }: AskedQuestion) =>
    later.has(code) || (passenger !== null && (group?.later.length ?? 0) > 0);
  const missing = kind === "contact" ? [] : checkAnswers(asked, answers, lang, { mayCome });
  if (missing.length > 0) return refused(missing, asked, money);

  const target = kind === "move" ? event : null;
  const { eventOn } = target ?? order;
  const party = partyAfter(order, differs, event);
  const content: AmendmentContent = {
    itemId: (target ?? sale).itemId,
    tickets,
    ...party,
    // The order keeps the sale's cancellation hours.
    cancelUntil: cancellationEndsAt(eventOn, order.cancelPurchaseHour, sale.sold.timeZone).toISOString(),
    email: wish.email ?? order.email,
    phoneNumber: wish.phoneNumber ?? order.phoneNumber,
    answers: event && wish.answers ? [...answers, ...unasked] : (wish.answers ?? order.answers),
    agreed,
    before: order.agreed.tickets,
  };
  // A test order takes nothing.
  const extra = (after: number, before: number) => (order.test ? 0 : target ? after : Math.max(0, after - before));
  const seats = extra(party.seats, order.seats);
  const quoted: NewQuote = {
    id: randomUUID(),
    orderId: order.id,
    partnerId: order.partnerId,
    revision: revisionOf(order),
    eventId,
    eventOn,
    seats,
    people: extra(party.people, order.people),
    ...money,
    content,
    createdAt: now,
    expiresAt: endOf(order, differs, event, seats > 0, call),
  };
  const shown = { eventId, tickets, errors: [], questions: requiredQuestions(asked, lang) };
  return { quoted, shown, priced: money, asked };
}

function differenceOf(order: OrderRow, wish: ChangeWish): Difference {
  const eventId = wish.eventId?.toLowerCase() ?? order.eventId;
  const tickets = wish.tickets ? selectedTickets(wish.tickets) : order.tickets;
  return { eventId, tickets, kind: kindOf(order, { ...wish, eventId, tickets }) };
}

function kindOf(
  order: OrderRow,
  { eventId, tickets, email, phoneNumber, answers }: ChangeWish & Omit<Difference, "kind">,
): Difference["kind"] {
  if (eventId !== order.eventId) return "move";
  if (!sameSelection(tickets, order.tickets)) return furtherKinds(order, tickets).size > 0 ? "resize" : "reduce";
  if (answers != null && JSON.stringify(answers) !== JSON.stringify(order.answers)) return "answers";
  const isSameContact =
    (email ?? order.email) === order.email && (phoneNumber ?? order.phoneNumber) === order.phoneNumber;
  return isSameContact ? "nothing" : "contact";
}

/** Returns the codes of tickets of which the amendment adds some. */
export function furtherKinds(order: Pick<OrderRow, "tickets">, tickets: readonly TicketSelection[]): Set<string> {
  const former = new Map(order.tickets.map(({ code, quantity }) => [code, quantity]));
  return new Set(tickets.filter(({ code, quantity }) => quantity > (former.get(code) ?? 0)).map(({ code }) => code));
}

/** Whether the amendment buys something, as a sale does. */
const isNewSale = ({ kind }: Difference): boolean => kind === "move" || kind === "resize";

/** Adds the order's own seats to the event, because they count as free for the order's amendment. */
function ownSeatsAdded(event: BookableEvent, order: OrderRow, { kind }: Difference): BookableEvent {
  if (kind === "move" || order.test) return event;
  return withFurtherSeats(withOwnTickets(event, order.tickets), order.wholeEvent ? (event.capacity ?? 0) : order.seats);
}

/** Computes the new event's seats left as if the order had returned its own seats, because both events can use the same boat. */
async function withReturnedSeats(
  db: Db,
  event: BookableEvent,
  order: OrderRow,
  { kind, tickets }: Difference,
  now: Date,
): Promise<BookableEvent> {
  if (kind !== "move" || order.test || !event.needsResources || !hasTooFewSeats(event, tickets)) return event;
  const returned = { eventId: order.eventId, seats: order.seats, people: order.people };
  return { ...event, capacityLeft: await seatsLeftAfterReturn(db, event.id, returned, order.partnerId, now) };
}

/**
 * An order keeps the operator's questions and the ticket sizes of its sale. An order that moves to another event gets the present ones of
 * that event, unless the operator moves all guests of an event: then each ticket stands for whom it stood for.
 */
function asAgreed(event: BookableEvent, order: OrderRow, { kind }: Difference, keepsTerms: boolean): BookableEvent {
  if (kind !== "move") return asSold(event, order.agreed);
  return keepsTerms ? { ...event, ticketSizes: asSold(event, order.agreed).ticketSizes } : event;
}

/** Returns what the order takes after the amendment. It adds no ticket to an event that is unknown. */
const partyAfter = (order: OrderRow, { tickets }: Difference, event: BookableEvent | null): Party =>
  partyOf(tickets, event ?? { ticketSizes: soldSizes(order.agreed.tickets), capacity: order.seats });

/** Returns why this order cannot be amended at all; null when it can. */
async function orderRefusal(db: Db, order: OrderRow): Promise<PlainRefusalCode | null> {
  if (order.status === "waitsupplier") return "change-unconfirmed";
  if (order.status !== "complete" || order.erasedAt) return "change-ended";
  if ((await voucherOf(db, order.id))?.redeemedAt) return "change-redeemed";
  return (await waitingAmendment(db, order.id)) ? "change-waiting" : null;
}

/** Tickets can be returned until cancellation ends. Everything else can change until the event begins. */
function timeRefusal(
  order: OrderRow,
  differs: Difference,
  event: BookableEvent | null,
  { actor, now }: QuoteCall,
): PlainRefusalCode | null {
  if (actor === "partner" && givesBack(order, differs) && now > order.cancelUntil) return "change-too-late";
  return event && differs.kind !== "move" && now >= event.startsAt ? "event-past" : null;
}

/** Whether the amendment returns a ticket or leaves the event. */
function givesBack(order: OrderRow, { kind, tickets }: Difference): boolean {
  const after = new Map(tickets.map(({ code, quantity }) => [code, quantity]));
  return kind === "move" || order.tickets.some(({ code, quantity }) => (after.get(code) ?? 0) < quantity);
}

function wishRefusal(
  sale: OrderSale | null,
  differs: Difference,
  event: BookableEvent | null,
): PlainRefusalCode | null {
  if (event && sale && event.productId !== sale.productId) return "change-other-product";
  return differs.kind === "nothing" ? "change-nothing" : null;
}

/** New seats need an event that is on sale. Tickets that stay need only their ticket rules, and no present price. */
function selectionRefusals(
  order: OrderRow,
  differs: Difference,
  event: BookableEvent | null,
  { lang, now, isGroup }: { lang: Language; now: Date; isGroup: boolean },
): ErrorEntry[] {
  const { kind, tickets } = differs;
  if (kind !== "move" && kind !== "resize" && kind !== "reduce") return [];
  if (!event) return [refusalEntry("event-unknown", lang)];
  const prices = kind === "move" ? event.prices : [...event.prices, ...pricesThatStay(order, tickets)];
  const ticketRules = isGroup ? event.ticketRules.map(withAnyQuantity) : event.ticketRules;
  if (kind === "reduce") return ticketRefusals(tickets, { ...event, ticketRules, prices }, lang);
  const amended = { ...ownSeatsAdded(event, order, differs), ticketRules, prices };
  return validateSale({ event: amended, tickets, lang, now, whiteLabelKnown: true, isGroup }).errors;
}

/** Keeps the sale's prices of ticket kinds that do not increase: the event may no longer sell them. */
function pricesThatStay(order: OrderRow, tickets: readonly TicketSelection[]): TicketPrice[] {
  const further = furtherKinds(order, tickets);
  return order.agreed.tickets
    .filter(({ code }) => !further.has(code))
    .map(({ code, prices }) => ({ code, price: prices[0]!.unitPrice }));
}

/** Returns the end of a quote: at the latest when its amendment is no longer possible. */
function endOf(
  order: OrderRow,
  differs: Difference,
  event: BookableEvent | null,
  takesSeats: boolean,
  { now, actor, quoteMinutes }: QuoteCall,
): Date {
  const ends = [new Date(now.getTime() + quoteMinutes * 60_000)];
  if (takesSeats && event) ends.push(event.salesEndAt);
  if (actor === "partner" && givesBack(order, differs)) ends.push(order.cancelUntil);
  return new Date(Math.min(...ends.map((end) => end.getTime())));
}
