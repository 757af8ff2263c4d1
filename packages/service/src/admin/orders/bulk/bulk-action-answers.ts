import type { Language } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import Big from "big.js";
import { type BulkPreview, type PreviewedOrder, sumAmounts } from "../../../domain/bulk/preview.ts";
import {
  fillBulkLetter,
  languagesOf,
  letterProblems,
  letterToReadAloud,
} from "../../../domain/letters/bulk-letters.ts";
import { convertUsd, storeCurrency } from "../../../domain/money/store-currency.ts";
import { leadName } from "../../../domain/selling/lead-name.ts";
import type { BulkKind, BulkLetter } from "../../../records/bulk-action.ts";
import type { Service } from "../../../service.ts";
import {
  attemptsBeforeCall,
  type BulkAction,
  type BulkOrderLine,
  bulkOrderLines,
} from "../../../store/bulk/bulk-actions.ts";
import { amountsOfOrders } from "../../../store/money/amounts.ts";
import type { OrderRow } from "../../../store/sale/orders.ts";
import type { DayEventLine } from "../../../store/visits/day-events.ts";
import { refusal } from "../../../texts/field-refusals.ts";
import { texts } from "../../../texts/texts.ts";
import { invalidFields } from "../../editing/changing.ts";
import { readEvent, readEvents } from "../../events-by-id.ts";
import type { bulkLetterStates } from "./bulk-action-shapes.ts";

/** Converts bulk actions to answers of the back office. */

/** Reads events that must exist, in order of their start. */
export async function existingEvents(service: Service, ids: readonly string[], now: Date): Promise<DayEventLine[]> {
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const events = await readEvents(service, [...wanted], now);
  const found = new Set(events.map(({ id }) => id));
  const missing = ids.findIndex((id) => !found.has(id.toLowerCase()));
  if (missing >= 0) throw invalidFields([{ pointer: `/eventIds/${missing}`, ...refusal("no-such-event") }]);
  return events;
}

const orderHead = (order: OrderRow & { partner: string }) => ({
  orderId: order.id,
  reference: orderReference(order),
  leadName: leadName(order.answers),
  partner: order.partner,
  people: order.people,
  seats: order.seats,
  lang: order.lang,
  status: order.status,
});

/** Returns a preview with its totals and the letters in each language of its guests. */
export async function previewAnswer(
  service: Service,
  { concerned, more, digest, currency }: BulkPreview,
  given: {
    kind: BulkKind;
    events: readonly DayEventLine[];
    target: DayEventLine | null;
    reason: string;
    letters: Partial<Record<Language, BulkLetter>>;
    news?: "facts" | undefined;
  },
) {
  const { events, target } = given;
  const mail = await service.mail.isSet();
  const able = concerned.filter(({ errors }) => errors.length === 0);
  const sum = (amountOf: (one: PreviewedOrder) => string) => sumAmounts(able.map(amountOf), currency.digits);
  const reached = (one: PreviewedOrder) =>
    mail && one.order.email !== "" ? "email" : one.order.phoneNumber !== "" ? "phone" : "";
  return {
    digest,
    more,
    currencyCode: currency.code,
    open: events.some(({ setting }) => setting === "available"),
    mail,
    target: target && { ...eventNamesOf(target), left: target.left },
    orders: concerned.map(({ order, refundTermsUsd, total, refundTerms, difference, errors }) => ({
      ...orderHead(order),
      eventOn: order.eventOn,
      supplier: order.supplier,
      admitted: order.admitted,
      email: order.email !== "",
      phone: order.phoneNumber !== "",
      totalUsd: order.totalUsd,
      ...{ refundTermsUsd, total, refundTerms, difference, errors },
    })),
    totals: {
      ...tallyOf(concerned),
      admitted: concerned.reduce((sum, { order }) => sum + order.admitted, 0),
      possible: able.length,
      partners: sidesOf(concerned, ({ order }) => order.partner),
      suppliers: sidesOf(concerned, ({ order }) => order.supplier),
      refundTermsUsd: sumAmounts(able.map(({ refundTermsUsd }) => refundTermsUsd)),
      refundFullUsd: sumAmounts(able.map(({ refundFullUsd }) => refundFullUsd)),
      refundTerms: sum(({ refundTerms }) => refundTerms),
      refundFull: sum(({ refundFull }) => refundFull),
      dearer: sum(({ difference }) => (difference.startsWith("-") ? "0" : difference)),
      cheaper: sum(({ difference }) => (difference.startsWith("-") ? difference.slice(1) : "0")),
      byEmail: able.filter((one) => reached(one) === "email").length,
      byPhone: able.filter((one) => reached(one) === "phone").length,
      unreachable: able.filter((one) => reached(one) === "").length,
    },
    letters: await lettersOf(service, able, given),
  };
}

export const eventNamesOf = ({ id, productName, itemName, eventOn }: DayEventLine) => ({
  id,
  productName,
  itemName,
  eventOn,
});

const tallyOf = (concerned: readonly PreviewedOrder[]) => ({
  orders: concerned.length,
  people: concerned.reduce((sum, { order }) => sum + order.people, 0),
  seats: concerned.reduce((sum, { order }) => sum + order.seats, 0),
});

const sidesOf = (concerned: readonly PreviewedOrder[], nameOf: (one: PreviewedOrder) => string | null) =>
  [...Map.groupBy(concerned, nameOf)]
    .map(([name, some]) => ({ name, ...tallyOf(some) }))
    .sort((a, b) => b.orders - a.orders);

async function lettersOf(
  { db, orderContext, config: { operatorName } }: Service,
  able: readonly PreviewedOrder[],
  { kind, reason, letters, news }: Parameters<typeof previewAnswer>[2],
) {
  const answers = [];
  for (const { lang, orders } of languagesOf(able.map(({ order }) => order))) {
    const letter = letters[lang] ?? texts[lang].bulkLetters[kind === "inform" && news ? news : kind];
    const { order: first, move, refundFullUsd } = able.find(({ order }) => order.lang === lang)!;
    // The operator can still choose the refund by the terms, which may be nothing.
    const preview = { move, refund: kind === "cancel" ? refundFullUsd : null };
    const content = { lang, reason, letters: { [lang]: letter } };
    const context = { db, publicUrl: orderContext.publicUrl, operatorName };
    const filled = await fillBulkLetter(context, { action: { content }, formerOn: first.eventOn }, first, preview);
    const example = filled && { subject: filled.subject, body: filled.body };
    answers.push({ lang, orders, ...letter, example, problems: letterProblems(letter) });
  }
  return answers;
}

type ShownLetter = (typeof bulkLetterStates)[number];

/** Returns the state of an order's letter, or null if the guest gets no letter. */
function letterState(
  { content }: BulkAction,
  { state, letter, attempts, fault, calledAt }: BulkOrderLine,
): ShownLetter | null {
  if (!content.letters || state === "refused" || fault === "order-ended") return null;
  if (state === "waiting") return "due";
  if (calledAt !== null && letter !== "sent") return "called";
  if (letter === "due") return attempts < attemptsBeforeCall ? "due" : "delayed";
  if (letter === "sending") return "due";
  return letter === null || letter === "skipped" ? "call" : letter;
}

/** Returns the state of a letter as a list shows it: a guest without a telephone number cannot be called. */
function shownLetter(action: BulkAction, line: BulkOrderLine): ShownLetter | null {
  const state = letterState(action, line);
  return state === "call" && line.phoneNumber === "" ? "unreachable" : state;
}

/** Returns an action with each of its orders. */
export async function reportAnswer(service: Service, action: BulkAction, now: Date) {
  const lines = await bulkOrderLines(service.db, action.id);
  const currency = await storeCurrency(service.db);
  const ids = lines.map((line) => line.id);
  const amounts = new Map((await amountsOfOrders(service.db, currency, ids)).map((one) => [one.id, one]));
  const { id, kind, createdAt, createdBy } = action;
  const { targetId, refund = null, reason, letters } = action.content;
  const refundOf = ({ id, state, refundUsd }: BulkOrderLine) =>
    kind === "cancel" && state !== "refused" && refundUsd !== null
      ? { refundUsd: new Big(refundUsd).toFixed(2), refund: convertUsd(refundUsd, amounts.get(id)!, currency) }
      : { refundUsd: null, refund: null };
  const target = targetId === undefined ? null : await readEvent(service, targetId, now);
  return {
    ...{ id, kind, createdAt, createdBy, refund, reason },
    events: await eventsOf(service, action, now),
    target: target && eventNamesOf(target),
    closed: action.content.closed ?? false,
    informs: letters !== undefined,
    currencyCode: currency.code,
    open: lines.filter((line) => line.state === "waiting" || letterState(action, line) === "due").length,
    orders: lines.map((line) => ({
      ...orderHead(line),
      eventOn: line.formerOn,
      later: action.content.later?.includes(line.id) ?? false,
      state: line.state,
      change: line.changeStatus,
      errors: line.refusals,
      letter: shownLetter(action, line),
      fault: line.fault,
      ...refundOf(line),
    })),
  };
}

/** Returns the events of an action, with the dates that they had when it started. An event that was deleted since has no names. */
export async function eventsOf(service: Service, { events }: BulkAction, now: Date) {
  const ids = events.map(({ id }) => id);
  const present = new Map((await readEvents(service, ids, now)).map((event) => [event.id, event]));
  return events.map(({ id, eventOn }) => {
    const { productName = "", itemName = "" } = present.get(id) ?? {};
    return { id, productName, itemName, eventOn };
  });
}

/**
 * Lists the guests whom an operator has to tell, with the text to read to them, because no e-mail could be sent or its outcome is
 * unknown. Also guests without a telephone number: their partner or the guide tells them. Guests who were told stay in the list, so that
 * a wrong tick can be removed.
 */
export async function callsAnswer({ db, orderContext, config: { operatorName } }: Service, action: BulkAction) {
  const calls = [];
  for (const line of await bulkOrderLines(db, action.id)) {
    const letter = shownLetter(action, line);
    if (letter === null || letter === "due" || letter === "sent") continue;
    const { orderId, reference, leadName, seats, lang } = orderHead(line);
    const { formerOn, phoneNumber, calledAt, calledBy } = line;
    const context = { db, publicUrl: orderContext.publicUrl, operatorName };
    const text = (await letterToReadAloud(context, { action, formerOn }, line)) ?? "";
    const guest = { orderId, reference, leadName, seats, lang, phoneNumber };
    calls.push({ ...guest, eventOn: formerOn, letter, calledAt, calledBy, text });
  }
  return { calls };
}
