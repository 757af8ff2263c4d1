import type { FinalState, Violation } from "../history/history.ts";
import type { SupplierSide } from "./outside.ts";

/** What only the simulation can judge, beyond ordeal/history: it sees the supplier and the log. */

export interface Judged {
  final: FinalState;
  supplier: ReadonlyMap<string, SupplierSide>;
  /** Orders that wait for an operator, or that one answered in the supplier's place. */
  operators: ReadonlySet<string>;
  /** Events whose orders are the supplier's. */
  supplierEvents: ReadonlySet<string>;
  warnings: string[];
}

/** When all is done, the supplier has the complete orders and no other, except where an operator decides. */
export const supplierAgrees = ({ final, supplier, operators, supplierEvents }: Judged): Violation[] =>
  final.orders.flatMap(({ id, status, event, changes }) => {
    if (operators.has(id) || !supplierEvents.has(event)) return [];
    const state = supplier.get(id)?.state ?? "nothing";
    const isOver = status === "cancelled" || status === "rejected";
    // An order that still waits was forgotten: its supplier answers by now.
    const isRight = status === "complete" ? state === "booked" : isOver && state !== "booked" && state !== "pending";
    const path = ["waitsupplier", ...changes].join(" → ");
    return isRight ? [] : [{ rule: "supplier", detail: `order ${id} went ${path}, and its supplier has: ${state}` }];
  });

/** No job and no request failed inside: the network may fail, the service may not. */
export const nothingFailed = ({ warnings }: Judged): Violation[] =>
  warnings.map((line) => ({ rule: "log", detail: line.trim() }));
