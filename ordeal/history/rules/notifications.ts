import type { HistoryRule } from "../history.ts";

/** Each status change reaches the partner at least once, and first after all earlier changes. */
export const notificationsArriveInOrder: HistoryRule = ({ notified }, { orders }) => {
  const byOrder = Map.groupBy(
    notified.toSorted((one, other) => one.at - other.at),
    ({ id }) => id,
  );
  return orders.flatMap(({ id, changes, notifies, undelivered }) => {
    const arrived = byOrder.get(id) ?? [];
    const detail = `order ${id}, changes ${changes.join(", ") || "none"}, arrived ${arrived.map(({ sequence, status }) => `${sequence} ${status}`).join(", ") || "nothing"}`;
    const broken = (what: string) => [{ rule: "notifications", detail: `${what}: ${detail}` }];
    if (!notifies) return arrived.length > 0 ? broken("notifications that nobody wanted") : [];
    if (arrived.some(({ sequence, status }) => changes[sequence - 1] !== status))
      return broken("a notification of what did not happen");
    const firsts = [...new Set(arrived.map(({ sequence }) => sequence))];
    if (firsts.some((sequence, n) => n > 0 && sequence < firsts[n - 1]!))
      return broken("a notification overtook another");
    const missing = changes
      .map((_, n) => n + 1)
      .filter((sequence) => !firsts.includes(sequence) && !undelivered.includes(sequence));
    return missing.length > 0 ? broken(`notifications ${missing.join(", ")} never arrived`) : [];
  });
};
