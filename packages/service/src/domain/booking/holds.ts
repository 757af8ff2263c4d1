import { randomUUID } from "node:crypto";
import type { ErrorEntry, Hold, HoldChangeRequest, HoldRequest, Language } from "@paseo/contract";
import type { BookableEvent } from "../../records/bookable-event.ts";
import { offeredEvent } from "../../records/partners/offer.ts";
import type { PlacedHold } from "../../store/booking/place-holds.ts";
import { replaceHold } from "../../store/booking/replace-hold.ts";
import { writeHold } from "../../store/booking/sales.ts";
import { bookableEvent } from "../../store/catalogue/event-sales.ts";
import { type Db, inTransaction } from "../../store/database/database.ts";
import { repeatAfterConflict } from "../../store/database/faults.ts";
import { type HasGivenUp, unlessGivenUp } from "../../store/database/given-up.ts";
import {
  countOpenHolds,
  endHold,
  type HoldRow,
  holdById,
  type NewHold,
  writeHoldExtension,
} from "../../store/orders/holds.ts";
import { returnSeats } from "../../store/orders/order-writes.ts";
import type { RepeatableRequest } from "../../store/sale/orders.ts";
import { holdDigest } from "../orders/content.ts";
import { asSold, readEventToSell, validateRequest } from "../orders/sale.ts";
import type { OrderContext } from "../orders/transitions.ts";
import type { Caller } from "../partners/keys.ts";
import { type PlainRefusalCode, refusalEntry, refusalsOfStore, storedRefusals } from "../selling/messages.ts";
import { questionsFor, requiredQuestions } from "../selling/questions.ts";
import { countPassengers, selectedTickets } from "../selling/ticket-rules.ts";
import { hasTooFewSeats, type Sale, validateSale, withFurtherSeats } from "../selling/validate-sale.ts";
import { withTerms } from "../terms/event-terms.ts";
import { isOverLimit, limitOf } from "../terms/limits.ts";
import { isTestOrder, saleTerms } from "./book-request.ts";
import { type Attempt, once, type RepeatableCall, type Unanswered } from "./once.ts";
import { endedHoldCodes, holdStatus, readOwnHold } from "./own-hold.ts";

/** A hold reserves seats at a fixed total while a customer pays. docs/decisions/0029-holds.md has the reasons. */

/** The operator's settings for holds. */
interface HoldRules {
  minutes: number;
  extensions: number;
  /** Limits for each partner: open holds, and the seats of its open holds. */
  maxOpen: number;
  maxSeats: number;
}

export interface HoldCall extends RepeatableCall {
  lang: Language;
  hasGivenUp: HasGivenUp;
  /** Whether every order, and so every hold, is a test. */
  sandbox: boolean;
  rules: HoldRules;
  /** The id of a new hold. A random id unless given. */
  holdId?: string;
  /** Whether an equal request after a refusal is decided again. */
  refusesAnew?: boolean;
}

/** `used`: the seats and number of the partner's open holds, once the statement has counted them. */
interface HoldAnswer {
  outcome: "answered";
  hold: Hold;
  used?: { open: number; seats: number };
}

/** Carries out the operation eventhold. A request with the same Idempotency-Key returns the first answer. */
export function holdSeats(
  context: OrderContext,
  request: HoldRequest,
  call: HoldCall,
): Promise<HoldAnswer | Unanswered> {
  const digest = holdDigest({ ...request, testMode: isTestOrder(request, call) });
  return once<HoldAnswer>(context.db, call, digest, {
    scope: "hold",
    attempt: (repeatable) => attemptHold(context, request, repeatable, call),
    again: async ({ ref, body }) => {
      const hold = ref && (await holdById(context.db, ref));
      return {
        outcome: "answered",
        hold: hold ? await currentHold(context.db, hold, call) : repeatedHold(body as Hold, call),
      };
    },
  });
}

async function attemptHold(
  context: OrderContext,
  request: HoldRequest,
  repeatable: RepeatableRequest,
  call: HoldCall,
): Promise<Attempt<HoldAnswer>> {
  const { lang } = call;
  const { event, sale } = await validateRequest(context, request, { ...call, test: isTestOrder(request, call) });
  const refused = (errors: ErrorEntry[], used?: HoldAnswer["used"]) => {
    const hold = refusedHold(request, sale, errors, call);
    const answer: HoldAnswer = { outcome: "answered", hold, ...(used && { used }) };
    return { answer, body: call.refusesAnew ? undefined : { ...hold, errors: storedRefusals(errors) } };
  };
  if (!event || sale.totalUsd === null || sale.errors.length > 0)
    return { outcome: "answered", ...refused(sale.errors) };
  const agreed = isTestOrder(request, call) ? null : await limitOf(context.db, call.caller, call.now);
  if (agreed && (await isOverLimit(context.db, call.caller.partnerId, agreed, call.now)))
    return { outcome: "answered", ...refused([refusalEntry("partner-limit", lang)]) };
  const hold = newHold(request, { event, sale, totalUsd: sale.totalUsd }, repeatable, call);
  const placed = await writeHold(context.db, hold, { lockMs: context.lockMs, hasGivenUp: call.hasGivenUp });
  const { outcome, open, openSeats } = placed;
  if (outcome === "placed") {
    const shown = holdOf({ ...hold, status: "open" }, requiredQuestions(sale.questions, lang), call);
    const used = { open: open + 1, seats: openSeats + hold.seats };
    return { outcome: "answered", answer: { outcome: "answered", hold: shown, used } };
  }
  if (outcome !== "short") return { outcome };
  const limit = limitRefusal(hold, placed, lang);
  if (limit) return { outcome: "answered", ...refused([limit], { open, seats: openSeats }) };
  return { outcome, ...refused([refusalEntry("capacity", lang)]) };
}

function newHold(
  request: HoldRequest,
  { event, sale, totalUsd }: { event: BookableEvent; sale: Sale; totalUsd: number },
  repeatable: RepeatableRequest,
  call: HoldCall,
): NewHold {
  return {
    ...saleTerms(request, { event, sale, price: event }),
    ...repeatable,
    id: call.holdId ?? randomUUID(),
    lang: call.lang,
    test: isTestOrder(request, call),
    tickets: selectedTickets(request.tickets),
    whiteLabelCode: request.whiteLabelCode || null,
    totalUsd: totalUsd.toFixed(2),
    createdAt: call.now,
    expiresAt: endOf(event, call),
    extensions: 0,
    maxOpen: call.rules.maxOpen,
    maxSeats: call.rules.maxSeats,
  };
}

/** Returns the instant at which a hold that is placed or extended now ends: at the latest when the event's sale ends. */
function endOf({ salesEndAt }: BookableEvent, { now, rules }: HoldCall): Date {
  const end = new Date(now.getTime() + rules.minutes * 60_000);
  return end < salesEndAt ? end : salesEndAt;
}

/** Returns the refusal of a hold that exceeds its partner's limits of holds or seats. Returns null if it is within the limits. */
function limitRefusal(
  { seats, maxOpen, maxSeats }: NewHold,
  { open, openSeats }: Pick<PlacedHold, "open" | "openSeats">,
  lang: Language,
): ErrorEntry | null {
  if (open >= maxOpen) return refusalEntry("hold-limit-open", lang, { maximum: maxOpen });
  return openSeats + seats > maxSeats ? refusalEntry("hold-limit-seats", lang, { maximum: maxSeats }) : null;
}

/**
 * Replaces an open hold by a new hold for another event or other tickets, at today's prices. The new hold ends when the replaced one would
 * have, and can be extended as often as that one could: exchanges do not renew a hold. The seats of the replaced
 * hold count as free for the new hold. A refusal leaves the open hold unchanged.
 */
export async function exchangeHold(
  { db }: OrderContext,
  former: HoldRow,
  request: HoldRequest,
  call: HoldCall,
): Promise<Hold> {
  const { lang, now } = call;
  const own = former.eventId === request.id && !former.test ? former.seats : 0;
  const buyer = { partnerId: call.caller.partnerId, now };
  const known = await readEventToSell(db, request.id, buyer, (one) =>
    hasTooFewSeats(withFurtherSeats(one, own), request.tickets),
  );
  const found = offeredEvent(call.caller.offer, known);
  const event = found && (await withTerms(db, found, call.caller, now));
  const sale = validateSale({
    event: event && withFurtherSeats(event, own),
    tickets: request.tickets,
    lang,
    now,
    whiteLabelKnown: true,
  });
  const refuse = (errors: ErrorEntry[]) => refusedHold(request, sale, errors, call);
  if (!event || sale.totalUsd === null || sale.errors.length > 0) return refuse(sale.errors);
  const none = { partnerId: call.caller.partnerId, keys: [], digest: "" };
  const fresh = newHold(request, { event, sale, totalUsd: sale.totalUsd }, none, call);
  const expiresAt = former.expiresAt < fresh.expiresAt ? former.expiresAt : fresh.expiresAt;
  const hold = { ...fresh, expiresAt, extensions: former.extensions };
  const placed = await replaceHold(db, former, {
    hold,
    hasGivenUp: call.hasGivenUp,
  });
  if (!placed) return refuse([refusalEntry("hold-expired", lang)]);
  if (placed.outcome === "placed")
    return holdOf({ ...hold, status: "open" }, requiredQuestions(sale.questions, lang), call);
  return refuse([limitRefusal(hold, placed, lang) ?? refusalEntry("capacity", lang)]);
}

/** Carries out the operation holdextend. Returns null if the caller has no such hold. */
export async function extendHold(db: Db, { id }: HoldChangeRequest, call: HoldCall): Promise<Hold | null> {
  const hold = await readOwnHold(db, id, call.caller);
  if (!hold) return null;
  const event = await bookableEvent(db, hold.eventId);
  const { now, rules, hasGivenUp } = call;
  const extended =
    event && holdStatus(hold, now) === "open"
      ? await unlessGivenUp(db, hasGivenUp, (own) =>
          writeHoldExtension(own, id, { now, until: endOf(event, call), most: rules.extensions }),
        )
      : null;
  if (extended) return currentHold(db, extended, call);
  const present = (await holdById(db, id)) ?? hold;
  const status = holdStatus(present, now);
  return refusedChange(present, status === "open" ? "hold-extend-limit" : endedHoldCodes[status], call);
}

/**
 * Carries out the operation holdrelease. Null: the caller has no such hold. A hold that was released or has expired is returned unchanged.
 */
export async function releaseHold(db: Db, { id }: HoldChangeRequest, call: HoldCall): Promise<Hold | null> {
  const hold = await readOwnHold(db, id, call.caller);
  if (!hold) return null;
  const ended = await repeatAfterConflict(() =>
    unlessGivenUp(db, call.hasGivenUp, (own) =>
      inTransaction(own, async (tx) => {
        const released = await endHold(tx, id);
        if (released && !released.test) await returnSeats(tx, released, released.seats, call.now);
        return released;
      }),
    ),
  );
  const present = ended ?? (await holdById(db, id)) ?? hold;
  return present.status === "booked" ? refusedChange(present, "hold-booked", call) : holdOf(present, [], call);
}

/** Carries out the operation hold. Returns null if the caller has no such hold. */
export async function readHold(db: Db, id: string, call: HoldCall): Promise<Hold | null> {
  const hold = await readOwnHold(db, id, call.caller);
  return hold && currentHold(db, hold, call);
}

/** Returns the number and seats of the caller's open holds: of its live ones, or of its test ones. */
export const countOpenHoldsOf = (db: Db, { partnerId }: Caller, test: boolean, now: Date) =>
  countOpenHolds(db, { partnerId, test, now });

async function currentHold(db: Db, hold: HoldRow, call: HoldCall): Promise<Hold> {
  const event = await bookableEvent(db, hold.eventId);
  const asking = event && asSold(event, hold.agreed);
  const isOpen = holdStatus(hold, call.now) === "open";
  const questions = asking && isOpen ? questionsFor(asking, countPassengers(hold.tickets, asking), call.lang) : [];
  return holdOf(hold, requiredQuestions(questions, call.lang), call);
}

const holdOf = (hold: HoldRow, questions: Hold["questions"], { now, rules }: HoldCall): Hold => ({
  id: hold.id,
  eventId: hold.eventId,
  status: holdStatus(hold, now),
  tickets: hold.tickets,
  totalUsd: { currencyCode: "USD", value: Number(hold.totalUsd) },
  expiresAt: hold.expiresAt.toISOString(),
  extensionsLeft: holdStatus(hold, now) === "open" ? Math.max(0, rules.extensions - hold.extensions) : 0,
  testMode: hold.test,
  isValid: true,
  errors: [],
  questions,
});

const refusedChange = (hold: HoldRow, code: PlainRefusalCode, call: HoldCall): Hold => ({
  ...holdOf(hold, [], call),
  isValid: false,
  errors: [refusalEntry(code, call.lang)],
});

/** Returns a stored refusal in the language of the repeated request. */
const repeatedHold = (stored: Hold, { lang }: HoldCall): Hold => ({
  ...stored,
  errors: refusalsOfStore(stored.errors ?? [], lang),
});

function refusedHold(request: HoldRequest, { totalUsd }: Sale, errors: ErrorEntry[], call: HoldCall): Hold {
  return {
    id: null,
    eventId: request.id,
    status: null,
    tickets: selectedTickets(request.tickets),
    totalUsd: totalUsd === null ? null : { currencyCode: "USD", value: totalUsd },
    expiresAt: null,
    extensionsLeft: null,
    testMode: isTestOrder(request, call),
    isValid: false,
    errors,
    questions: [],
  };
}
