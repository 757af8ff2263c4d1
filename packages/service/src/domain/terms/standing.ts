import type { TicketSelection } from "@paseo/contract";
import type { statementLineKinds } from "@paseo/contract/codes";
import Big from "big.js";
import type { StoreCurrency } from "../../store/money/amounts.ts";
import type { OrderFacts } from "../../store/terms/standings.ts";

/**
 * What an order is worth on its partner's account. docs/decisions/0070-statements.md has the rules and examples. Amounts are decimal strings in the
 * account's currency, rounded half up.
 */
export interface Standing {
  /** What guests pay. */
  retail: string;
  /** What the partner earns of it. `retail` − `commission` = `net`. */
  commission: string;
  /** What is the operator's. */
  net: string;
  /** What the partner owes for the order; below zero: what the operator owes. */
  owed: string;
}

/** Tickets of guests who did not come, as `OrderFacts` has the amounts of all tickets. */
export interface NoShowAmounts {
  total: string;
  retail: string;
  net: string;
}

/** Returns the amounts of tickets of an order, the last sold first: amendments return them in this sequence too. */
export function amountsOf(
  tickets: readonly TicketSelection[],
  { agreed, rate }: Pick<OrderFacts, "agreed" | "rate">,
  { code: currencyCode, digits }: StoreCurrency,
): NoShowAmounts {
  const sums = { total: new Big(0), retail: new Big(0), net: new Big(0) };
  for (const { code, quantity } of tickets) {
    let left = quantity;
    const lines = agreed.tickets.find((one) => one.code === code)?.prices ?? [];
    for (const line of lines.toReversed()) {
      const taken = Math.min(left, line.quantity);
      left -= taken;
      const factor = line.currencyCode === currencyCode ? new Big(taken) : new Big(taken).times(rate).div(line.rate);
      const { retail, net } = line.partner ?? { retail: line.unitPrice, net: line.unitPrice };
      sums.total = sums.total.plus(factor.times(line.unitPrice));
      sums.retail = sums.retail.plus(factor.times(retail));
      sums.net = sums.net.plus(factor.times(net));
    }
  }
  const amount = (sum: Big) => sum.round(digits, Big.roundHalfUp).toFixed(digits);
  return { total: amount(sums.total), retail: amount(sums.retail), net: amount(sums.net) };
}

const isSold = ({ status }: Pick<OrderFacts, "status">): boolean => status !== "cancelled" && status !== "rejected";

/**
 * Returns the standing of an order. What the operator keeps is what was charged less refunds. The part of it that is no longer a ticket's price is
 * a fee of a cancellation.
 */
export function standingOf(
  facts: Pick<OrderFacts, "status" | "terms" | "charged" | "refunded" | "paidOut" | "total" | "retail" | "net">,
  noShow: NoShowAmounts | null,
  digits: number,
): Standing {
  const { terms } = facts;
  const sold = isSold(facts);
  const commissionOfTickets = new Big(facts.retail).minus(facts.net);
  let kept = new Big(facts.charged).minus(facts.refunded);
  let commission = sold ? commissionOfTickets : new Big(0);
  const fee = kept.minus(sold ? facts.total : 0);
  // Under net terms, a fee is a part of the net price.
  if (terms.basis === "commission" && terms.afterCancellation === "share" && new Big(facts.retail).gt(0))
    commission = commission.plus(fee.times(commissionOfTickets).div(facts.retail).round(digits, Big.roundHalfUp));
  if (sold && noShow && terms.noShow !== "as-sold") {
    commission = commission.minus(new Big(noShow.retail).minus(noShow.net));
    if (terms.noShow === "not-charged") kept = kept.minus(noShow.total);
  }
  const net = terms.basis === "net" ? kept : kept.minus(commission);
  const paidOut = terms.collects === "partner" ? facts.paidOut : 0;
  const owed = terms.collects === "partner" ? net.plus(paidOut) : commission.times(-1);
  return {
    retail: net.plus(commission).toFixed(digits),
    commission: commission.toFixed(digits),
    net: net.toFixed(digits),
    owed: owed.toFixed(digits),
  };
}

export type LineKind = (typeof statementLineKinds)[number];

/** What a line stores of its order. It has no personal data. */
export interface LineContent
  extends Pick<
    OrderFacts,
    "status" | "externalReference" | "productName" | "itemName" | "eventOn" | "tickets" | "taxRate" | "refunded"
  > {
  reference: string;
  /** Tickets of guests who did not come. */
  noShows: number;
}

/** Returns why the line differs from the one before. */
export function lineKind(before: LineContent | null, now: LineContent): LineKind {
  const hasEnded = now.status === "cancelled" || now.status === "rejected";
  if (hasEnded && before?.status !== now.status) return "cancellation";
  if (!before) return "sale";
  if (before.noShows !== now.noShows) return "no-show";
  if (JSON.stringify([before.tickets, before.eventOn]) !== JSON.stringify([now.tickets, now.eventOn]))
    return "amendment";
  return before.refunded !== now.refunded ? "refund" : "amendment";
}

/** Returns the difference of a standing to what former lines say, or null if they say the same. */
export function differenceOf(now: Standing, before: Standing | null, digits: number): Standing | null {
  const minus = (field: keyof Standing) => new Big(now[field]).minus(before?.[field] ?? 0);
  const fields = ["retail", "commission", "net", "owed"] as const;
  if (before && fields.every((field) => minus(field).eq(0))) return null;
  return Object.fromEntries(fields.map((field) => [field, minus(field).toFixed(digits)])) as unknown as Standing;
}
