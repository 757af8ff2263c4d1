import Type from "typebox";
import { decimal, instant, text } from "./schemas.ts";

/** How an order of the operator's own desk is paid: docs/decisions/0042-own-sales.md. Note and reason are erased with the guest's data. */

/** `account`: the guest or an agency pays later. `free`: the guest pays nothing. */
export const paymentMethods = ["cash", "card", "transfer", "account", "free"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
/** How the difference of an amendment is paid. */
export const differencePayments = ["cash", "card", "transfer", "account"] as const satisfies PaymentMethod[];
export type DifferencePayment = (typeof differencePayments)[number];

export const paymentFields = {
  method: Type.Enum([...paymentMethods]),
  by: Type.String({ description: "The operator who recorded it." }),
  at: instant,
  note: Type.Optional(text),
  reason: Type.Optional(Type.String({ description: "Why the price is another than the catalogue's." })),
  dueOn: Type.Optional(Type.String({ description: "`yyyy-MM-dd`: when an order on account is to be paid." })),
  catalogueUsd: Type.Optional(
    Type.String({ ...decimal, description: "The catalogue's total, where the price is another." }),
  ),
};

/** Kinds of payment with which an order on account can be paid. */
export const accountMethods = ["cash", "card", "transfer"] as const;
export type AccountMethod = (typeof accountMethods)[number];

/** How an order on account was paid. `online`: through a provider: docs/decisions/0074-payments.md. */
export const paidMethods = [...accountMethods, "online"] as const;
export type PaidMethod = (typeof paidMethods)[number];

/** How a refund was paid. `account`: on the partner's account. `online`: the provider that the guest paid sends it back. */
export const refundMethods = ["account", "transfer", "card", "cash", "other", "online"] as const;
export type RefundMethod = (typeof refundMethods)[number];

/** The payment as the order stores it. `at` is an instant in ISO 8601. */
export interface Payment {
  method: PaymentMethod;
  by: string;
  at: string;
  note?: string;
  dueOn?: string;
  reason?: string;
  catalogueUsd?: string;
  /** The invoice that the operator made elsewhere, and the order's total for which it was recorded. */
  invoice?: { number: string; totalUsd: string };
}
