import {
  type Accepted,
  type Amendment,
  bookings,
  describe,
  type Entry,
  type FinalOrder,
  type History,
  type Quoted,
  type Rule,
  type Violation,
} from "../history.ts";
import { pricesOf } from "./catalogue.ts";

/** Changes of orders: a quote is accepted at most once, and whole or not at all. */

const broken = (detail: string): Violation[] => [{ rule: "changes", detail }];

export const acceptedOf = ({ amendments = [] }: FinalOrder): Amendment[] =>
  amendments.filter(({ status }) => status === "accepted");

export const acceptances = ({ entries }: History): Accepted[] => entries.filter((entry) => entry.op === "accept");

/** What an answer said about a change is true: it is in the store, and a change that has ended stays as it ended. */
const acceptedChangesAreThere: Rule = (history, { orders }) => {
  const stored = new Map(orders.flatMap(({ amendments = [] }) => amendments.map((one) => [one.id, one.status])));
  return acceptances(history).flatMap((entry) => {
    const { quote, status } = entry;
    if (status === null || status === "quoted" || status === "expired") return [];
    const now = stored.get(quote);
    if (now === undefined) return broken(`an acknowledged change is lost: ${quote}, ${describe(entry)}`);
    return status === "waitsupplier" || status === now
      ? []
      : broken(`change ${quote} was ${status}, and is ${now} now: ${describe(entry)}`);
  });
};

/** No quote takes effect that nobody accepted. */
const changesWereRequested: Rule = (history, { orders }) => {
  const possible = new Set(
    acceptances(history)
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
const oneChangePerRevision: Rule = (_history, { orders }) =>
  orders.flatMap(({ id, amendments = [] }) =>
    [...Map.groupBy(amendments, ({ revision }) => revision)]
      .filter(([, same]) => same.length > 1)
      .flatMap(([revision, same]) => broken(`order ${id} was changed ${same.length} times at revision ${revision}`)),
  );

/** A changed order is what its last accepted change says, and no change of an order that has ended waits. */
const changedOrdersAreAsAccepted: Rule = (_history, { orders }) =>
  orders.flatMap((order) => {
    const { id, status, event, seats, total, amendments = [] } = order;
    const last = acceptedOf(order).at(-1);
    const isEnded = status === "cancelled" || status === "rejected";
    if (isEnded && amendments.some((one) => one.status === "waitsupplier"))
      return broken(`order ${id} is ${status}, and its change waits`);
    return last === undefined || (last.event === event && last.seats === seats && last.total === total)
      ? []
      : broken(`order ${id} has ${seats} seats of ${event} for ${total}, and was changed to ${JSON.stringify(last)}`);
  });

/**
 * A quoted total is one that was in force, or fewer seats at the price of the sale. Differences and refunds of accepted changes are those
 * that were quoted, and no refund is given twice: the differences lead from the total of the sale to that of the order.
 */
const changesAreSettled: Rule = (history, { orders }) => {
  const prices = pricesOf(history);
  const quotes = history.entries.filter((entry): entry is Quoted => entry.op === "quote" && entry.quote !== null);
  const byId = new Map(quotes.map((entry) => [entry.quote!.id, entry]));
  const sold = new Map(bookings(history).flatMap((entry) => (entry.order ? [[entry.order.id, entry] as const] : [])));
  const changed = new Map(orders.map((order) => [order.id, acceptedOf(order)]));
  const unitPrices = (id: string): number[] =>
    [sold.get(id), ...(changed.get(id) ?? [])].flatMap((one) => (one ? [one.total / one.seats] : []));
  const wrongTotals = quotes.filter(({ id, event, seats, invokedAt, endedAt, quote }) => {
    const price = quote!.total / seats;
    const inForce = prices
      .get(event)
      ?.some((one) => one.price === price && one.from <= endedAt && one.until >= invokedAt);
    return prices.has(event) && !inForce && !unitPrices(id).includes(price);
  });
  return [
    ...wrongTotals.flatMap((entry) => broken(`a quote of ${entry.quote!.total} was not in force: ${describe(entry)}`)),
    ...orders.flatMap((order) => {
      let before = sold.get(order.id)?.total;
      return acceptedOf(order).flatMap((one) => {
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

/** Each change that ended reaches a partner that wants to know at least once, and first after those before it. */
const changeNotificationsArrive: Rule = ({ notifiedChanges = [] }, { orders }) => {
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

/** Acceptances by order, of each history: to look for those of each of 10,000 orders takes ten minutes. */
const acceptancesByOrder = new WeakMap<readonly Entry[], Map<string, Accepted[]>>();

/** When acceptances of an order's quotes were sent. */
export function acceptancesOf(entries: readonly Entry[], id: string): Accepted[] {
  const byOrder =
    acceptancesByOrder.get(entries) ??
    Map.groupBy(
      entries.filter((entry): entry is Accepted => entry.op === "accept"),
      (entry) => entry.id,
    );
  acceptancesByOrder.set(entries, byOrder);
  return byOrder.get(id) ?? [];
}

export const changeRules: Record<string, Rule> = {
  acceptedChangesAreThere,
  changesWereRequested,
  oneChangePerRevision,
  changedOrdersAreAsAccepted,
  changesAreSettled,
  changeNotificationsArrive,
};
