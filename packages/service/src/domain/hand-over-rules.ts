import type { OrderStatus } from "@paseo/contract";
import type { Outcome } from "../suppliers/supplier.ts";
import type { OrderTrigger } from "./order-status.ts";

/** What follows from a supplier's outcome. Pure: hand-over.ts asks, writes and wakes. */

/** Why an order waits for the operator's eye. */
export const flags = {
  "supplier-silent": "The supplier has not said within its limit whether it takes the order.",
  "cancel-unanswered": "The supplier has not said whether it cancels the order.",
  "cancel-declined": "The order is cancelled, but the supplier, who was told, does not cancel.",
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
      return whileComplete(outcome);
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
function whileComplete(outcome: Outcome): NextStep {
  if (outcome.outcome === "cancelled") return { triggers: ["cancel", "cancel-confirmed"], dueIn: null };
  return { triggers: [], dueIn: outcome.askAgainInSeconds ?? null };
}

function whileCancelling(order: AskedOrder, outcome: Outcome): NextStep {
  // The answer to an earlier question.
  if (order.asked !== "waitcancel") return { triggers: [], dueIn: 0 };
  if (outcome.outcome === "cancelled") return { triggers: ["cancel-confirmed"], dueIn: null };
  if (outcome.outcome === "declined") return { triggers: ["cancel-declined"], dueIn: null };
  return askedAgain(order, outcome, "cancel-unanswered");
}

function afterTheEnd(order: AskedOrder, outcome: Outcome): NextStep {
  const over: NextStep = { triggers: [], dueIn: null };
  if (order.asked === "waitsupplier") {
    // It ended while its supplier was being asked: what the supplier has, or may have, must be cancelled there.
    return outcome.outcome === "confirmed" || outcome.outcome === "unknown" ? { triggers: [], dueIn: 0 } : over;
  }
  if (outcome.outcome === "cancelled") return over;
  if (outcome.outcome === "declined") return { ...over, flag: "cancel-declined" };
  return askedAgain(order, outcome, "cancel-unanswered");
}

/** Seconds between one question and the next; the last goes on. */
const gaps = [5, 10, 20, 40, 60, 120, 300, 600, 1800, 3600];
/** About a week. */
const mostTries = 180;

function askedAgain(order: AskedOrder, outcome: Outcome, flag: Flag): NextStep {
  const { tries, waitedSeconds, limitSeconds, answersItself } = order;
  if (outcome.askAgainInSeconds !== undefined && waitedSeconds < limitSeconds)
    return { triggers: [], dueIn: outcome.askAgainInSeconds };
  if (answersItself && outcome.outcome !== "not-asked")
    return tries === 0 ? { triggers: [], dueIn: limitSeconds } : { triggers: [], dueIn: null, flag };
  const dueIn = tries < mostTries ? (outcome.askAgainInSeconds ?? gaps[Math.min(tries, gaps.length - 1)]!) : null;
  const late = order.asked === "waitsupplier" ? waitedSeconds >= limitSeconds : tries >= 5;
  return late ? { triggers: [], dueIn, flag } : { triggers: [], dueIn };
}
