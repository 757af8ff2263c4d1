import type { BookRequest } from "@paseo/contract";
import Big from "big.js";
import { beginHistory } from "../../../store/catalogue/publishing.ts";
import type { Db } from "../../../store/database/database.ts";
import { type HoldRow, insertHeldOrder, OrderConflict } from "../../../store/orders/holds/holds.ts";
import { forgetRetries, type NewOrder, type OrderRow } from "../../../store/orders/orders.ts";
import { forcedRefusal } from "../../../suppliers/sandbox.ts";
import { type PlainRefusalCode, refusal } from "../../selling/messages.ts";
import { checkAnswers } from "../../selling/questions.ts";
import type { OrderContext } from "../order-changes.ts";
import { sameSelection } from "../order-content.ts";
import { saleOf } from "../orders.ts";
import {
  type BookCall,
  completeAtOnce,
  isTest,
  type NewlyPlaced,
  newlyPlaced,
  newOrder,
  type Refused,
  refused,
  write,
} from "../placing/book-request.ts";
import { retryWindowStart } from "../retries.ts";
import { endedCodes, ownHold, statusOf } from "./holds.ts";

/** Booking with a hold: the order takes over the hold's seats, total and terms. */

type HeldCall = BookCall & { holdId: string };

export async function attemptHeldOrder(
  context: OrderContext,
  request: BookRequest,
  digest: string,
  call: HeldCall,
): Promise<NewlyPlaced | Refused> {
  const first = await bookHold(context, request, digest, call);
  if (first) return first;
  // The hold ended meanwhile, an expired retry has the same content or key, or the database has begun a new history.
  await forgetRetries(context.db, retryWindowStart(call.now), call.caller.partnerId);
  await beginHistory(context.db, call.now);
  return (
    (await bookHold(context, request, digest, call)) ?? refused(request, call, [refusal("hold-expired", call.lang)])
  );
}

/** Null: the order was not written although the checks passed. */
async function bookHold(
  context: OrderContext,
  request: BookRequest,
  digest: string,
  call: HeldCall,
): Promise<NewlyPlaced | Refused | null> {
  const { db } = context;
  const { lang, holdId, caller } = call;
  const hold = await ownHold(db, holdId, caller);
  const problem = problemOf(hold, request, call);
  if (!hold || problem) return refused(request, call, [refusal(problem ?? "hold-unknown", lang)]);

  const { event, sale } = await saleOf(db, request, call, { isHeld: true });
  const errors = [...sale.errors];
  const forced = isTest(request, call) ? forcedRefusal(request.email) : null;
  if (forced) errors.push(refusal(forced, lang));
  if (!new Big(request.totalUsd.value).eq(hold.totalUsd)) errors.push(refusal("price-changed", lang));
  if (sale.errors.length === 0) errors.push(...checkAnswers(sale.questions, request.answers ?? [], lang));
  if (!event || errors.length > 0) return refused(request, call, errors);

  const { eventId, eventOn, agreed, cancelPurchaseHour, cancelUntil } = hold;
  const taken = { eventId, eventOn, seats: sale.seats, agreed, cancelPurchaseHour, cancelUntil };
  const order = newOrder(request, { taken, event }, digest, call);
  const row = await write(context, order, call.hasGivenUp, (own) => placeHeld(own, context, order, holdId));
  return row && newlyPlaced(row, order);
}

/** An order that is complete gets its voucher and callback in the same transaction. */
function placeHeld(db: Db, context: OrderContext, order: NewOrder, holdId: string): Promise<OrderRow | null> {
  const placing =
    order.status === "complete"
      ? db.transaction().execute(async (tx) => {
          const placed = await insertHeldOrder(tx, order, holdId);
          if (placed) await completeAtOnce(tx, context, [placed]);
          return placed;
        })
      : insertHeldOrder(db, order, holdId);
  return placing.catch((error) => {
    if (error instanceof OrderConflict) return null;
    throw error;
  });
}

/** Why the hold cannot be booked by this request; null when it can. */
function problemOf(hold: HoldRow | null, request: BookRequest, call: HeldCall): PlainRefusalCode | null {
  if (!hold) return "hold-unknown";
  const status = statusOf(hold, call.now);
  if (status !== "open") return endedCodes[status];
  const isSame =
    hold.eventId === request.id &&
    hold.test === isTest(request, call) &&
    hold.whiteLabelCode === (request.whiteLabelCode || null) &&
    sameSelection(hold.tickets, request.tickets);
  return isSame ? null : "hold-differs";
}
