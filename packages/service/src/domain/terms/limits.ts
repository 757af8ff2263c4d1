import Big from "big.js";
import { type LimitLevel, limitLevels, type TermsContent } from "../../records/partners/partner-terms.ts";
import { type Db, inTransaction, type Tx } from "../../store/database/database.ts";
import { homeZone } from "../../store/operators/home.ts";
import { recordPartnerLetters } from "../../store/sale/due-letters.ts";
import { LimitExceeded, type OrderRow, type SoldTicket } from "../../store/sale/orders.ts";
import {
  checkedLimit,
  deleteCheckedLimit,
  lockLimitCheck,
  partnersToCheck,
  writeCheckedLimit,
} from "../../store/terms/partner-limits.ts";
import { debtOfAmendments } from "../../store/terms/standings.ts";
import { lockAccount } from "../../store/terms/statements.ts";
import { minorDigits } from "../selling/money.ts";
import type { Buyer } from "./event-terms.ts";
import { balanceOfAccount } from "./statements.ts";
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

type Limit = NonNullable<TermsContent["limit"]>;

/** Reads the limit that applies to a buyer's live sale at an instant, or null. */
export const limitOf = async (db: Db | Tx, { partnerId, hasTerms }: Buyer, at: Date): Promise<Limit | null> =>
  hasTerms ? ((await termsAt(db, partnerId, at))?.content.limit ?? null) : null;

/** Returns the state of a limit. */
export async function limitState(
  db: Db | Tx,
  partnerId: string,
  { kind, amount, currencyCode, warnBelow }: Limit,
  now: Date,
): Promise<LimitState> {
  const { owed } = await balanceOfAccount(db, partnerId, currencyCode, { now, zone: await homeZone(db) });
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
  const limit = await limitOf(db, { partnerId, hasTerms: true }, now);
  return limit && limitState(db, partnerId, limit, now);
}

/** Whether the partner may owe nothing more, so that no seat needs to be taken for its order. */
export const isOverLimit = async (db: Db, partnerId: string, limit: Limit, now: Date): Promise<boolean> =>
  new Big((await limitState(db, partnerId, limit, now)).left).lte(0);

/**
 * Checks the partner's limit after the transaction has written an order. Orders of the partner wait for each other until they commit.
 * @throws LimitExceeded
 */
export async function requireLimit(tx: Tx, partnerId: string, limit: Limit, now: Date): Promise<void> {
  await lockAccount(tx, partnerId);
  const { left } = await limitState(tx, partnerId, limit, now);
  if (new Big(left).lt(0)) throw new LimitExceeded(`partner ${partnerId} would be over its limit`);
}

/**
 * Whether an order with these tickets would take its partner over its present limit. An amendment that adds nothing to the debt never does, also of a
 * partner that is over its limit already.
 */
export async function amendmentExceedsLimit(
  db: Db | Tx,
  { id: orderId, test, partnerId, agreed }: Pick<OrderRow, "id" | "test" | "partnerId" | "agreed">,
  tickets: readonly SoldTicket[],
  now: Date,
): Promise<boolean> {
  if (test || agreed.terms?.collects !== "partner") return false;
  const limit = await limitOf(db, { partnerId, hasTerms: true }, now);
  if (!limit) return false;
  const { currencyCode: code } = limit;
  const account = { partnerId, currency: { code, digits: minorDigits(code) } };
  const { own, waiting } = await debtOfAmendments(db, account, { orderId, tickets });
  if (new Big(own).lte(0)) return false;
  const { left } = await limitState(db, partnerId, limit, now);
  return new Big(left).minus(own).minus(waiting).lt(0);
}

/** Returns the level of a limit. At `over` sales are refused. */
export const limitLevel = ({ left, isLow }: Pick<LimitState, "left" | "isLow">): LimitLevel =>
  new Big(left).lte(0) ? "over" : isLow ? "near" : "above";

/**
 * Checks the limits of partners whose accounts changed, and records a letter for each limit that was crossed: once near and once over, until the partner
 * is above its warning again.
 */
export async function watchLimits({ db, clock }: { db: Db; clock: () => Date }): Promise<void> {
  const now = clock();
  for (const { partnerId } of await partnersToCheck(db, now))
    await inTransaction(db, async (tx) => {
      if (await lockLimitCheck(tx, partnerId)) await checkLimit(tx, partnerId, now);
    });
}

async function checkLimit(tx: Tx, partnerId: string, now: Date): Promise<void> {
  const limit = await presentLimit(tx, partnerId, now);
  if (!limit) return deleteCheckedLimit(tx, partnerId);
  const state = limitLevel(limit);
  const before = (await checkedLimit(tx, partnerId))?.warned ?? "above";
  const isWorse = limitLevels.indexOf(state) > limitLevels.indexOf(before);
  const warned = state === "above" || isWorse ? state : before;
  const { left, currencyCode } = limit;
  await writeCheckedLimit(tx, partnerId, { state, warned, left, currencyCode }, now);
  if (isWorse && state !== "above")
    await recordPartnerLetters(tx, partnerId, { kind: `limit-${state}`, about: now.toISOString() });
}
