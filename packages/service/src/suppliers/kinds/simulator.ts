import type { SupplierOrder } from "../../records/supplier-order.ts";
import { supplierKind } from "../kind.ts";
import { courseOfTestOrder } from "../sandbox.ts";
import type { Supplier, SupplierOutcome } from "../supplier.ts";

export const simulatorSupplierKind = supplierKind({
  kind: "simulator",
  label: { en: "Simulator", es: "Simulador", pt: "Simulador" },
  lead: {
    en: "Confirms orders automatically, in a demo or sandbox only. Elsewhere, orders wait for your orders desk.",
    es: "Confirma las reservas automáticamente, solo en una demo o un entorno de pruebas. En los demás casos, esperan a su central de reservas.",
    pt: "Confirma as reservas automaticamente, apenas em demonstração ou ambiente de testes. Nos demais casos, elas esperam a sua central de reservas.",
  },
  unset: { en: "Automatic confirmation", es: "Confirmación automática", pt: "Confirmação automática" },
  settings: {},
  answersAtOnce: true,
  demoOnly: true,
  create: () => simulatedSupplier,
});

/**
 * Answers test orders as their e-mail address prescribes (suppliers/sandbox.ts). It stores nothing: the answer follows from the
 * order and the time since the first call, so every process gives the same answer.
 */
export const simulatedSupplier: Supplier = {
  request: async (order) => answerTo(order),
  status: async (order) => answerTo(order),
  cancel: async (order) => {
    const { declinesCancel } = courseOfTestOrder(order.email);
    return declinesCancel
      ? { outcome: "declined", message: "The simulator refuses the cancellation, as the order requests." }
      : { outcome: "cancelled", message: null };
  },
  // The e-mail address at the time of the sale decides, and not an address that the amendment brings.
  change: async ({ email }) => {
    const { declinesChange, holdsChange } = courseOfTestOrder(email);
    if (holdsChange)
      return { outcome: "unknown", message: "The simulator does not answer changes, as the order requests." };
    return declinesChange
      ? { outcome: "declined", message: "The simulator refuses the change, as the order requests." }
      : { outcome: "confirmed", message: null, confirmation: null };
  },
};

function answerTo({ email, status, reference, calledSecondsAgo }: SupplierOrder): SupplierOutcome {
  const { answer, answerAfter, silent, cancelsAfter } = courseOfTestOrder(email);
  const answerIn = answerAfter - (calledSecondsAgo ?? 0);
  if (answerIn > 0) {
    const message = silent ? null : `The simulator answers ${answerAfter} seconds after the request.`;
    return { outcome: "unknown", message, askAgainInSeconds: answerIn };
  }
  if (answer === "declined") return { outcome: "declined", message: "The simulator declines, as the order requests." };
  const confirmed = {
    outcome: "confirmed",
    message: null,
    confirmation: `SIM-${reference.replace(/^TEST-|-[A-Z]+$/g, "")}`,
  } as const;
  if (cancelsAfter === null) return confirmed;
  const cancelIn = cancelsAfter + answerIn;
  // A late call still confirms the order first. The next call cancels it.
  return status === "waitsupplier" || cancelIn > 0
    ? { ...confirmed, askAgainInSeconds: Math.max(cancelIn, 0) }
    : { outcome: "cancelled", message: "The simulator cancels, as the order requests." };
}
