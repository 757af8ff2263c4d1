import type { OrderStatus } from "@paseo/contract";

/**
 * Order status as one table: the new status for each trigger in each status. The code, the tests and docs/reference/orders.md
 * read it. Null: the trigger has no effect in that status.
 */

/** Events in an order's life. Each row of `triggerDescriptions` names the actor. */
export const triggerDescriptions = {
  confirmed: "The supplier, or the operator in its place, confirms the order.",
  declined: "The supplier, or the operator in its place, declines the order.",
  cancel: "The partner (ordercancel), the supplier or the operator asks to cancel the order.",
  "cancel-confirmed": "The supplier, or the operator in its place, has cancelled.",
  "cancel-declined": "The supplier, or the operator in its place, does not cancel: the order remains valid.",
} as const;
export type OrderTrigger = keyof typeof triggerDescriptions;

export const orderTransitions: Record<OrderStatus, Record<OrderTrigger, OrderStatus | null>> = {
  waitsupplier: {
    confirmed: "complete",
    declined: "rejected",
    // The order was not confirmed: it ends at once, and dispatch cancels it with a supplier that received it.
    cancel: "cancelled",
    "cancel-confirmed": null,
    "cancel-declined": null,
  },
  complete: {
    confirmed: null,
    declined: null,
    cancel: "waitcancel",
    "cancel-confirmed": null,
    "cancel-declined": null,
  },
  waitcancel: {
    confirmed: null,
    declined: null,
    cancel: null,
    "cancel-confirmed": "cancelled",
    "cancel-declined": "complete",
  },
  rejected: { confirmed: null, declined: null, cancel: null, "cancel-confirmed": null, "cancel-declined": null },
  // A supplier that confirms a cancelled order also gets the cancellation again.
  cancelled: { confirmed: null, declined: null, cancel: null, "cancel-confirmed": null, "cancel-declined": null },
};

/** Whether an order that reaches this status returns its seats. */
export const givesCapacityBack = (status: OrderStatus): boolean => status === "rejected" || status === "cancelled";

/** Returns the table in Markdown, for docs/reference/orders.md. */
export function transitionsTable(): string {
  const names = Object.keys(triggerDescriptions) as OrderTrigger[];
  const cell = (text: string) => `\`${text}\``;
  const rows = Object.entries(orderTransitions).map(
    ([status, next]) =>
      `| ${[cell(status), ...names.map((name) => (next[name] ? cell(next[name]) : "–"))].join(" | ")} |`,
  );
  return [`| Status | ${names.map(cell).join(" | ")} |`, `|---|${names.map(() => "---|").join("")}`, ...rows, ""].join(
    "\n",
  );
}
