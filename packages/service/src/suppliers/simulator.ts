import type { Outcome, Supplier } from "../domain/orders/dispatch/supplier.ts";
import { scriptOf } from "../domain/orders/sandbox.ts";
import type { SupplierOrder } from "../store/orders/supplier-order.ts";

/**
 * Answers test orders as their e-mail address asks (domain/orders/sandbox.ts). It remembers nothing: what it says follows from the
 * order and from how long ago it was asked, so any process can answer, and every answer can be given again.
 */
export const simulator: Supplier = {
  request: async (order) => answerTo(order),
  status: async (order) => answerTo(order),
  cancel: async (order) => {
    const { declinesCancel } = scriptOf(order.email);
    return declinesCancel
      ? { outcome: "declined", said: "The simulator does not cancel, as the order asked." }
      : { outcome: "cancelled", said: null };
  },
};

function answerTo({ email, status, reference, askedSecondsAgo }: SupplierOrder): Outcome {
  const { answer, answerAfter, silent, cancelsAfter } = scriptOf(email);
  const answerIn = answerAfter - askedSecondsAgo;
  if (answerIn > 0) {
    const said = silent ? null : `The simulator answers ${answerAfter} seconds after it was asked.`;
    return { outcome: "unknown", said, askAgainInSeconds: answerIn };
  }
  if (answer === "declined") return { outcome: "declined", said: "The simulator declines, as the order asked." };
  const confirmed = { outcome: "confirmed", said: null, confirmation: `SIM-${/\d+/.exec(reference)![0]}` } as const;
  if (cancelsAfter === null) return confirmed;
  const cancelIn = cancelsAfter + answerIn;
  // However late we ask, an order is first confirmed, and cancelled when we ask again.
  return status === "waitsupplier" || cancelIn > 0
    ? { ...confirmed, askAgainInSeconds: Math.max(cancelIn, 0) }
    : { outcome: "cancelled", said: "The simulator cancels, as the order asked." };
}
