import type { FinalState, Violation } from "../history/history.ts";
import { acceptedAmendments } from "../history/rules/changes.ts";
import type { SupplierOrder } from "./outside.ts";

/** Rules beyond ordeal/history that need the simulation: it sees the supplier and the log. */

interface Judged {
  final: FinalState;
  supplier: ReadonlyMap<string, SupplierOrder>;
  /** Orders that wait for an operator, or that an operator decided. */
  operators: ReadonlySet<string>;
  /** Events whose orders go to the supplier. */
  supplierEvents: ReadonlySet<string>;
  decisions: readonly OperatorDecision[];
  warnings: string[];
}

/** What an operator decided about a change that waited for its supplier. */
export interface OperatorDecision {
  order: string;
  change: string | undefined;
  accepted: boolean;
  /** Whether the decision certainly took effect; false when the process died before it answered. */
  isSure: boolean;
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

/** The supplier has confirmed exactly those changes of a complete order that took effect, except where an operator decided. */
export const supplierAgreesToChanges = ({ final, supplier, operators, decisions }: Judged): Violation[] =>
  final.orders.flatMap((order) => {
    const side = supplier.get(order.id);
    const isDecided = operators.has(order.id) || decisions.some((one) => one.order === order.id);
    if (!side || order.status !== "complete" || isDecided) return [];
    const confirmed = [...side.changes].filter(([, { isConfirmed }]) => isConfirmed).map(([id]) => id);
    const accepted = acceptedAmendments(order).map(({ id }) => id);
    return confirmed.toSorted().join() === accepted.toSorted().join()
      ? []
      : [
          {
            rule: "supplier's changes",
            detail: `order ${order.id} was changed by ${accepted}, and its supplier confirmed ${confirmed}`,
          },
        ];
  });

/** A decision of an operator about a change is final, whatever the supplier answers afterwards. */
export const operatorDecisionsAreFinal = ({ final, decisions }: Judged): Violation[] => {
  const stored = new Map(final.orders.flatMap(({ amendments = [] }) => amendments.map((one) => [one.id, one.status])));
  return decisions.flatMap(({ order, change, accepted, isSure }) => {
    const status = stored.get(change ?? "");
    return !isSure || status === (accepted ? "accepted" : "declined")
      ? []
      : [
          {
            rule: "decisions",
            detail: `an operator's decision (${accepted}) was lost: order ${order}, its change is ${status}`,
          },
        ];
  });
};

/** No job and no request failed with an internal error, whatever the network did. */
export const nothingFailed = ({ warnings }: Judged): Violation[] =>
  warnings
    // The world's partner does not always answer, and operators shall read it.
    .filter((line) => !/a partner's address (fails|works again)/.test(line))
    // A clock that jumps passes the time limit of a probe that is running. The world's store itself is never silent.
    .filter((line) => !line.includes('"fault":"silent"'))
    .map((line) => ({ rule: "log", detail: line.trim() }));
