import {
  describeEntry,
  type FinalOrder,
  type History,
  type HistoryRule,
  type OrderStatus,
  type Violation,
} from "../history.ts";

/** A status changes only as decision 20 allows, and no client sees an earlier status again. */

/** Allowed transitions. They repeat the decision and not the code that the rule checks. */
const next: Record<OrderStatus, readonly OrderStatus[]> = {
  waitsupplier: ["complete", "rejected", "cancelled"],
  complete: ["waitcancel"],
  waitcancel: ["cancelled", "complete"],
  rejected: [],
  cancelled: [],
};

const broken = (detail: string): Violation => ({ rule: "status", detail });
const pathOf = ({ changes }: FinalOrder): OrderStatus[] => ["waitsupplier", ...changes];

export const statusFollowsTable: HistoryRule = (_history, { orders }) =>
  orders.flatMap((order) => {
    const path = pathOf(order);
    const wrong = path.findIndex((status, n) => n > 0 && !next[path[n - 1]!].includes(status));
    if (wrong > 0) return [broken(`order ${order.id} went ${path.slice(0, wrong + 1).join(" → ")}`)];
    return path.at(-1) === order.status
      ? []
      : [broken(`order ${order.id} is ${order.status}, but its timeline ends ${path.join(" → ")}`)];
  });

interface Seen {
  status: OrderStatus;
  invokedAt: number;
  endedAt: number;
  /** Position of the status in the order's path, if it is known. */
  at?: number;
  what: string;
}

/** The statuses of an order fit one path: a later read never returns an earlier status. */
export const statusNeverMovesBack: HistoryRule = (history, { orders }) => {
  const seen = sightings(history);
  return orders.flatMap((order) => {
    const wrong = firstMisfit(pathOf(order), seen.get(order.id) ?? []);
    return wrong
      ? [broken(`order ${order.id} (${pathOf(order).join(" → ")}) was seen ${wrong.status}: ${wrong.what}`)]
      : [];
  });
};

function sightings({ entries, notified }: History): Map<string, Seen[]> {
  const seen: [id: string, sighting: Seen][] = [];
  for (const entry of entries) {
    if (entry.op !== "book" && entry.op !== "read" && entry.op !== "cancel") continue;
    if (!entry.order) continue;
    const { id, status } = entry.order;
    // A repeated Idempotency-Key returns the first answer, so its status may be old.
    const invokedAt = entry.op === "book" && entry.key !== null ? Number.NEGATIVE_INFINITY : entry.invokedAt;
    seen.push([id, { status, invokedAt, endedAt: entry.endedAt, what: describeEntry(entry) }]);
  }
  for (const { id, status, sequence, at } of notified) {
    const what = `notification ${sequence} at ${at.toFixed(1)}`;
    seen.push([id, { status, invokedAt: Number.NEGATIVE_INFINITY, endedAt: at, at: sequence, what }]);
  }
  const byOrder = Map.groupBy(seen, ([id]) => id);
  return new Map([...byOrder].map(([id, pairs]) => [id, pairs.map(([, sighting]) => sighting)]));
}

/** Assigns to each read status the earliest position in the path that all reads which ended before it allow. */
function firstMisfit(path: OrderStatus[], seen: Seen[]): Seen | null {
  const placed: { endedAt: number; position: number }[] = [];
  for (const one of seen.toSorted((a, b) => a.invokedAt - b.invokedAt)) {
    const least = Math.max(
      0,
      ...placed.filter(({ endedAt }) => endedAt < one.invokedAt).map(({ position }) => position),
    );
    const position = one.at ?? path.indexOf(one.status, least);
    if (position < 0 || path[position] !== one.status) return one;
    placed.push({ endedAt: one.endedAt, position });
  }
  return null;
}
