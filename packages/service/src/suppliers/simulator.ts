import type { Outcome, Supplier } from "../domain/orders/dispatch/supplier.ts";
import { scriptOf } from "../domain/orders/sandbox.ts";
import type { SupplierOrder } from "../store/orders/dispatch/supplier-order.ts";

/**
 * Answers test orders as their e-mail address prescribes (domain/orders/sandbox.ts). It stores nothing: the answer follows from the
 * order and the time since the first call, so every process gives the same answer.
 */
export const simulator: Supplier = {
  request: async (order) => answerTo(order),
  status: async (order) => answerTo(order),
  cancel: async (order) => {
    const { declinesCancel } = scriptOf(order.email);
    return declinesCancel
      ? { outcome: "declined", message: "The simulator refuses the cancellation, as the order requests." }
      : { outcome: "cancelled", message: null };
  },
  // The address of the sale decides, not the one that the change brings.
  change: async ({ email }) => {
    const { declinesChange, holdsChange } = scriptOf(email);
    if (holdsChange)
      return { outcome: "unknown", message: "The simulator does not answer changes, as the order requests." };
    return declinesChange
      ? { outcome: "declined", message: "The simulator refuses the change, as the order requests." }
      : { outcome: "confirmed", message: null, confirmation: null };
  },
};

function answerTo({ email, status, reference, calledSecondsAgo }: SupplierOrder): Outcome {
  const { answer, answerAfter, silent, cancelsAfter } = scriptOf(email);
  const answerIn = answerAfter - (calledSecondsAgo ?? 0);
  if (answerIn > 0) {
    const message = silent ? null : `The simulator answers ${answerAfter} seconds after the request.`;
    return { outcome: "unknown", message, askAgainInSeconds: answerIn };
  }
  if (answer === "declined") return { outcome: "declined", message: "The simulator declines, as the order requests." };
  const confirmed = { outcome: "confirmed", message: null, confirmation: `SIM-${/\d+/.exec(reference)![0]}` } as const;
  if (cancelsAfter === null) return confirmed;
  const cancelIn = cancelsAfter + answerIn;
  // A late call still confirms the order first. The next call cancels it.
  return status === "waitsupplier" || cancelIn > 0
    ? { ...confirmed, askAgainInSeconds: Math.max(cancelIn, 0) }
    : { outcome: "cancelled", message: "The simulator cancels, as the order requests." };
}
