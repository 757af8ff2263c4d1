import type { OrderStatus } from "@paseo/contract";

/**
 * Order status as one total table: what each trigger makes of an order in each status. Code, tests and docs/reference/orders.md
 * read it. Null: the trigger does nothing to such an order.
 */

/** What can happen to an order. Each row of `triggers` says who brings it about. */
export const triggers = {
  confirmed: "The supplier, or the operator in its place, confirms the order.",
  declined: "The supplier, or the operator in its place, declines the order.",
  cancel: "The partner (ordercancel), the supplier or the operator asks to cancel the order.",
  "cancel-confirmed": "The supplier, or the operator in its place, has cancelled.",
  "cancel-declined": "The supplier, or the operator in its place, does not cancel: the order stands.",
} as const;
export type OrderTrigger = keyof typeof triggers;

export const orderTransitions: Record<OrderStatus, Record<OrderTrigger, OrderStatus | null>> = {
  waitsupplier: {
    confirmed: "complete",
    declined: "rejected",
    // Nothing was promised yet: the order ends at once, and a supplier that was asked is told.
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
  // Also when the supplier confirms too late: it is told that the order was cancelled.
  cancelled: { confirmed: null, declined: null, cancel: null, "cancel-confirmed": null, "cancel-declined": null },
};

/** Whether an order that reaches this status gives its places back. */
export const givesCapacityBack = (status: OrderStatus): boolean => status === "rejected" || status === "cancelled";

/** The table in Markdown, for docs/reference/orders.md. */
export function transitionsTable(): string {
  const names = Object.keys(triggers) as OrderTrigger[];
  const cell = (text: string) => `\`${text}\``;
  const rows = Object.entries(orderTransitions).map(
    ([status, next]) =>
      `| ${[cell(status), ...names.map((name) => (next[name] ? cell(next[name]) : "–"))].join(" | ")} |`,
  );
  return [`| Status | ${names.map(cell).join(" | ")} |`, `|---|${names.map(() => "---|").join("")}`, ...rows, ""].join(
    "\n",
  );
}
