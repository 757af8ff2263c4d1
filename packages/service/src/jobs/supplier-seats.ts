import { readSeatsOfSuppliers } from "../domain/import/supplier-seats.ts";
import type { OrderContext } from "../domain/orders/transitions.ts";
import type { JobOptions } from "./job.ts";

/**
 * Reads seats from suppliers that report them. Every process may run it, because one process at a time claims a
 * supplier.
 */
export const supplierSeatsJob = (context: OrderContext, publicUrl: string | undefined): JobOptions => ({
  name: "supplier seats",
  everyMs: 60_000,
  // Notifications start a run early.
  gapMs: 6_000,
  run: () => readSeatsOfSuppliers(context, publicUrl),
});
