import type { BookRequest } from "@paseo/contract";
import Big from "big.js";
import type { HoldRow } from "../../store/orders/holds.ts";
import type { RepeatableRequest } from "../../store/sale/orders.ts";
import { sameSelection } from "../orders/content.ts";
import { validateRequest } from "../orders/sale.ts";
import type { OrderContext } from "../orders/transitions.ts";
import { type PlainRefusalCode, refusalEntry } from "../selling/messages.ts";
import { type BookCall, type BookingDecision, bookRefusals, isTestOrder, newOrder } from "./book-request.ts";
import { endedHoldCodes, holdStatus, readOwnHold } from "./own-hold.ts";

/** Books a hold: the order copies the hold's seats, total and terms. */
export async function bookHold(
  { db }: OrderContext,
  request: BookRequest,
  repeatable: RepeatableRequest,
  call: BookCall & { holdId: string },
): Promise<BookingDecision> {
  const { lang, holdId, caller } = call;
  const hold = await readOwnHold(db, holdId, caller);
  const problem = problemOf(hold, request, call);
  if (!hold || problem) return { errors: [refusalEntry(problem ?? "hold-unknown", lang)] };

  const { event, sale } = await validateRequest({ db }, request, { ...call, test: hold.test }, hold);
  const isPriced = new Big(request.totalUsd.value).eq(hold.totalUsd);
  const errors = [...sale.errors, ...bookRefusals(request, sale, isPriced, call)];
  if (!event || errors.length > 0) return { errors };

  const { eventId, productId, eventOn, seats, people, wholeEvent, agreed, cancelPurchaseHour, cancelUntil } = hold;
  const terms = { agreed, cancelPurchaseHour, cancelUntil };
  const taken = { eventId, productId, eventOn, seats, people, wholeEvent, ...terms };
  return { order: newOrder(request, { taken, event, sale }, repeatable, call) };
}

/** Returns why this request cannot book the hold; null when it can. */
function problemOf(hold: HoldRow | null, request: BookRequest, call: BookCall): PlainRefusalCode | null {
  if (!hold) return "hold-unknown";
  const status = holdStatus(hold, call.now);
  if (status !== "open") return endedHoldCodes[status];
  const isSame =
    hold.eventId === request.id &&
    hold.test === isTestOrder(request, call) &&
    hold.whiteLabelCode === (request.whiteLabelCode || null) &&
    sameSelection(hold.tickets, request.tickets);
  return isSame ? null : "hold-differs";
}
