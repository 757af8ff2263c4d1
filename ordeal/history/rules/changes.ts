import {
  type AcceptEntry,
  type Amendment,
  bookEntries,
  describeEntry,
  type FinalOrder,
  type History,
  type HistoryEntry,
  type HistoryRule,
  type QuoteEntry,
  type Violation,
} from "../history.ts";
import { pricesOf } from "./catalogue.ts";

/** Changes of orders: a quote is accepted at most once, and whole or not at all. */

const broken = (detail: string): Violation[] => [{ rule: "changes", detail }];

export const acceptedAmendments = ({ amendments = [] }: FinalOrder): Amendment[] =>
  amendments.filter(({ status }) => status === "accepted");

export const acceptEntries = ({ entries }: History): AcceptEntry[] => entries.filter((entry) => entry.op === "accept");

/** Every change that an answer reported is in the store, and a change that has ended keeps its status. */
const acceptedChangesAreThere: HistoryRule = (history, { orders }) => {
  const stored = new Map(orders.flatMap(({ amendments = [] }) => amendments.map((one) => [one.id, one.status])));
  return acceptEntries(history).flatMap((entry) => {
    const { quote, status } = entry;
    if (status === null || status === "quoted" || status === "expired") return [];
    const now = stored.get(quote);
    if (now === undefined) return broken(`an acknowledged change is lost: ${quote}, ${describeEntry(entry)}`);
    return status === "waitsupplier" || status === now
      ? []
      : broken(`change ${quote} was ${status}, and is ${now} now: ${describeEntry(entry)}`);
  });
};

/** Only quotes that a client accepted take effect. */
const changesWereRequested: HistoryRule = (history, { orders }) => {
  const possible = new Set(
    acceptEntries(history)
      .filter(({ outcome, status }) => outcome === "unknown" || status !== null)
      .map(({ quote }) => quote),
  );
  return orders.flatMap(({ id, amendments = [] }) =>
    amendments
      .filter((one) => !possible.has(one.id))
      .flatMap((one) => broken(`change ${one.id} of order ${id} was never accepted, or was refused`)),
  );
};

/** Of all quotes for one revision of an order, at most one is accepted. */
const oneChangePerRevision: HistoryRule = (_history, { orders }) =>
  orders.flatMap(({ id, amendments = [] }) =>
    [...Map.groupBy(amendments, ({ revision }) => revision)]
      .filter(([, same]) => same.length > 1)
      .flatMap(([revision, same]) => broken(`order ${id} was changed ${same.length} times at revision ${revision}`)),
  );

/** A changed order matches its last accepted change. An ended order has no change that waits. */
const changedOrdersAreAsAccepted: HistoryRule = (_history, { orders }) =>
  orders.flatMap((order) => {
    const { id, status, event, seats, total, amendments = [] } = order;
    const last = acceptedAmendments(order).at(-1);
    const isEnded = status === "cancelled" || status === "rejected";
    if (isEnded && amendments.some((one) => one.status === "waitsupplier"))
      return broken(`order ${id} is ${status}, and its change waits`);
    return last === undefined || (last.event === event && last.seats === seats && last.total === total)
      ? []
      : broken(`order ${id} has ${seats} seats of ${event} for ${total}, and was changed to ${JSON.stringify(last)}`);
  });

/** An order's event, and its seats grouped by the price at which they were sold, earliest sale first. */
interface Sold {
  event: string;
  lots: { seats: number; price: number }[];
}

const totalOf = ({ lots }: Sold): number => lots.reduce((sum, { seats, price }) => sum + seats * price, 0);
const seatsOf = ({ lots }: Sold): number => lots.reduce((sum, { seats }) => sum + seats, 0);

/** Returns the order after a change, and the price of the added seats; null when none was added. */
function changed(before: Sold, { event, seats, total }: Pick<Amendment, "event" | "seats" | "total">) {
  const added = (from: Sold): { after: Sold; price: number | null } => {
    const lot = { seats: seats - seatsOf(from), price: (total - totalOf(from)) / (seats - seatsOf(from)) };
    return { after: { event, lots: [...from.lots, lot] }, price: lot.price };
  };
  if (event !== before.event) return added({ event, lots: [] });
  if (seats > seatsOf(before)) return added(before);
  let left = seats;
  const lots = before.lots.map((lot) => {
    const kept = Math.min(lot.seats, left);
    left -= kept;
    return { ...lot, seats: kept };
  });
  return { after: { event, lots: lots.filter((lot) => lot.seats > 0) }, price: null };
}

/**
 * A new seat of an order costs a price that was in force, and a seat that stays keeps its price. An accepted change has the difference and
 * the refund of its quote. The total of the sale and all differences add up to the order's total, so no refund is given twice.
 */
const changesAreSettled: HistoryRule = (history, { orders }) => {
  const prices = pricesOf(history);
  const quotes = history.entries.filter((entry): entry is QuoteEntry => entry.op === "quote" && entry.quote !== null);
  const byId = new Map(quotes.map((entry) => [entry.quote!.id, entry]));
  const sold = new Map(
    bookEntries(history).flatMap((entry) => (entry.order ? [[entry.order.id, entry] as const] : [])),
  );
  /** Each order's content at its sale and after each of its changes. */
  const states = new Map(
    orders.map((order) => {
      const sale = sold.get(order.id);
      if (!sale) return [order.id, []];
      let state: Sold = { event: sale.event, lots: [{ seats: sale.seats, price: sale.total / sale.seats }] };
      const all = [state];
      for (const one of acceptedAmendments(order)) {
        state = changed(state, one).after;
        all.push(state);
      }
      return [order.id, all];
    }),
  );
  const wrongTotals = quotes.filter(({ id, event, seats, invokedAt, endedAt, quote }) => {
    const { total, difference } = quote!;
    const isRight = (state: Sold) => {
      if (totalOf(state) !== total - difference) return false;
      const { after, price } = changed(state, { event, seats, total });
      const known = prices.get(event);
      if (price === null) return totalOf(after) === total;
      return !known || known.some((one) => one.price === price && one.from <= endedAt && one.until >= invokedAt);
    };
    const before = states.get(id) ?? [];
    return before.length > 0 && !before.some(isRight);
  });
  return [
    ...wrongTotals.flatMap((entry) =>
      broken(`a quote of ${entry.quote!.total} was not in force: ${describeEntry(entry)}`),
    ),
    ...orders.flatMap((order) => {
      let before = sold.get(order.id)?.total;
      return acceptedAmendments(order).flatMap((one) => {
        const { id, total, difference, refund } = one;
        const quoted = byId.get(id)?.quote;
        const isQuoted =
          quoted?.total === total &&
          quoted.difference === difference &&
          quoted.refund === refund &&
          byId.get(id)!.seats === one.seats;
        const isSettled = before === undefined || total - before === difference;
        const isRefunded = refund >= 0 && refund <= Math.max(0, -difference);
        before = total;
        return isQuoted && isSettled && isRefunded
          ? []
          : broken(`change ${id} of order ${order.id} is not settled as quoted: ${JSON.stringify(one)}`);
      });
    }),
  ];
};

/** A subscribed partner receives every finished change at least once, in the order in which the changes finished. */
const changeNotificationsArrive: HistoryRule = ({ notifiedChanges = [] }, { orders }) => {
  const byOrder = Map.groupBy(
    notifiedChanges.toSorted((one, other) => one.at - other.at),
    ({ id }) => id,
  );
  return orders.flatMap(({ id, amendments = [] }) => {
    const arrived = byOrder.get(id) ?? [];
    const ended = amendments.filter(({ status, notifies }) => notifies && status !== "waitsupplier");
    const wrong = (what: string) => [
      { rule: "notifications", detail: `${what}: order ${id}, ${JSON.stringify({ amendments, arrived })}` },
    ];
    if (arrived.some(({ quote, status }) => !ended.some((one) => one.id === quote && one.status === status)))
      return wrong("a notification of a change that did not happen");
    const firsts = [...new Set(arrived.map(({ quote }) => quote))].map((quote) =>
      ended.findIndex((one) => one.id === quote),
    );
    if (firsts.some((place, n) => n > 0 && place < firsts[n - 1]!))
      return wrong("a notification of a change overtook another");
    return ended.some((one) => !one.undelivered && !arrived.some(({ quote }) => quote === one.id))
      ? wrong("a notification of a change never arrived")
      : [];
  });
};

/** The accepted quotes of each history, grouped by order. Searching for each of 10,000 orders takes ten minutes. */
const acceptancesByOrder = new WeakMap<readonly HistoryEntry[], Map<string, AcceptEntry[]>>();

/** Returns the requests that accepted quotes of an order. */
export function acceptEntriesOfOrder(entries: readonly HistoryEntry[], id: string): AcceptEntry[] {
  const byOrder =
    acceptancesByOrder.get(entries) ??
    Map.groupBy(
      entries.filter((entry): entry is AcceptEntry => entry.op === "accept"),
      (entry) => entry.id,
    );
  acceptancesByOrder.set(entries, byOrder);
  return byOrder.get(id) ?? [];
}

export const amendmentRules: Record<string, HistoryRule> = {
  acceptedChangesAreThere,
  changesWereRequested,
  oneChangePerRevision,
  changedOrdersAreAsAccepted,
  changesAreSettled,
  changeNotificationsArrive,
};
