import { randomUUID } from "node:crypto";
import type { ErrorEntry, Hold, HoldChangeRequest, HoldRequest, HoldStatus, Language } from "@paseo/contract";
import type { BookableEvent } from "../../../store/catalogue/bookable-event.ts";
import { bookableEvent } from "../../../store/catalogue/event-sales.ts";
import type { Db } from "../../../store/database/database.ts";
import { type HasGivenUp, unlessGivenUp } from "../../../store/database/given-up.ts";
import {
  endHold,
  extendHold,
  type HoldPlaced,
  type HoldRow,
  heldBy,
  holdById,
  holdByIdempotencyKey,
  insertHold,
  type NewHold,
} from "../../../store/orders/holds/holds.ts";
import { giveSeatsBack, publishEvents } from "../../../store/orders/order-changes.ts";
import { unlessNoSeats } from "../../../store/orders/orders.ts";
import { holdInBatches } from "../../../store/orders/placing/hold-batches.ts";
import { type Caller, mayUseOrder } from "../../partners/keys.ts";
import { type PlainRefusalCode, refusal } from "../../selling/messages.ts";
import { questionsFor } from "../../selling/questions.ts";
import { chosen, passengers, seats } from "../../selling/ticket-rules.ts";
import type { Sale } from "../../selling/validate-sale.ts";
import type { OrderContext } from "../order-changes.ts";
import { holdDigest } from "../order-content.ts";
import { saleOf } from "../orders.ts";
import { isTest, takenFrom, write } from "../placing/book-request.ts";
import { onceForKey } from "../retries.ts";

/** Holds: seats taken at a fixed total while a customer pays. docs/decisions/0029-holds.md has the reasons. */

/** What the operator allows: settings. */
export interface HoldRules {
  minutes: number;
  extensions: number;
  /** Of each partner: holds that have not expired, and their seats. */
  mostOpen: number;
  mostSeats: number;
}

export interface HoldCall {
  lang: Language;
  caller: Caller;
  now: Date;
  hasGivenUp: HasGivenUp;
  /** Whether every order, and so every hold, is a test. */
  sandbox: boolean;
  rules: HoldRules;
  /** The request's Idempotency-Key header. */
  idempotencyKey?: string | undefined;
  /** The id of a new hold. A random one unless given. */
  holdId?: string;
}

/** `used`: what the partner's open holds take, once the statement has counted them. */
export type Holding =
  | { outcome: "answered"; hold: Hold; used?: { open: number; seats: number } }
  | { outcome: "in-flight" | "key-reused" };

/** The operation eventhold. A request with the same Idempotency-Key returns the first answer. */
export async function holdSeats(context: OrderContext, request: HoldRequest, call: HoldCall): Promise<Holding> {
  const { db } = context;
  const digest = holdDigest(call.lang, { ...request, testMode: isTest(request, call) });
  return onceForKey<Extract<Holding, { outcome: "answered" }>>(
    db,
    { ...call, digest, operation: "eventhold" },
    {
      place: async (key) => {
        const ofKey = { ...call, idempotencyKey: key };
        return (await holdOfKey(db, ofKey)) ?? attemptHold(context, request, ofKey);
      },
      answerOf: ({ hold }) => hold,
      again: (hold) => ({ outcome: "answered", hold: hold as Hold }),
    },
  );
}

type Answered = Extract<Holding, { outcome: "answered" }>;

/** The hold that a request with the same Idempotency-Key has placed, also while this one was in progress. */
async function holdOfKey(db: Db, call: HoldCall): Promise<Answered | null> {
  const { caller, idempotencyKey } = call;
  const known = idempotencyKey === undefined ? null : await holdByIdempotencyKey(db, caller.partnerId, idempotencyKey);
  return known && { outcome: "answered", hold: await currentHold(db, known, call) };
}

async function attemptHold(
  context: OrderContext,
  request: HoldRequest,
  call: HoldCall,
  again = true,
): Promise<Answered> {
  const { db } = context;
  const { lang, rules } = call;
  const { event, sale } = await saleOf(db, request, call);
  if (!event || sale.totalUsd === null || sale.errors.length > 0) return refusedHold(request, sale, sale.errors, call);

  const hold = newHold(request, { event, sale, totalUsd: sale.totalUsd }, call);
  const result = await placeHold(context, hold, call);
  if (result?.placed) {
    const used = { open: result.open + 1, seats: result.openSeats + hold.seats };
    const row: HoldRow = { ...hold, extensions: 0, status: "open" };
    return { outcome: "answered", hold: holdOf(row, sale.questions, call), used };
  }
  const placed = await holdOfKey(db, call);
  if (placed) return placed;
  const limit = result && limitReached(hold, result, rules);
  const used = result ? { open: result.open, seats: result.openSeats } : undefined;
  if (limit) {
    const maximum = limit === "hold-limit-open" ? rules.mostOpen : rules.mostSeats;
    return { ...refusedHold(request, sale, [refusal(limit, lang, { maximum })], call), ...(used && { used }) };
  }
  // Other buyers took the seats, or holds expired meanwhile. Decided again, with the reason of this time.
  return again
    ? attemptHold(context, request, call, false)
    : refusedHold(request, sale, [refusal("capacity", lang)], call);
}

/** Places a hold that leaves a seat with those of other requests, any other alone. */
function placeHold(context: OrderContext, hold: NewHold, call: HoldCall): Promise<HoldPlaced | null> {
  const { db, share } = context;
  const { rules, hasGivenUp } = call;
  const alone = () =>
    write(context, hold, hasGivenUp, async (own) => {
      const spare = await insertHold(own, hold, rules, "spare").catch(unlessNoSeats);
      return spare && (spare.placed || limitReached(hold, spare, rules)) ? spare : holdLast(own, hold, call);
    });
  const isAlone = db.isTransaction || hold.test || share?.isHeld(hold.eventId);
  return isAlone ? alone() : holdInBatches(db, { hold, limits: rules }, alone, hasGivenUp);
}

function newHold(
  request: HoldRequest,
  { event, sale, totalUsd }: { event: BookableEvent; sale: Sale; totalUsd: number },
  call: HoldCall,
): NewHold {
  return {
    ...takenFrom(request, { event, sale, price: event }),
    id: call.holdId ?? randomUUID(),
    lang: call.lang,
    partnerId: call.caller.partnerId,
    test: isTest(request, call),
    tickets: chosen(request.tickets),
    whiteLabelCode: request.whiteLabelCode || null,
    totalUsd: totalUsd.toFixed(2),
    createdAt: call.now,
    expiresAt: endOf(event, call),
    idempotencyKey: call.idempotencyKey ?? null,
  };
}

/** When a hold that is placed or extended now ends: with the sale of the event at the latest. */
function endOf({ salesEndAt }: BookableEvent, { now, rules }: HoldCall): Date {
  const end = new Date(now.getTime() + rules.minutes * 60_000);
  return end < salesEndAt ? end : salesEndAt;
}

function limitReached(
  { seats }: NewHold,
  { open, openSeats }: HoldPlaced,
  { mostOpen, mostSeats }: HoldRules,
): "hold-limit-open" | "hold-limit-seats" | null {
  if (open >= mostOpen) return "hold-limit-open";
  return openSeats + seats > mostSeats ? "hold-limit-seats" : null;
}

// The hold may take the last seat. The event is then sold out, which is a new version in the same transaction.
function holdLast(db: Db, hold: NewHold, { rules, now }: HoldCall): Promise<HoldPlaced | null> {
  const placing = db.transaction().execute(async (tx) => {
    const result = await insertHold(tx, hold, rules, "last");
    if (result.left === 0) await publishEvents(tx, [hold], now);
    return result;
  });
  return placing.catch(unlessNoSeats);
}

/** The operation holdextend. Null: the caller has no such hold. */
export async function extend(db: Db, { id }: HoldChangeRequest, call: HoldCall): Promise<Hold | null> {
  const hold = await ownHold(db, id, call.caller);
  if (!hold) return null;
  const event = await bookableEvent(db, hold.eventId);
  const { now, rules, hasGivenUp } = call;
  const extended =
    event && statusOf(hold, now) === "open"
      ? await unlessGivenUp(db, hasGivenUp, (own) =>
          extendHold(own, id, { now, until: endOf(event, call), most: rules.extensions }),
        )
      : null;
  if (extended) return currentHold(db, extended, call);
  const present = (await holdById(db, id)) ?? hold;
  const status = statusOf(present, now);
  return refusedChange(present, status === "open" ? "hold-extend-limit" : endedCodes[status], call);
}

/** The operation holdrelease. Null: the caller has no such hold. One that has ended otherwise than in an order is returned unchanged. */
export async function release(db: Db, { id }: HoldChangeRequest, call: HoldCall): Promise<Hold | null> {
  const hold = await ownHold(db, id, call.caller);
  if (!hold) return null;
  const ended = await write({ db }, hold, call.hasGivenUp, (own) =>
    own.transaction().execute(async (tx) => {
      const released = await endHold(tx, id);
      if (released && !released.test) await giveSeatsBack(tx, released, seats(released.tickets), call.now);
      return released;
    }),
  );
  const present = ended ?? (await holdById(db, id)) ?? hold;
  return present.status === "booked" ? refusedChange(present, "hold-booked", call) : holdOf(present, [], call);
}

/** The operation hold. Null: the caller has no such hold. */
export async function readHold(db: Db, id: string, call: HoldCall): Promise<Hold | null> {
  const hold = await ownHold(db, id, call.caller);
  return hold && currentHold(db, hold, call);
}

/** What the caller's open holds of the same kind take together. */
export const usedBy = (db: Db, { partnerId }: Caller, { testMode }: Hold, now: Date) =>
  heldBy(db, { partnerId, test: testMode, now });

/** A hold that the caller may use: as with orders, a test key uses test holds only. */
export async function ownHold(db: Db, id: string, caller: Caller): Promise<HoldRow | null> {
  const hold = await holdById(db, id);
  return hold && mayUseOrder(caller, hold) ? hold : null;
}

export const statusOf = ({ status, expiresAt }: HoldRow, now: Date): HoldStatus =>
  status === "open" && expiresAt <= now ? "expired" : status;

/** The refusal of whoever needs an open hold. */
export const endedCodes: Record<Exclude<HoldStatus, "open">, PlainRefusalCode> = {
  booked: "hold-booked",
  released: "hold-released",
  expired: "hold-expired",
};

async function currentHold(db: Db, hold: HoldRow, call: HoldCall): Promise<Hold> {
  const event = await bookableEvent(db, hold.eventId);
  const isOpen = event && statusOf(hold, call.now) === "open";
  return holdOf(hold, isOpen ? questionsFor(event.questions, passengers(hold.tickets), call.lang) : [], call);
}

const holdOf = (hold: HoldRow, questions: Hold["questions"], { now, rules }: HoldCall): Hold => ({
  id: hold.id,
  eventId: hold.eventId,
  status: statusOf(hold, now),
  tickets: hold.tickets,
  totalUsd: { currencyCode: "USD", value: Number(hold.totalUsd) },
  expiresAt: hold.expiresAt.toISOString(),
  extensionsLeft: statusOf(hold, now) === "open" ? Math.max(0, rules.extensions - hold.extensions) : 0,
  testMode: hold.test,
  isValid: true,
  errors: [],
  questions,
});

const refusedChange = (hold: HoldRow, code: PlainRefusalCode, call: HoldCall): Hold => ({
  ...holdOf(hold, [], call),
  isValid: false,
  errors: [refusal(code, call.lang)],
});

function refusedHold(request: HoldRequest, { totalUsd }: Sale, errors: ErrorEntry[], call: HoldCall): Answered {
  const hold: Hold = {
    id: null,
    eventId: request.id,
    status: null,
    tickets: chosen(request.tickets),
    totalUsd: totalUsd === null ? null : { currencyCode: "USD", value: totalUsd },
    expiresAt: null,
    extensionsLeft: null,
    testMode: isTest(request, call),
    isValid: false,
    errors,
    questions: [],
  };
  return { outcome: "answered", hold };
}
