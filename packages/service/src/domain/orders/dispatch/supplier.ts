import type { SupplierChange, SupplierOrder, SupplierSettings } from "../../../store/orders/dispatch/supplier-order.ts";

/**
 * The company that runs an activity, as dispatch (domain/orders/dispatch/dispatch.ts) calls it. Each kind of supplier implements
 * this in one file of suppliers/. No method throws for what the supplier does, and each ends within `supplierTimeoutMs`.
 */
export interface Supplier {
  /** Requests the seats of an order. Called again for the same order only when `status` is null or returns `not-received`. */
  request(order: SupplierOrder): Promise<Outcome>;
  /**
   * Returns the outcome of an order that may have been requested. Null: the supplier answers later through another route, which
   * calls `changeOrder`, and a second `request` does no harm.
   */
  status: ((order: SupplierOrder) => Promise<Outcome>) | null;
  /**
   * Cancels an order, also one whose `request` had no known outcome. It may be called repeatedly: an order that is already
   * cancelled or unknown returns `cancelled`. `declined` means that the order remains booked.
   */
  cancel(order: SupplierOrder): Promise<Outcome>;
  /**
   * Asks to change a complete order. It may be called repeatedly with the same change. `confirmed` means that the order is changed,
   * `declined` that it remains as it was. Without this method the operator decides.
   */
  change?(order: SupplierOrder, change: SupplierChange): Promise<Outcome>;
}

export type Outcome = {
  /** The supplier's message, or the transport error; for the order's timeline. */
  message: string | null;
  /** Seconds until the next status call, where the supplier says so. Otherwise the schedule decides. */
  askAgainInSeconds?: number;
} & (
  | { outcome: "confirmed"; confirmation: string | null }
  | { outcome: "declined" }
  | { outcome: "cancelled" }
  /** Not known yet, or no longer known. It is not a failure, and no reason to book again. */
  | { outcome: "unknown" }
  /** The request certainly did not reach the supplier. */
  | { outcome: "not-received" }
);

/** Time limit of one request, status call or cancellation, in milliseconds. */
export const supplierTimeoutMs = 10_000;

/** Returns the supplier of an order by its settings. */
export type Suppliers = (settings: SupplierSettings) => Supplier;
