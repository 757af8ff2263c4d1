import type { Amendment, AmendmentRequest, Language } from "@paseo/contract";
import type { Db } from "../../store/database/database.ts";
import type { HasGivenUp } from "../../store/database/given-up.ts";
import { type AmendmentRow, amendmentById } from "../../store/sale/amendments.ts";
import { type OrderRow, orderById } from "../../store/sale/orders.ts";
import { dispatchUntilTimeout } from "../dispatch/dispatch.ts";
import { amendmentAnswer, quoteAnswer, revisionOf, unknownQuoteAnswer } from "../money/amendment-answers.ts";
import { changeDigest } from "../orders/content.ts";
import { quoteAmendment } from "../orders/quote.ts";
import { readEventToSell, withOwnTickets } from "../orders/sale.ts";
import { type OrderContext, startCallbackDelivery } from "../orders/transitions.ts";
import { mayUseOrder } from "../partners/keys.ts";
import { refusalEntry, refusalsOfStore, storedRefusals } from "../selling/messages.ts";
import { type AskedQuestion, questionsOfStore, storedQuestions } from "../selling/questions.ts";
import { ticketsOverStock } from "../selling/validate-sale.ts";
import { type AcceptedAmendment, acceptQuote } from "./accept-quote.ts";
import { once, type RepeatableCall, type Unanswered } from "./once.ts";

/** The operation orderamend: a quote, then its acceptance. */

interface ChangeCall extends RepeatableCall {
  lang: Language;
  hasGivenUp: HasGivenUp;
  quoteMinutes: number;
  /** Milliseconds that the answer may wait for a supplier that is called at once. */
  supplierWaitMs: number;
}

/** `asked`: the questions of the answer, in every language. */
interface Answered {
  outcome: "answered";
  change: Amendment;
  asked?: readonly AskedQuestion[];
}

type AmendmentOutcome =
  | Answered
  /** The order has another revision than the request names. */
  | { outcome: "stale"; revision: number }
  /** The partner has no such order. */
  | { outcome: "unknown" };

/** Carries out the operation orderamend. A request with the same Idempotency-Key returns the first answer. */
export const amendOrder = (
  context: OrderContext,
  request: AmendmentRequest,
  call: ChangeCall,
): Promise<AmendmentOutcome | Unanswered> =>
  once<AmendmentOutcome>(context.db, call, changeDigest(request), {
    scope: "change",
    readsFirst: true,
    attempt: async () => {
      const answer = await attemptAmendment(context, request, call);
      return { outcome: "answered", answer, body: answer.outcome === "answered" ? storedAnswer(answer) : undefined };
    },
    again: ({ body }) => ({ outcome: "answered", change: repeatedAnswer(body as Amendment, call.lang) }),
  });

/** An equal request in another language is answered in its own language. */
const storedAnswer = ({ change, asked = [] }: Answered): object => ({
  ...change,
  errors: storedRefusals(change.errors ?? []),
  questions: storedQuestions(asked),
});

const repeatedAnswer = (stored: Amendment, lang: Language): Amendment => ({
  ...stored,
  errors: refusalsOfStore(stored.errors ?? [], lang),
  questions: questionsOfStore(stored.questions ?? [], lang),
});

async function attemptAmendment(
  context: OrderContext,
  request: AmendmentRequest,
  call: ChangeCall,
): Promise<AmendmentOutcome> {
  const order = await orderById(context.db, request.id);
  if (!order || !mayUseOrder(call.caller, order)) return { outcome: "unknown" };
  return request.quoteId
    ? acceptRequestedQuote(context, order, request.quoteId, request.revision!, call)
    : quoteChange(context, order, request, call);
}

async function quoteChange(
  { db }: OrderContext,
  order: OrderRow,
  request: AmendmentRequest,
  call: ChangeCall,
): Promise<AmendmentOutcome> {
  if (request.revision != null && request.revision !== revisionOf(order)) return stale(order);
  const quote = await quoteAmendment(db, order, request, { ...call, actor: "partner", offer: call.caller.offer });
  return { outcome: "answered", change: quoteAnswer(quote, order, call.now), asked: quote.asked };
}

const stale = (order: OrderRow): AmendmentOutcome => ({ outcome: "stale", revision: revisionOf(order) });

async function acceptRequestedQuote(
  context: OrderContext,
  order: OrderRow,
  quoteId: string,
  revision: number,
  call: ChangeCall,
): Promise<AmendmentOutcome> {
  const { db } = context;
  const { lang, now, hasGivenUp } = call;
  const change = await amendmentById(db, quoteId);
  if (change?.orderId !== order.id) return { outcome: "answered", change: unknownQuoteAnswer(order, lang, now) };
  const accepted = await acceptQuote(context, change, {
    revision,
    actor: "partner",
    now,
    hasGivenUp,
  });
  if (accepted.outcome === "stale") return stale((await orderById(db, order.id)) ?? order);
  await startAcceptedAmendment(context, accepted, order, call.supplierWaitMs);
  const [after, present] = [(await orderById(db, order.id)) ?? order, (await amendmentById(db, quoteId)) ?? change];
  const refused =
    accepted.outcome === "refused" ? accepted.code : present.status === "declined" ? "change-declined" : null;
  const missing = refused === "capacity" ? await missingTickets(db, order, change, now) : [];
  const errors = missing.map((ticket) => refusalEntry("ticket-sold-out", lang, { ticket }));
  if (refused && errors.length === 0) errors.push(refusalEntry(refused, lang));
  return { outcome: "answered", change: amendmentAnswer(present, after, { now, errors }) };
}

/** Returns the tickets with a stock of which an amendment wants more than are left now. */
async function missingTickets(db: Db, order: OrderRow, change: AmendmentRow, now: Date): Promise<string[]> {
  const { tickets } = change.content;
  const event = await readEventToSell(db, change.eventId, { partnerId: order.partnerId, now }, () => false);
  const own = change.eventId === order.eventId ? order.tickets : [];
  return event ? ticketsOverStock(withOwnTickets(event, own), tickets) : [];
}

/** Starts the work after an accepted quote. If the product says so, this request calls the supplier. */
export async function startAcceptedAmendment(
  context: OrderContext,
  accepted: AcceptedAmendment,
  order: OrderRow,
  supplierWaitMs: number,
): Promise<void> {
  if (accepted.outcome === "changed") startCallbackDelivery(context, order);
  if (accepted.outcome === "waits" && accepted.callsHere) await dispatchUntilTimeout(context, order.id, supplierWaitMs);
}
