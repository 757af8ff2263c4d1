import type { OrderStatus } from "@paseo/contract";
import type { OrderFlag } from "../../store/sale/orders.ts";
import type { SupplierOutcome } from "../../suppliers/supplier.ts";
import type { OrderTrigger } from "../orders/order-status.ts";

/** The next step after a supplier's outcome. Pure: dispatch.ts calls suppliers and writes. */

/** Reasons why an order needs an operator. */
export const flagReasons: Record<OrderFlag, string> = {
  "supplier-silent": "The supplier has not answered within its time limit.",
  "cancel-unanswered": "The supplier has not answered the cancellation.",
  "cancel-declined": "The order is cancelled, but the supplier refuses to cancel.",
  "change-unanswered":
    "The supplier has not answered a change of the order, or refuses to cancel an order whose change was withdrawn meanwhile.",
  "supplier-disagrees": "An operator confirmed the order, but the supplier declined it.",
};

/** A finished supplier call, as input for the order's next step. */
export interface SupplierCall {
  /** The order's status when the supplier was called. */
  calledAs: OrderStatus;
  /** The order's current status: the order may have been cancelled during the call. */
  status: OrderStatus;
  /** Earlier calls for the order in this status. */
  tries: number;
  /** Seconds since the first call, or since the order was placed if no call reached the supplier. */
  waitedSeconds: number;
  /** Seconds without an answer after which the order is flagged. */
  limitSeconds: number;
  /** Whether the supplier has no status call, because it answers through another route. */
  answersItself: boolean;
  /** Whether an earlier call in this status may have reached the supplier. */
  arrivedBefore: boolean;
}

/** An order whose supplier was called. */
export interface CalledOrder extends SupplierCall {
  /** Whether the order has an amendment that waits for the supplier, and whether this call requested it. */
  change: "none" | "asked" | "accepted-meanwhile";
  /** The outcome of the order's previous call. */
  lastAnswer: { outcome: string; message: string | null } | null;
  /** Whether the order is already flagged. */
  flagged: boolean;
}

/** Everything that changes after a supplier's answer. dispatch.ts writes it. */
export interface DispatchDecision extends NextStep {
  /** How the supplier decided the amendment of this call. */
  decided: "accepted" | "declined" | null;
  /** Whether the request counts as never sent, so that it may be sent again. */
  isUnmarked: boolean;
  /** Whether the answer gets a line in the timeline. */
  isWritten: boolean;
  /** Whether the next call counts as a further try in the same status. */
  isRepeated: boolean;
}

/** Decides what follows from a supplier's outcome. */
export function decideOnOutcome(order: CalledOrder, outcome: SupplierOutcome): DispatchDecision {
  const { change, lastAnswer } = order;
  const { outcome: why, message } = outcome;
  const { decided, triggers, dueIn, flag } =
    change === "asked" ? changeStep(order, outcome) : { ...nextStep(order, outcome), decided: null };
  const decidesNothing = triggers.length === 0 && decided === null;
  // The timeline skips repeated outcomes, so that an outage of an hour does not add a hundred lines. The next call
  // reads from the timeline whether this call arrived, so `not-received` and the answer after it have a line.
  const matters = message !== null || why === "not-received" || lastAnswer?.outcome === "not-received";
  const repeats = order.tries > 0 && lastAnswer?.outcome === why && lastAnswer.message === message;
  return {
    triggers,
    decided,
    // An amendment was accepted during the call: the service sends it to the supplier next.
    dueIn: change === "accepted-meanwhile" ? 0 : dueIn,
    ...(flag && !order.flagged && { flag }),
    // The supplier still has the order after a cancellation or an amendment that did not arrive.
    isUnmarked: why === "not-received" && order.calledAs === "waitsupplier",
    isWritten: decidesNothing && matters && !repeats,
    isRepeated: decidesNothing && order.calledAs === order.status,
  };
}

export interface NextStep {
  /** Triggers that follow from the outcome, in this order. */
  triggers: OrderTrigger[];
  /** Seconds until the next call; null when no call is needed. */
  dueIn: number | null;
  flag?: OrderFlag;
}

export function nextStep(order: SupplierCall, outcome: SupplierOutcome): NextStep {
  switch (order.status) {
    case "waitsupplier":
      return whileWaiting(order, outcome);
    case "complete":
      return whileComplete(order, outcome);
    case "waitcancel":
      return whileCancelling(order, outcome);
    case "cancelled":
    case "rejected":
      return afterTheEnd(order, outcome);
  }
}

function whileWaiting(order: SupplierCall, outcome: SupplierOutcome): NextStep {
  const dueIn = outcome.askAgainInSeconds ?? null;
  if (outcome.outcome === "confirmed") return { triggers: ["confirmed"], dueIn };
  if (outcome.outcome === "declined" || outcome.outcome === "cancelled") return { triggers: ["declined"], dueIn: null };
  return callAgain(order, outcome, "supplier-silent");
}

/** Returns the next step after the outcome of an amendment, and how the supplier decided it. An unknown outcome decides nothing. */
export function changeStep(
  order: SupplierCall,
  outcome: SupplierOutcome,
): NextStep & { decided: "accepted" | "declined" | null } {
  const { outcome: kind } = outcome;
  if (kind === "cancelled") return { ...whileComplete(order, outcome), decided: null };
  if (kind !== "confirmed" && kind !== "declined")
    return { ...callAgain(order, outcome, "change-unanswered"), decided: null };
  return {
    triggers: [],
    dueIn: outcome.askAgainInSeconds ?? null,
    decided: kind === "confirmed" ? "accepted" : "declined",
  };
}

// The supplier of a complete order is called only if it set a time, until which it may cancel the order.
function whileComplete({ calledAs, tries, answersItself }: SupplierCall, outcome: SupplierOutcome): NextStep {
  if (outcome.outcome === "cancelled") return { triggers: ["cancel", "cancel-confirmed"], dueIn: null };
  if (calledAs === "waitsupplier" && outcome.outcome === "declined")
    return { triggers: [], dueIn: null, flag: "supplier-disagrees" };
  // The supplier asked for this call and did not answer it, so the service repeats it.
  const lost = calledAs === "complete" && outcome.outcome === "unknown" && !answersItself;
  return { triggers: [], dueIn: outcome.askAgainInSeconds ?? (lost ? gapAfter(tries) : null) };
}

function whileCancelling(order: SupplierCall, outcome: SupplierOutcome): NextStep {
  // The answer belongs to a call that was sent before the cancellation.
  if (order.calledAs !== "waitcancel") return { triggers: [], dueIn: 0 };
  if (outcome.outcome === "cancelled") return { triggers: ["cancel-confirmed"], dueIn: null };
  // The order is complete again. If the supplier set a time, it is called then.
  if (outcome.outcome === "declined")
    return { triggers: ["cancel-declined"], dueIn: outcome.askAgainInSeconds ?? null };
  return callAgain(order, outcome, "cancel-unanswered");
}

function afterTheEnd(order: SupplierCall, outcome: SupplierOutcome): NextStep {
  const done: NextStep = { triggers: [], dueIn: null };
  if (order.calledAs === "waitsupplier") {
    // The order ended during the call. The supplier may have booked it and must cancel.
    return outcome.outcome === "confirmed" || outcome.outcome === "unknown" ? { triggers: [], dueIn: 0 } : done;
  }
  // The order was in status waitcancel, in which the cancellation was sent.
  if (order.calledAs === "complete") return done;
  if (outcome.outcome === "cancelled") return done;
  if (outcome.outcome === "declined") return { ...done, flag: "cancel-declined" };
  return callAgain(order, outcome, "cancel-unanswered");
}

/** Seconds between calls. After the last entry, the last gap repeats. */
const gaps = [5, 10, 20, 40, 60, 120, 300, 600, 1800, 3600];
/** Adds up to about a week. */
const maxTries = 180;
const gapAfter = (tries: number): number | null => (tries < maxTries ? gaps[Math.min(tries, gaps.length - 1)]! : null);

function callAgain(order: SupplierCall, outcome: SupplierOutcome, flag: OrderFlag): NextStep {
  const { tries, waitedSeconds, limitSeconds, answersItself, arrivedBefore } = order;
  const isRequest = order.calledAs === "waitsupplier";
  const left = isRequest ? limitSeconds - waitedSeconds : 0;
  if (answersItself && outcome.outcome !== "not-received") {
    if (!arrivedBefore) return { triggers: [], dueIn: limitSeconds };
    return left > 0 ? { triggers: [], dueIn: left } : { triggers: [], dueIn: null, flag };
  }
  // The service retries without a limit if the supplier set the time of the next call.
  const { askAgainInSeconds } = outcome;
  const dueIn = askAgainInSeconds ?? gapAfter(tries);
  // A later time that the supplier sets does not delay the flag.
  if (left > 0) return { triggers: [], dueIn: dueIn === null ? left : Math.min(dueIn, left) };
  // The time of the first call about a cancellation or an amendment is not stored, so the limit counts tries.
  const isLate =
    isRequest || (askAgainInSeconds === undefined ? tries >= 5 : tries * askAgainInSeconds >= limitSeconds);
  return isLate ? { triggers: [], dueIn, flag } : { triggers: [], dueIn };
}
