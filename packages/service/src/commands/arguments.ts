import { availableParallelism } from "node:os";
import { InvalidArgumentError } from "commander";
import type { OrderTrigger } from "../domain/orders/order-status.ts";

/** Readers of arguments and options, and the decisions on orders. A reader throws InvalidArgumentError, which Commander shows with the option's name. */

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 100_000_000)
    throw new InvalidArgumentError("It must be a whole number from 1 to 100000000.");
  return value;
}

export function workerCount(text: string): number {
  if (text === "auto") return availableParallelism();
  const value = Number(text);
  if (!/^\d{1,3}$/.test(text) || value < 1 || value > 256)
    throw new InvalidArgumentError("It must be a whole number from 1 to 256, or auto.");
  return value;
}

export function instant(text: string): Date {
  const at = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError("It must be an instant such as 2026-05-31 or 2026-05-31T12:00:00Z.");
  return at;
}

/** The operator's decisions: the trigger of each, and its operation in the back office. */
export const decisions = {
  confirm: { trigger: "confirmed", operation: "orders.confirm", does: "confirm an order in its supplier's place" },
  decline: { trigger: "declined", operation: "orders.decline", does: "decline an order in its supplier's place" },
  cancel: { trigger: "cancel", operation: "orders.cancel", does: "cancel an order, also with its supplier" },
  "confirm-cancel": {
    trigger: "cancel-confirmed",
    operation: "orders.confirmCancel",
    does: "say that a cancellation is done",
  },
  "decline-cancel": {
    trigger: "cancel-declined",
    operation: "orders.declineCancel",
    does: "refuse a cancellation: the order remains valid",
  },
} as const satisfies Record<string, { trigger: OrderTrigger; operation: string; does: string }>;
