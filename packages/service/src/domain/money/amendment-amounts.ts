import type { Db } from "../../store/database/database.ts";
import { amountsOfAmendments } from "../../store/money/amendment-amounts.ts";
import type { AmendmentRow } from "../../store/sale/amendments.ts";
import { convertUsd, storeCurrency } from "./store-currency.ts";

/** Amendments in the store's currency: docs/decisions/0055-money-of-the-operator.md. Amounts are decimal strings. */

export interface AmendmentMoney {
  currencyCode: string;
  /** The order's total before the amendment. */
  before: string;
  /** The order's total after the amendment. */
  total: string;
  difference: string;
  refund: string;
  /** Converts a refund in US dollars. */
  refundOf: (usd: string) => string;
}

/** Returns the amounts of an order's amendments and quotes, by their ids. */
export async function moneyOfAmendments(
  db: Db,
  rows: readonly Pick<AmendmentRow, "id" | "refundUsd">[],
): Promise<Map<string, AmendmentMoney>> {
  if (rows.length === 0) return new Map();
  const currency = await storeCurrency(db);
  const ids = rows.map(({ id }) => id);
  const amounts = new Map((await amountsOfAmendments(db, currency, ids)).map((one) => [one.id, one]));
  return new Map(
    rows.map(({ id, refundUsd }) => {
      const { before, total, difference, ...conversion } = amounts.get(id)!;
      const refundOf = (usd: string) => convertUsd(usd, conversion, currency);
      return [id, { currencyCode: currency.code, before, total, difference, refund: refundOf(refundUsd), refundOf }];
    }),
  );
}
