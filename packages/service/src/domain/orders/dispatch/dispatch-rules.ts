import type { OrderStatus } from "@paseo/contract";
import type { OrderTrigger } from "../order-status.ts";
import type { Outcome } from "./supplier.ts";

/** What follows from a supplier's outcome. Pure: hand-over.ts asks, writes and wakes. */

/** Why an order waits for the operator's eye. */
export const flags = {
  "supplier-silent": "The supplier has not answered within its time limit.",
  "cancel-unanswered": "The supplier has not answered the cancellation.",
  "cancel-declined": "The order is cancelled, but the supplier refuses to cancel.",
  "supplier-disagrees": "An operator confirmed the order, but the supplier declined it.",
} as const;
export type Flag = keyof typeof flags;

export interface AskedOrder {
  /** Its status when the supplier was asked. */
  asked: OrderStatus;
  /** Its status now: it may have been cancelled meanwhile. */
  status: OrderStatus;
  /** How often the supplier was asked in this status before. */
  tries: number;
  /** Since the supplier was first asked, or since the order was placed while it could not be. */
  waitedSeconds: number;
  /** After so long the operator is told. */
  limitSeconds: number;
  /** The supplier answers in its own time, and there is no way to ask how things stand. */
  answersItself: boolean;
  /** Whether an earlier question in this status reached the supplier, or may have. */
  arrivedBefore: boolean;
}

export interface NextStep {
  /** What the outcome does to the order, in order. */
  triggers: OrderTrigger[];
  /** Seconds until the supplier is asked again; null when nothing is to be asked. */
  dueIn: number | null;
  flag?: Flag;
}

export function nextStep(order: AskedOrder, outcome: Outcome): NextStep {
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

function whileWaiting(order: AskedOrder, outcome: Outcome): NextStep {
  const dueIn = outcome.askAgainInSeconds ?? null;
  if (outcome.outcome === "confirmed") return { triggers: ["confirmed"], dueIn };
  if (outcome.outcome === "declined" || outcome.outcome === "cancelled") return { triggers: ["declined"], dueIn: null };
  return askedAgain(order, outcome, "supplier-silent");
}

// Only a supplier that said when to ask again is asked about a complete order: it may cancel of its own accord.
function whileComplete({ asked, tries, answersItself }: AskedOrder, outcome: Outcome): NextStep {
  if (outcome.outcome === "cancelled") return { triggers: ["cancel", "cancel-confirmed"], dueIn: null };
  if (asked === "waitsupplier" && outcome.outcome === "declined")
    return { triggers: [], dueIn: null, flag: "supplier-disagrees" };
  // It could not be reached, and has not taken that back.
  const lost = asked === "complete" && outcome.outcome === "unknown" && !answersItself;
  return { triggers: [], dueIn: outcome.askAgainInSeconds ?? (lost ? gapAfter(tries) : null) };
}

function whileCancelling(order: AskedOrder, outcome: Outcome): NextStep {
  // The answer to an earlier question.
  if (order.asked !== "waitcancel") return { triggers: [], dueIn: 0 };
  if (outcome.outcome === "cancelled") return { triggers: ["cancel-confirmed"], dueIn: null };
  // It is complete again, and a supplier that said when to ask about it is asked.
  if (outcome.outcome === "declined")
    return { triggers: ["cancel-declined"], dueIn: outcome.askAgainInSeconds ?? null };
  return askedAgain(order, outcome, "cancel-unanswered");
}

function afterTheEnd(order: AskedOrder, outcome: Outcome): NextStep {
  const over: NextStep = { triggers: [], dueIn: null };
  if (order.asked === "waitsupplier") {
    // It ended while its supplier was being asked: what the supplier has, or may have, must be cancelled there.
    return outcome.outcome === "confirmed" || outcome.outcome === "unknown" ? { triggers: [], dueIn: 0 } : over;
  }
  // It was cancelled by way of waitcancel, where the supplier was asked to.
  if (order.asked === "complete") return over;
  if (outcome.outcome === "cancelled") return over;
  if (outcome.outcome === "declined") return { ...over, flag: "cancel-declined" };
  return askedAgain(order, outcome, "cancel-unanswered");
}

/** Seconds between one question and the next; the last goes on. */
const gaps = [5, 10, 20, 40, 60, 120, 300, 600, 1800, 3600];
/** About a week. */
const mostTries = 180;
const gapAfter = (tries: number): number | null => (tries < mostTries ? gaps[Math.min(tries, gaps.length - 1)]! : null);

function askedAgain(order: AskedOrder, outcome: Outcome, flag: Flag): NextStep {
  const { tries, waitedSeconds, limitSeconds, answersItself, arrivedBefore } = order;
  // Of a cancellation it is not known since when it is asked for: there the tries tell.
  const forItself = order.asked === "waitsupplier";
  const left = forItself ? limitSeconds - waitedSeconds : 0;
  if (answersItself && outcome.outcome !== "not-asked") {
    if (!arrivedBefore) return { triggers: [], dueIn: limitSeconds };
    return left > 0 ? { triggers: [], dueIn: left } : { triggers: [], dueIn: null, flag };
  }
  // A supplier that says when to ask is asked as long as it does.
  const dueIn = outcome.askAgainInSeconds ?? gapAfter(tries);
  // However long it wants to be left alone, the operator is told when its limit is over.
  if (left > 0) return { triggers: [], dueIn: dueIn === null ? left : Math.min(dueIn, left) };
  return forItself || tries >= 5 ? { triggers: [], dueIn, flag } : { triggers: [], dueIn };
}
