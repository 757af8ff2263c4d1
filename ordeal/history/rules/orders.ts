import {
  type BookEntry,
  bookEntries,
  describeEntry,
  type FinalOrder,
  type HistoryRule,
  type Violation,
} from "../history.ts";
import { acceptedAmendments } from "./changes.ts";

/** No order is lost, placed twice or invented. */

const broken = (detail: string): Violation[] => [{ rule: "orders", detail }];

/** Every acknowledged order is in the store, with the acknowledged content. */
export const acknowledgedOrdersAreThere: HistoryRule = (history, { orders }) => {
  const stored = new Map(orders.map((order) => [order.id, order]));
  return bookEntries(history).flatMap((booking) => {
    if (!booking.order) return [];
    const order = stored.get(booking.order.id);
    if (!order) return broken(`an acknowledged order is lost: ${booking.order.id}, ${describeEntry(booking)}`);
    return isSame(order, booking)
      ? []
      : broken(`order ${order.id} is not what was acknowledged: ${describeEntry(booking)}`);
  });
};

function isSame(order: FinalOrder, { order: seen, event, seats, total, reference }: BookEntry): boolean {
  const isNamed = order.reference === seen!.reference && (reference === null || order.externalReference === reference);
  // Of an order that was changed since, the store has the total of the sale only.
  const [first] = acceptedAmendments(order);
  if (first) return isNamed && first.total - first.difference === total;
  return isNamed && order.event === event && order.seats === seats && order.total === total;
}

/** Each ExternalReference and each Idempotency-Key has one order, in the store and in the answers. */
export const oneOrderPerKey: HistoryRule = (history, { orders }) => {
  const placed = ({ reference, key }: { reference: string | null; key: string | null }): string[] => [
    ...(reference === null ? [] : [`reference ${reference}`]),
    ...(key === null ? [] : [`key ${key}`]),
  ];
  const byKey = new Map<string, Set<string>>();
  const add = (keys: string[], id: string) => {
    for (const key of keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(id));
  };
  for (const { externalReference, key, id } of orders) add(placed({ reference: externalReference, key }), id);
  for (const booking of bookEntries(history)) if (booking.order) add(placed(booking), booking.order.id);
  const twice = [...byKey].filter(([, ids]) => ids.size > 1);
  return twice.flatMap(([key, ids]) => broken(`${key} has ${ids.size} orders: ${[...ids].join(", ")}`));
};

/** Ids and references are unique, and no two keys share an order. */
export const ordersAreDistinct: HistoryRule = (history, { orders }) => {
  const violations: Violation[] = [];
  for (const field of ["id", "reference"] as const) {
    const twice = [...Map.groupBy(orders, (order) => order[field])].filter(([, same]) => same.length > 1);
    violations.push(...twice.flatMap(([value]) => broken(`two orders have the ${field} ${value}`)));
  }
  const answered = bookEntries(history).filter(({ order }) => order !== null);
  for (const [id, same] of Map.groupBy(answered, ({ order }) => order!.id)) {
    const requests = new Set(same.map(({ reference, key, hold }) => JSON.stringify([reference, key, hold])));
    if (requests.size > 1) violations.push(...broken(`order ${id} answered ${requests.size} different requests`));
  }
  return violations;
};

/** A client requested every order in the store, and its request was not refused. */
export const ordersWereRequested: HistoryRule = (history, { orders }) => {
  const possible = bookEntries(history).filter(({ outcome, order }) => outcome === "unknown" || order !== null);
  const ids = new Set(possible.map(({ order }) => order?.id));
  const references = new Set(possible.map(({ reference }) => reference));
  const keys = new Set(possible.map(({ key }) => key));
  return orders.flatMap(({ id, externalReference, key, event, seats, total }) => {
    const isKnown =
      ids.has(id) ||
      (externalReference !== null && references.has(externalReference)) ||
      (key !== null && keys.has(key)) ||
      // The store deletes a key after a day, and a booking of a hold needs none. Then the content must match a request.
      (externalReference === null &&
        key === null &&
        possible.some(
          (one) => (one.key !== null || one.hold) && one.event === event && one.seats === seats && one.total === total,
        ));
    return isKnown ? [] : broken(`order ${id} (${externalReference ?? key}) was never requested, or was refused`);
  });
};

/** A client that knows an order's id can read the order from then on. */
export const knownOrdersAreFound: HistoryRule = (history) => {
  const known = new Map<string, number>();
  for (const { order, endedAt } of bookEntries(history))
    if (order) known.set(order.id, Math.min(endedAt, known.get(order.id) ?? endedAt));
  return history.entries.flatMap((entry) => {
    if ((entry.op !== "read" && entry.op !== "cancel") || entry.httpStatus !== 404) return [];
    const since = known.get(entry.id);
    return since !== undefined && since <= entry.invokedAt
      ? broken(`order ${entry.id} was not found: ${describeEntry(entry)}`)
      : [];
  });
};
