import { orderReference } from "@paseo/contract/order-reference";
import Big from "big.js";
import type { Db, Tx } from "../../store/database/database.ts";
import type { StoreCurrency } from "../../store/money/amounts.ts";
import { type DocumentRow, documentsOf, type InstantRange } from "../../store/money/documents.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { instantOf, localDateAt, localTime, msPerDay } from "../selling/dates.ts";
import { splitTax, type TaxSplit, taxSchemeOf } from "./tax.ts";

/** The documents of orders, with their numbers and the tax in each: docs/decisions/0055-money-of-the-operator.md. */

export interface AccountDocument
  extends Omit<DocumentRow, "number" | "lang" | "nth" | "at" | "before" | "after">,
    TaxSplit {
  /** The order's reference, and a suffix: `K7Q-M3X-HP4-ES-X`. */
  document: string;
  /** `yyyy-MM-dd` in the store's time zone. */
  day: string;
  /** Decimal, in the store's currency. */
  total: string;
}

/** Returns the documents of the days from the first to the last, both inclusive. */
export async function accountDocuments(
  db: Db | Tx,
  currency: StoreCurrency,
  { from, to, zone }: { from: string; to: string; zone: string },
): Promise<AccountDocument[]> {
  const rows = await documentsOf(db, currency, {
    from: dayInstants(from, zone).from,
    until: dayInstants(to, zone).until,
  });
  return rows.map(({ number, lang, nth, at, before, after, taxRate, taxScheme, ...row }) => ({
    ...row,
    taxScheme: taxSchemeOf({ taxRate, taxScheme }),
    document: `${orderReference({ number, lang, test: false })}${suffix[row.kind](nth)}`,
    day: localDateAt(at, zone),
    total: minus(after, before, currency),
    ...taxBetween(before, after, taxRate, currency),
  }));
}

const suffix: Record<DocumentRow["kind"], (nth: number) => string> = {
  sale: () => "",
  change: (nth) => `-C${nth}`,
  cancellation: () => "-X",
  fee: (nth) => (nth === 0 ? "-XF" : `-C${nth}F`),
  adjustment: (nth) => `-R${nth}`,
};

/**
 * Returns the tax of the total after a document less the tax before it. So the taxes of an order's documents add up to the tax of its
 * total.
 */
function taxBetween(before: string, after: string, taxRate: string | null, currency: StoreCurrency): TaxSplit {
  const [former, present] = [before, after].map((total) => splitTax(total, taxRate, currency.code));
  const tax = present!.tax === null ? null : minus(present!.tax, former!.tax!, currency);
  return { taxRate, tax, base: tax === null ? null : minus(minus(after, before, currency), tax, currency) };
}

const minus = (one: string, other: string, { digits }: StoreCurrency): string =>
  new Big(one).minus(other).toFixed(digits);

/** Returns the first instant of a local day, and the first instant of the next day. */
export function dayInstants(day: string, zone: string): InstantRange {
  const midnight = localTime(`${day}T00:00:00`);
  return { from: instantOf(midnight, zone), until: instantOf(midnight + msPerDay, zone) };
}

/**
 * Returns the invoice that the operator made elsewhere for an order of its desk. `isCurrent`: the order still has the total for which the
 * number was recorded. Null: no number was recorded.
 */
export function invoiceOf({
  payment,
  totalUsd,
}: Pick<OrderRow, "payment" | "totalUsd">): { number: string; isCurrent: boolean } | null {
  const invoice = payment?.invoice;
  return invoice ? { number: invoice.number, isCurrent: invoice.totalUsd === totalUsd } : null;
}
