import Type from "typebox";
import { decimal, nullable, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { guestBalancesOf } from "../../store/money/account.ts";
import type { StoreCurrency } from "../../store/money/amounts.ts";
import { storeCurrency } from "./store-currency.ts";

/**
 * What is to be collected from the guest of an order: docs/decisions/0072-what-is-to-be-collected.md. Every screen, paper, letter and link
 * that asks a guest for money asks this file.
 */

export const ToCollect = Type.Object(
  {
    amount: decimal,
    currencyCode: text,
    dueOn: nullable(text, "`yyyy-MM-dd`: the agreed day. Null: none was agreed, so the guest pays on arrival."),
    onArrival: Type.Boolean({
      description: "Whether it is due by the day of the event. Otherwise the guest pays later.",
    }),
  },
  { description: "What is to be collected from the guest, in the store's currency." },
);
export type ToCollect = Type.Static<typeof ToCollect>;

/** Reads what is to be collected from the guests of these orders. An order of which nothing is to be collected is not in the answer. */
export async function toCollectOf(db: Db | Tx, orderIds: readonly string[]): Promise<Map<string, ToCollect>> {
  if (orderIds.length === 0) return new Map();
  const currency = await storeCurrency(db);
  const rows = await guestBalancesOf(db, currency, orderIds);
  return new Map(
    rows.map(({ id, amount, dueOn, eventOn }) => [
      id,
      { amount, currencyCode: currency.code, dueOn, onArrival: dueOn === null || dueOn <= eventOn },
    ]),
  );
}

export const toCollectOfOrder = async (db: Db | Tx, orderId: string): Promise<ToCollect | null> =>
  (await toCollectOf(db, [orderId])).get(orderId) ?? null;

/** Returns what the guest of an order still has to pay, as a decimal in the store's currency. */
export const dueFromGuest = async (db: Db | Tx, currency: StoreCurrency, orderId: string): Promise<string> =>
  (await toCollectOfOrder(db, orderId))?.amount ?? (0).toFixed(currency.digits);
