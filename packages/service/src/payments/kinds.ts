import type { PaymentKind } from "./kind.ts";

/** Every kind of provider. */
export const paymentKinds: readonly PaymentKind[] = [];

const byName = new Map(paymentKinds.map((one) => [one.kind, one]));

/** Returns a kind by its name, or undefined if this version does not know it. */
export const findPaymentKind = (name: string): PaymentKind | undefined => byName.get(name);
