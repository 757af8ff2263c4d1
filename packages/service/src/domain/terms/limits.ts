import Big from "big.js";
import type { TermsContent } from "../../records/partners/partner-terms.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { homeZone } from "../../store/operators/home.ts";
import { LimitExceeded } from "../../store/sale/orders.ts";
import { lockAccount } from "../../store/terms/statements.ts";
import { minorDigits } from "../selling/money.ts";
import { type AccountCall, balanceOfAccount } from "./statements.ts";
import { termsAt } from "./terms.ts";

/** What a partner may owe: docs/decisions/0067-terms-of-partners.md#limits. */

export interface LimitState {
  kind: "credit" | "prepaid";
  currencyCode: string;
  /** Of a credit; 0 for prepaid. */
  amount: string;
  /** What the partner owes for all its orders. Below zero: what it has paid before. */
  owed: string;
  /** What it can still buy. Below zero: it is over its limit. */
  left: string;
  /** Whether less is left than the warning says. */
  isLow: boolean;
}

/** Returns the state of a limit. */
export async function limitState(
  db: Db | Tx,
  partnerId: string,
  { kind, amount, currencyCode, warnBelow }: NonNullable<TermsContent["limit"]>,
  call: AccountCall,
): Promise<LimitState> {
  const { owed } = await balanceOfAccount(db, partnerId, currencyCode, call);
  const most = kind === "credit" ? amount : "0";
  const left = new Big(most).minus(owed);
  const digits = minorDigits(currencyCode);
  return {
    ...{ kind, currencyCode, owed },
    amount: new Big(most).toFixed(digits),
    left: left.toFixed(digits),
    isLow: warnBelow !== null && left.lt(warnBelow),
  };
}

/** Returns the state of a partner's present limit, or null if it has none. */
export async function presentLimit(db: Db | Tx, partnerId: string, now: Date): Promise<LimitState | null> {
  const limit = (await termsAt(db, partnerId, now))?.content.limit;
  return limit ? limitState(db, partnerId, limit, { now, zone: await homeZone(db) }) : null;
}

/** Whether the partner may owe nothing more, so that no seat needs to be taken for its order. */
export async function isOverLimit(db: Db, partnerId: string, now: Date): Promise<boolean> {
  const state = await presentLimit(db, partnerId, now);
  return state !== null && new Big(state.left).lte(0);
}

/**
 * Checks the partner's limit after the transaction has written an order. Orders of the partner wait for each other until they commit.
 * @throws LimitExceeded
 */
export async function requireLimit(tx: Tx, partnerId: string, now: Date): Promise<void> {
  if (!(await termsAt(tx, partnerId, now))?.content.limit) return;
  await lockAccount(tx, partnerId);
  const state = await presentLimit(tx, partnerId, now);
  if (state && new Big(state.left).lt(0)) throw new LimitExceeded(`partner ${partnerId} would be over its limit`);
}
