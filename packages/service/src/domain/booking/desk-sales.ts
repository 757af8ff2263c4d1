import { randomUUID } from "node:crypto";
import type { Answer, ErrorEntry, Language, TicketRule, TicketSelection } from "@paseo/contract";
import Big from "big.js";
import type { BookableEvent } from "../../records/bookable-event.ts";
import type { Payment, PaymentMethod } from "../../records/payment.ts";
import type { TicketPrice } from "../../records/tickets/ticket-prices.ts";
import type { Party } from "../../records/tickets/ticket-sizes.ts";
import type { BlockRow } from "../../store/booking/blocks.ts";
import { bookableEvent } from "../../store/catalogue/event-sales.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { neverGivenUp } from "../../store/database/given-up.ts";
import { totalOfTickets } from "../../store/money/amounts.ts";
import { ensurePartner, partnerId } from "../../store/partners/partners.ts";
import { type OrderRow, orderById, type SoldTicket } from "../../store/sale/orders.ts";
import { storeCurrency } from "../money/store-currency.ts";
import { sameSelection } from "../orders/content.ts";
import { replacePrices, soldTickets, validateRequest } from "../orders/sale.ts";
import type { OrderContext } from "../orders/transitions.ts";
import { deskId, deskNames } from "../partners/desk.ts";
import type { Caller } from "../partners/keys.ts";
import { minorDigits, totalUsd } from "../selling/money.ts";
import type { AskedQuestion } from "../selling/questions.ts";
import { type PricedLine, pricedLines } from "../selling/validate-sale.ts";
import { partnerTermsOf, type SoldPartnerTerms } from "../terms/sold-terms.ts";
import type { BookCall, GroupSale } from "./book-request.ts";
import { placeOrder } from "./booking.ts";
import { validateBlockSale } from "./group-orders.ts";
import { groupAnswers, guestAnswers } from "./guests.ts";

/**
 * Sales of the operator's own desk: by telephone, and to walk-in customers. They are bookings of a partner that has no
 * key, or of the partner for which the operator sells. docs/decisions/0042-own-sales.md has the reasons.
 */

/** A selection of tickets, and unit prices in place of the catalogue's. */
export interface DeskSelection {
  eventId: string;
  tickets: TicketSelection[];
  prices: readonly TicketPrice[];
  /** The partner for which the operator sells. Missing: the operator's own desk. */
  partner?: DeskBuyer;
  /** The block whose seats the order takes. Missing: free seats. */
  block?: Pick<BlockRow, "id" | "eventId" | "seats" | "revision" | "note" | "by">;
}

/** A partner that buys at the operator's desk, by its terms. */
type DeskBuyer = Pick<Caller, "partnerId" | "partner" | "active" | "hasTerms">;

export interface SaleQuote {
  /** Null: the event does not exist. */
  event: BookableEvent | null;
  /** Tickets that the event sells, at the catalogue's prices. */
  offered: { rule: TicketRule; price: TicketPrice }[];
  /** What the selection takes of the event. */
  party: Party;
  /** The selected tickets as charged. A code whose price has steps can have several lines. Empty: `total` is null. */
  lines: PricedLine[];
  /** Null: no ticket is selected, or a ticket has no price. */
  total: QuotedTotal | null;
  /** By the terms of the partner. Null: it has none. */
  terms: SoldPartnerTerms | null;
  errors: ErrorEntry[];
  questions: AskedQuestion[];
}

/** A total as decimal strings: in the event's currency, in US dollars, and in the store's currency as the order will have it. */
interface QuotedTotal {
  amount: string;
  usd: string;
  currencyCode: string;
  inStore: string;
}

/** Returns the price and the questions of a sale, and the reasons why it is not possible. */
export async function quoteSale(
  db: Db,
  { eventId, tickets, prices, block, partner }: DeskSelection,
  call: { lang: Language; now: Date },
): Promise<SaleQuote> {
  const desk = await partnerId(db, deskId);
  const caller = partner ?? (desk === null ? null : { partnerId: desk });
  const { event, sale } = block
    ? await validateBlockSale(db, block, tickets, { ...call, caller })
    : await validateRequest(
        { db },
        { id: eventId.toLowerCase(), tickets },
        { ...call, caller, test: false, isDesk: true },
      );
  const { party, errors, questions } = sale;
  const catalogue = new Map(event?.prices.map((price) => [price.code, price]));
  const offered = (event?.ticketRules ?? []).flatMap((rule) => {
    const price = catalogue.get(rule.code);
    return price === undefined ? [] : [{ rule, price }];
  });
  const state = event && replacePrices(event, prices);
  const lines = state && pricedLines(tickets, state, event.ticketSizes);
  const sold = lines && soldTickets(tickets, state, event.ticketSizes);
  const total = sold && (await totalOf(db, lines, sold, call.now));
  const terms = partnerTermsOf({ tickets: sold ?? [], terms: event?.terms?.sold });
  return { event, offered, party, lines: lines ?? [], total, terms, errors, questions };
}

/** Returns the total of priced tickets. `sold`: the same tickets as an order stores them. */
async function totalOf(
  db: Db,
  lines: readonly PricedLine[],
  sold: readonly SoldTicket[],
  now: Date,
): Promise<QuotedTotal> {
  const amount = lines.reduce((sum, { price, quantity }) => sum.plus(new Big(price).times(quantity)), new Big(0));
  const currency = await storeCurrency(db);
  return {
    amount: amount.toFixed(minorDigits(sold[0]!.prices[0]!.currencyCode)),
    usd: totalUsd(lines).toFixed(2),
    currencyCode: currency.code,
    inStore: await totalOfTickets(db, currency, [...sold], now),
  };
}

export interface DeskSale extends DeskSelection {
  /** The order's id. The client chooses it, and repeats the request with it after a lost answer. */
  id: string;
  /** The guest's language. */
  lang: Language;
  /** The guest's first name, or the name of a guest or group. Empty: the operator does not know it, or the sale's questions ask for it. */
  name: string;
  /** Empty: `name` is all that is known. */
  lastName: string;
  email: string;
  phoneNumber: string;
  answers: Answer[];
  /** The total that the operator saw, in US dollars: a decimal string. */
  totalUsd: string;
  /** `dueOn`: `yyyy-MM-dd`, only of a sale on account. Null: the order is on the account of the partner. */
  payment: { method: PaymentMethod; note: string; reason: string; dueOn: string } | null;
  /** A group's order from a block. */
  group?: GroupSale | undefined;
  ownAnswersLater: boolean;
}

export interface DeskCall extends Pick<BookCall, "lang" | "now" | "priceHoldMinutes" | "sandbox" | "supplierWaitMs"> {
  /** The operator's e-mail address. */
  by: string;
  /** Records the order in its transaction. */
  record: (tx: Tx, order: OrderRow) => Promise<void>;
}

export type DeskPlacement =
  | { outcome: "placed" | "again"; order: OrderRow }
  | { outcome: "refused"; errors: ErrorEntry[] }
  /** Another sale has this id. */
  | { outcome: "taken" }
  /** The service is still processing an equal request. */
  | { outcome: "in-flight" };

/** Places an order for the desk. */
export async function placeSale(context: OrderContext, wish: DeskSale, call: DeskCall): Promise<DeskPlacement> {
  const { db } = context;
  const sale = { ...wish, id: wish.id.toLowerCase(), eventId: wish.eventId.toLowerCase() };
  const buyer = sale.partner ?? {
    ...{ partnerId: await deskPartner(db, call.lang), partner: deskId, active: true },
  };
  const unasked = sale.group?.namesLater ? groupAnswers(sale) : await unaskedName(db, sale);
  const answers = [...sale.answers, ...unasked];
  const isThis = (order: OrderRow) => order.partnerId === buyer.partnerId && isSale(order, { ...sale, answers });
  // For a day the store of answers recognises a repeated request. Later the order with this id shows that the sale was
  // made.
  const known = await orderById(db, sale.id);
  if (known) return isThis(known) ? { outcome: "again", order: known } : { outcome: "taken" };
  const placement = await placeOrder(context, requestOf(sale), {
    ...call,
    caller: { ...buyer, keyId: "", test: false, readOnly: false, assistants: false },
    hasGivenUp: neverGivenUp,
    idempotencyKey: `sale ${sale.id}`,
    waitsInFlight: true,
    orderId: sale.id,
    unasked: answers.slice(sale.answers.length),
    desk: {
      lang: sale.lang,
      payment: sale.payment && paymentOf(sale.payment, call),
      prices: sale.prices,
      group: sale.group,
      ownAnswersLater: sale.ownAnswersLater,
      record: call.record,
    },
  });
  if (placement.outcome === "key-reused") return { outcome: "taken" };
  if (placement.outcome === "in-flight") return { outcome: "in-flight" };
  const order = await orderById(db, sale.id);
  if (!order) return { outcome: "refused", errors: placement.order.errors ?? [] };
  return isThis(order) ? { outcome: placement.outcome === "placed" ? "placed" : "again", order } : { outcome: "taken" };
}

/** Returns the id of the partner that represents the desk. `lang`: the language of the name, if the partner is created now. */
export const deskPartner = async (db: Db, lang: Language): Promise<string> =>
  (await partnerId(db, deskId)) ?? ensurePartner(db, { id: randomUUID(), externalId: deskId, name: deskNames[lang] });

const requestOf = ({ eventId, tickets, email, phoneNumber, answers, totalUsd }: DeskSale) => ({
  id: eventId,
  apiKey: "",
  tickets,
  email,
  phoneNumber,
  // The guest has no IP address here, and the address of the operator would say nothing about the guest.
  remoteHost: "",
  totalUsd: { currencyCode: "USD" as const, value: Number(totalUsd) },
  answers,
});

/**
 * Converts the guest's name to answers of the first passenger, if the sale asks for no names. The door and the manifest
 * show these answers.
 */
async function unaskedName(db: Db, { eventId, name, lastName }: DeskSale): Promise<Answer[]> {
  const answers = guestAnswers({ name, lastName });
  const isAsked = answers.length > 0 && (await bookableEvent(db, eventId))?.questions.allPassengerNames;
  return isAsked ? [] : answers;
}

function paymentOf({ method, note, reason, dueOn }: NonNullable<DeskSale["payment"]>, { by, now }: DeskCall): Payment {
  return {
    method,
    by,
    at: now.toISOString(),
    ...(note && { note }),
    ...(dueOn && { dueOn }),
    ...(reason && { reason }),
  };
}

/** Whether an order is this sale. */
function isSale(order: OrderRow, sale: DeskSale): boolean {
  return (
    order.eventId === sale.eventId &&
    sameSelection(order.tickets, sale.tickets) &&
    order.lang === sale.lang &&
    order.email === sale.email &&
    order.phoneNumber === sale.phoneNumber &&
    new Big(order.totalUsd).eq(sale.totalUsd) &&
    JSON.stringify(order.answers.map(({ code, value }) => [code, value])) ===
      JSON.stringify(sale.answers.map(({ code, value }) => [code, value])) &&
    isPaidAs(order.payment, sale.payment) &&
    (order.agreed.group === undefined) === (sale.group === undefined)
  );
}

function isPaidAs(paid: Payment | null, wanted: DeskSale["payment"]): boolean {
  if (!paid || !wanted) return paid === wanted;
  const { method, note = "", reason = "", dueOn = "" } = paid;
  return method === wanted.method && note === wanted.note && reason === wanted.reason && dueOn === wanted.dueOn;
}
