import type { FinalState, Violation } from "../history/history.ts";
import type { SupplierSide } from "./outside.ts";

/** Rules beyond ordeal/history that need the simulation: it sees the supplier and the log. */

export interface Judged {
  final: FinalState;
  supplier: ReadonlyMap<string, SupplierSide>;
  /** Orders that wait for an operator, or that an operator decided. */
  operators: ReadonlySet<string>;
  /** Events whose orders go to the supplier. */
  supplierEvents: ReadonlySet<string>;
  warnings: string[];
}

/** In the end, the supplier has exactly the complete orders, except where an operator decided. */
export const supplierAgrees = ({ final, supplier, operators, supplierEvents }: Judged): Violation[] =>
  final.orders.flatMap(({ id, status, event, changes }) => {
    if (operators.has(id) || !supplierEvents.has(event)) return [];
    const state = supplier.get(id)?.state ?? "nothing";
    const hasEnded = status === "cancelled" || status === "rejected";
    // The supplier has answered by now, so an order that still waits was forgotten.
    const isRight = status === "complete" ? state === "booked" : hasEnded && state !== "booked" && state !== "pending";
    const path = ["waitsupplier", ...changes].join(" → ");
    return isRight ? [] : [{ rule: "supplier", detail: `order ${id} went ${path}, and its supplier has: ${state}` }];
  });

/** No job and no request failed with an internal error, whatever the network did. */
export const nothingFailed = ({ warnings }: Judged): Violation[] =>
  warnings.map((line) => ({ rule: "log", detail: line.trim() }));
