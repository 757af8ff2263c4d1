import Big from "big.js";
import { type Db, inTransaction, type Tx } from "../../store/database/database.ts";
import { paymentsIn } from "../../store/money/account.ts";
import type { StoreCurrency } from "../../store/money/amounts.ts";
import {
  type ClosingRow,
  type CountedTill,
  closingsSince,
  insertClosing,
  lockClosings,
  readClosing,
  type TillSums,
} from "../../store/money/closings.ts";
import { type DocumentRow, documentsOf, type InstantRange, refundsPaid } from "../../store/money/documents.ts";
import { dayNumber, isoDay } from "../selling/dates.ts";
import { minorDigits } from "../selling/money.ts";
import { dayInstants } from "./documents.ts";

/** The money of a day, and its closing: docs/decisions/0055-money-of-the-operator.md says what a closing promises. */

/** Kinds of payment. `online`: through a provider. `partner`: a partner sold the order, and settles with the operator. `other`: a kind of refunds only. */
export const moneyKinds = ["cash", "card", "transfer", "online", "account", "free", "partner", "other"] as const;
export type MoneyKind = (typeof moneyKinds)[number];

/** Money of one kind. Amounts are decimal strings in the currency of the sums. */
export interface MoneyKindSums {
  kind: MoneyKind;
  orders: number;
  sold: string;
  /** Payments of orders on account. On account itself it is what these payments settled, below zero. */
  settled: string;
  refunds: number;
  paidBack: string;
  /** What was sold, with payments of orders on account, less what was paid back. */
  balance: string;
}

export interface SellerSums {
  /** E-mail address. */
  operator: string;
  kind: MoneyKind;
  orders: number;
  sold: string;
  /** Payments of orders on account that the operator recorded. */
  settled: string;
}

/** The money of orders that a partner sold. */
export interface PartnerSums extends Omit<MoneyKindSums, "kind"> {
  partner: string;
}

export interface DaySums {
  currencyCode: string;
  /** Every kind, in the sequence of `moneyKinds`. */
  kinds: MoneyKindSums[];
  total: Omit<MoneyKindSums, "kind">;
  sellers: SellerSums[];
  /** The kind `partner` by partner. Missing in closings of older releases. */
  partners?: PartnerSums[];
  /** Cash by person and currency. Missing in closings of older releases. */
  tills?: TillSums[];
  /** Orders that were cancelled or declined on the day. Their money goes back when an operator records the refund. */
  cancelled: { orders: number; amount: string };
}

/** Late changes of a closed day: the kinds of payment whose sums changed after the closing. */
export interface LateChange {
  day: string;
  kinds: MoneyKindSums[];
}

export type DayClosing = ClosingRow<DaySums, LateChange[]>;

export interface DayMoney {
  sums: DaySums;
  /** Null: the day is open. */
  closing: DayClosing | null;
  /** Changes after the closing. `closedWith` is the day whose closing contains the change; null: the next closing will contain it. */
  changed: (LateChange & { closedWith: string | null })[];
}

export interface DayCall {
  day: string;
  zone: string;
  currency: StoreCurrency;
}

/** A closing contains late changes of closed days that are at most this many days older. */
const lateDays = 31;

/** Reads the money of a day. A closed day keeps the time zone and the currency that the store had when an operator closed it. */
export async function dayMoney(db: Db, { day, zone, currency }: DayCall): Promise<DayMoney> {
  const closing = await readClosing<DaySums, LateChange[]>(db, day);
  if (!closing) return { sums: await daySums(db, currency, dayInstants(day, zone)), closing, changed: [] };
  const closings = await closingsSince<DaySums, LateChange[]>(db, isoDay(dayNumber(day)! - lateDays));
  const booked = closings.flatMap(({ day: closedWith, late }) =>
    late.filter((change) => change.day === day).map((change) => ({ ...change, closedWith })),
  );
  const { sums, open } = await openChange(db, closing, closings);
  return { sums, closing, changed: [...booked, ...(open ? [{ ...open, closedWith: null }] : [])] };
}

/** What a person had in the till before the day, and counted after it. */
export type TillCount = Pick<CountedTill, "operator" | "currencyCode" | "float" | "counted">;

/** Compares counts with the cash of the day. A count of a person who took no cash is compared with the float. */
export function countedTills(counts: readonly TillCount[], tills: readonly TillSums[]): CountedTill[] {
  return counts.map((count) => {
    const { operator, currencyCode, float, counted } = count;
    const digits = minorDigits(currencyCode);
    const sums = tills.find((till) => till.operator === operator && till.currencyCode === currencyCode);
    const { received = "0", paidBack = "0" } = sums ?? {};
    const expected = new Big(float).plus(received).minus(paidBack);
    const amounts = { float, received, paidBack, expected, counted, difference: new Big(counted).minus(expected) };
    const fixed = Object.entries(amounts).map(([name, amount]) => [name, new Big(amount).toFixed(digits)]);
    return { operator, currencyCode, ...(Object.fromEntries(fixed) as Record<keyof typeof amounts, string>) };
  });
}

/**
 * Records the day's sums, the counted tills, and late changes that no closing contains yet. Returns null if the day has a closing.
 */
export const closeDay = (
  db: Db,
  { day, zone, currency }: DayCall,
  {
    by,
    now,
    counts,
    record,
  }: { by: string; now: Date; counts: readonly TillCount[]; record: (tx: Tx, closing: DayClosing) => Promise<void> },
): Promise<DayClosing | null> =>
  inTransaction(db, async (tx) => {
    await lockClosings(tx);
    const closings = await closingsSince<DaySums, LateChange[]>(tx, isoDay(dayNumber(day)! - lateDays));
    const late: LateChange[] = [];
    for (const one of closings) {
      const { open } = await openChange(tx, one, closings);
      if (open) late.push(open);
    }
    const instants = dayInstants(day, zone);
    const sums = await daySums(tx, currency, instants);
    const tills = counts.length === 0 ? null : countedTills(counts, sums.tills ?? []);
    const closing = { day, ...instants, closedAt: now, closedBy: by, sums, late, tills };
    if (!(await insertClosing(tx, closing))) return null;
    await record(tx, closing);
    return closing;
  });

/** Returns the present sums of a closed day, and the late changes that no closing contains yet. */
async function openChange(
  db: Db | Tx,
  { day, from, until, sums: recorded }: DayClosing,
  closings: readonly DayClosing[],
): Promise<{ sums: DaySums; open: LateChange | null }> {
  const currency = { code: recorded.currencyCode, digits: minorDigits(recorded.currencyCode) };
  const sums = await daySums(db, currency, { from, until });
  const known = [
    recorded.kinds,
    ...closings.flatMap(({ late }) => late.filter((one) => one.day === day)).map(({ kinds }) => kinds),
  ];
  const kinds = sums.kinds
    .map((present) =>
      known
        .flatMap((some) => some.filter(({ kind }) => kind === present.kind))
        .reduce((rest, one) => added(rest, one, -1, currency), present),
    )
    .filter(
      ({ orders, refunds, sold, settled, paidBack }) =>
        orders !== 0 || refunds !== 0 || [sold, settled, paidBack].some((amount) => Number(amount) !== 0),
    );
  return { sums, open: kinds.length > 0 ? { day, kinds } : null };
}

/** Returns the money of a period: sales and amendments that cost more, and refunds that were paid back. */
export async function daySums(db: Db | Tx, currency: StoreCurrency, instants: InstantRange): Promise<DaySums> {
  const documents = await documentsOf(db, currency, instants);
  const refunds = await refundsPaid(db, currency, instants);
  const kinds = new Map(moneyKinds.map((kind) => [kind, nothing(kind, currency)]));
  const sellers = new Map<string, SellerSums>();
  const seller = (operator: string, kind: MoneyKind, more: Partial<Omit<SellerSums, "operator" | "kind">>) => {
    const { orders, sold, settled } = sellers.get(`${operator} ${kind}`) ?? { orders: 0, sold: "0", settled: "0" };
    sellers.set(`${operator} ${kind}`, {
      ...{ operator, kind, orders: orders + (more.orders ?? 0) },
      sold: new Big(sold).plus(more.sold ?? 0).toFixed(currency.digits),
      settled: new Big(settled).plus(more.settled ?? 0).toFixed(currency.digits),
    });
  };
  const partners = new Map<string, MoneyKindSums>();
  const ofPartner = (name: string, more: Added, sign: 1 | -1 = 1) =>
    partners.set(name, added(partners.get(name) ?? nothing("partner", currency), more, sign, currency));
  const tills = new Map<string, TillSums>();
  const till = (operator: string, currencyCode: string, more: { received?: string; paidBack?: string }) => {
    const key = `${operator} ${currencyCode}`;
    const { received, paidBack } = tills.get(key) ?? { received: "0", paidBack: "0" };
    const sum = (one: string, other = "0") => new Big(one).plus(other).toFixed(minorDigits(currencyCode));
    const sums = { received: sum(received, more.received), paidBack: sum(paidBack, more.paidBack) };
    tills.set(key, { operator, currencyCode, ...sums });
  };
  const cancelled = { orders: 0, amount: "0" };
  for (const document of documents) {
    const { kind, payment, soldBy, partner } = document;
    const amount = new Big(document.after).minus(document.before);
    if (kind === "cancellation") {
      cancelled.orders++;
      cancelled.amount = new Big(cancelled.amount).minus(amount).toFixed();
    }
    const sold = soldOf(document, amount, currency);
    if (!sold) continue;
    kinds.set(payment, added(kinds.get(payment)!, sold, 1, currency));
    if (soldBy !== null) seller(soldBy, payment, { orders: sold.orders, sold: amount.toFixed() });
    if (payment === "partner") ofPartner(partner, sold);
    if (payment === "cash" && soldBy !== null) till(soldBy, currency.code, { received: amount.toFixed() });
  }
  for (const { method, amount, recordedBy, taken, soldAs, partner } of await paymentsIn(db, currency, instants)) {
    const settling = { ...none, settled: amount };
    kinds.set(method, added(kinds.get(method)!, settling, 1, currency));
    kinds.set(soldAs, added(kinds.get(soldAs)!, settling, -1, currency));
    // Nobody's drawer has a payment through a provider.
    if (method !== "online") seller(recordedBy, method, { settled: amount });
    if (soldAs === "partner") ofPartner(partner, settling, -1);
    if (method === "cash") till(recordedBy, taken.currencyCode, { received: taken.amount });
  }
  for (const { method, paid, recordedBy, partner } of refunds) {
    const back = { ...none, refunds: 1, paidBack: paid };
    kinds.set(method, added(kinds.get(method)!, back, 1, currency));
    if (method === "partner" && partner !== null) ofPartner(partner, back);
    if (method === "cash" && recordedBy !== null) till(recordedBy, currency.code, { paidBack: paid });
  }
  const all = [...kinds.values()];
  const { kind: _, ...total } = all.reduce((sum, one) => added(sum, one, 1, currency), nothing("other", currency));
  return {
    currencyCode: currency.code,
    kinds: all,
    total,
    sellers: [...sellers.values()].sort((one, other) => one.operator.localeCompare(other.operator)),
    partners: [...partners]
      .map(([partner, { kind: _, ...sums }]) => ({ partner, ...sums }))
      .sort((one, other) => one.partner.localeCompare(other.partner)),
    tills: [...tills.values()].sort(
      (one, other) => one.operator.localeCompare(other.operator) || one.currencyCode.localeCompare(other.currencyCode),
    ),
    cancelled: { ...cancelled, amount: new Big(cancelled.amount).toFixed(currency.digits) },
  };
}

type Added = Omit<MoneyKindSums, "kind" | "balance">;
const none: Added = { orders: 0, sold: "0", settled: "0", refunds: 0, paidBack: "0" };

/** An amendment that costs less makes a refund due, and counts when the refund is paid. */
function soldOf({ kind }: DocumentRow, amount: Big, { digits }: StoreCurrency): Added | null {
  if (kind !== "sale" && !(kind === "change" && amount.gt(0))) return null;
  return { ...none, orders: kind === "sale" ? 1 : 0, sold: amount.toFixed(digits) };
}

const nothing = (kind: MoneyKind, currency: StoreCurrency): MoneyKindSums =>
  added({ kind, ...none, balance: "0" }, null, 1, currency);

/** Adds sums to other sums. With `sign` -1 it subtracts them. */
function added(sums: MoneyKindSums, other: Added | null, sign: 1 | -1, { digits }: StoreCurrency): MoneyKindSums {
  const { orders, sold, settled, refunds, paidBack } = other ?? none;
  const all = new Big(sums.sold).plus(new Big(sold).times(sign));
  const paid = new Big(sums.settled).plus(new Big(settled).times(sign));
  const back = new Big(sums.paidBack).plus(new Big(paidBack).times(sign));
  return {
    kind: sums.kind,
    orders: sums.orders + sign * orders,
    sold: all.toFixed(digits),
    settled: paid.toFixed(digits),
    refunds: sums.refunds + sign * refunds,
    paidBack: back.toFixed(digits),
    balance: all.plus(paid).minus(back).toFixed(digits),
  };
}
