import Big from "big.js";

/**
 * What may still be refunded of an order: by the terms, less what is recorded and due. Everything that shows, promises or writes a
 * refund uses these functions, so recorded and due refunds never exceed what was charged. Amounts are decimals of one currency.
 */

/** A refund. `paid` null: the refund is due, or will be due when its cancellation is confirmed. */
export interface GivenRefund {
  reason: "cancelled" | "rejected" | "changed" | "other";
  due: string;
  paid: string | null;
  /** How it was paid. Null: not recorded. */
  method?: string | null;
}

export interface ChargedOrder {
  /** The price of everything that was sold, also of tickets that amendments returned. */
  charged: string;
  refunds: readonly GivenRefund[];
  /** The payments of an order on account. Null or missing: the order was paid when it was sold. */
  paid?: string | null;
}

export interface OrderWithTerms extends ChargedOrder {
  /** What the terms refunded for returned tickets. */
  returnedByTerms: string;
}

/** Returns what is left of the price of an order, without recorded and due refunds. */
export const leftToRefund = ({ charged, refunds }: ChargedOrder): Big =>
  notBelowZero(new Big(charged).minus(sum(refunds.map(({ paid, due }) => paid ?? due))));

/**
 * Returns the greatest further refund by a method. A guest with an order on account gets no more money than was paid; a refund on
 * account only lowers the balance.
 */
export function furtherRefund(order: ChargedOrder, method: "account" | "money"): Big {
  const left = leftToRefund(order);
  if (order.paid == null || method === "account") return left;
  const inMoney = order.refunds.filter((refund) => refund.method !== "account");
  const money = new Big(order.paid).minus(sum(inMoney.map(({ paid, due }) => paid ?? due)));
  return notBelowZero(money.lt(left) ? money : left);
}

/** Returns the refund that becomes due if the terms refund `byTerms` now. What was paid back beyond the terms counts first. */
export function refundStillDue(order: OrderWithTerms, byTerms: Big | string): Big {
  const due = new Big(byTerms).minus(beyondTerms(order));
  const left = leftToRefund(order);
  return notBelowZero(due.lt(left) ? due : left);
}

/** Returns what was refunded beyond the terms, less the part by which a refund of returned tickets was lowered. */
function beyondTerms({ refunds, returnedByTerms }: OrderWithTerms): Big {
  const beyond = refunds.map(({ reason, due, paid }) => {
    if (paid === null) return new Big(0);
    // A smaller payment settles a refund: both sides agreed on it.
    return reason === "other" ? new Big(paid) : notBelowZero(new Big(paid).minus(due));
  });
  const changed = refunds.filter(({ reason }) => reason === "changed").map(({ due }) => due);
  return notBelowZero(sum(beyond).plus(sum(changed)).minus(returnedByTerms));
}

const sum = (amounts: readonly (Big | string)[]): Big => amounts.reduce<Big>((all, one) => all.plus(one), new Big(0));

const notBelowZero = (amount: Big): Big => (amount.lt(0) ? new Big(0) : amount);
