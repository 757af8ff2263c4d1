import type { Amendment, ErrorEntry, Language, Question } from "@paseo/contract";
import Big from "big.js";
import type { AmendmentRow } from "../../store/sale/amendments.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { refusalEntry } from "../selling/messages.ts";
import type { AskedQuestion } from "../selling/questions.ts";

/** Converts quotes and amendments to answers of the interface. */

/** A quote, or the reason why there is none. `row` is null for a refusal. */
export interface QuoteResult {
  row: AmendmentRow | null;
  shown: Pick<Amendment, "eventId" | "tickets" | "errors" | "questions">;
  /** The amounts of an amendment that only lacks answers. Null: it cannot be priced. */
  priced: QuotedAmounts | null;
  /** All questions, also the optional questions that `shown` leaves out. */
  asked: AskedQuestion[];
}

type QuotedAmounts = Pick<AmendmentRow, "totalUsd" | "differenceUsd" | "refundUsd">;

/** Returns a number that grows with every change of an order or of its status. */
export const revisionOf = ({ changes, amended }: Pick<OrderRow, "changes" | "amended">): number =>
  1 + changes + amended;

/** Returns an amount for partners, rounded to the cent. */
const dollars = (value: string) => ({ currencyCode: "USD" as const, value: Number(new Big(value).toFixed(2)) });

export const dollarAmounts = ({ totalUsd, differenceUsd, refundUsd }: QuotedAmounts) => ({
  totalUsd: dollars(totalUsd),
  differenceUsd: dollars(differenceUsd),
  refundUsd: dollars(refundUsd),
});

const amendmentStatus = ({ status, expiresAt }: AmendmentRow, now: Date): Amendment["status"] =>
  status === "quoted" && expiresAt <= now ? "expired" : status;

/** Returns a quote or an amendment, with the order's current state. */
export function amendmentAnswer(
  change: AmendmentRow,
  order: OrderRow,
  { now, errors = [], questions = [] }: { now: Date; errors?: ErrorEntry[]; questions?: Question[] },
): Amendment {
  return {
    id: order.id,
    quoteId: change.id,
    status: amendmentStatus(change, now),
    revision: revisionOf(order),
    eventId: change.eventId,
    tickets: change.content.tickets,
    ...dollarAmounts(change),
    expiresAt: change.expiresAt.toISOString(),
    testMode: order.test,
    isValid: errors.length === 0,
    errors,
    questions,
  };
}

/** Returns the refusal of a quote that the order does not have: the service deletes quotes some time after they expired. */
export const unknownQuoteAnswer = (order: OrderRow, lang: Language, now: Date): Amendment => {
  const errors = [refusalEntry("change-unknown", lang)];
  const shown = { eventId: order.eventId, tickets: order.tickets, errors, questions: [] };
  return quoteAnswer({ row: null, shown, priced: null, asked: [] }, order, now);
};

export function quoteAnswer({ row, shown, priced }: QuoteResult, order: OrderRow, now: Date): Amendment {
  if (row) return amendmentAnswer(row, order, { now, questions: shown.questions });
  return {
    id: order.id,
    quoteId: null,
    status: null,
    revision: revisionOf(order),
    eventId: shown.eventId,
    tickets: shown.tickets,
    ...(priced ? dollarAmounts(priced) : { totalUsd: null, differenceUsd: null, refundUsd: null }),
    expiresAt: null,
    testMode: order.test,
    isValid: false,
    errors: shown.errors,
    questions: shown.questions,
  };
}
