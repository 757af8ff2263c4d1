/** An attempt of a guest to pay at a provider: docs/decisions/0074-payments.md. */

export const checkoutPurposes = ["balance", "deposit", "hold"] as const;
export type CheckoutPurpose = (typeof checkoutPurposes)[number];

export const checkoutStates = [
  "starting",
  "open",
  "paid",
  "recorded",
  "differs",
  "refunding",
  "refunded",
  "ended",
] as const;
export type CheckoutState = (typeof checkoutStates)[number];

/** Where the guest's browser goes to pay. */
export type CheckoutPage =
  | { method: "GET"; url: string }
  | { method: "POST"; url: string; fields: Record<string, string> };
