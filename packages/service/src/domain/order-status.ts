import type { OrderStatus } from "@paseo/contract";

/** Every status an order can have, and those that can follow it. The code, its tests and the docs read this one table. */
export const orderTransitions: Record<OrderStatus, readonly OrderStatus[]> = {
  waitsupplier: ["complete", "rejected", "cancelled"],
  complete: ["waitcancel"],
  // A supplier can refuse to cancel: the order then stands as before.
  waitcancel: ["cancelled", "complete"],
  rejected: [],
  cancelled: [],
};

/** Whether an order in status `from` may become `to`. Staying is not a transition. */
export const canBecome = (from: OrderStatus, to: OrderStatus): boolean => orderTransitions[from].includes(to);

/** Whether an order that reaches this status gives its places back. */
export const givesCapacityBack = (status: OrderStatus): boolean => status === "rejected" || status === "cancelled";
