import type { FinalState, Violation } from "../history/history.ts";
import { acceptedOf } from "../history/rules/changes.ts";
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

/** Of a complete order, the supplier has confirmed exactly the changes that took effect. */
export const supplierAgreesToChanges = ({ final, supplier, operators }: Judged): Violation[] =>
  final.orders.flatMap((order) => {
    const side = supplier.get(order.id);
    if (!side || order.status !== "complete" || operators.has(order.id)) return [];
    const confirmed = [...side.changes].filter(([, { isConfirmed }]) => isConfirmed).map(([id]) => id);
    const accepted = acceptedOf(order).map(({ id }) => id);
    return confirmed.toSorted().join() === accepted.toSorted().join()
      ? []
      : [
          {
            rule: "supplier",
            detail: `order ${order.id} was changed by ${accepted}, and its supplier confirmed ${confirmed}`,
          },
        ];
  });

/** No job and no request failed with an internal error, whatever the network did. */
export const nothingFailed = ({ warnings }: Judged): Violation[] =>
  warnings.map((line) => ({ rule: "log", detail: line.trim() }));
