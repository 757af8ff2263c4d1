import Big from "big.js";
import type { Amounts, PriceState } from "../../store/dispatch/supplier-prices.ts";
import { msPerDay } from "../selling/dates.ts";

/**
 * Decides which prices of a supplier are copied. A supplier can send a wrong price, and guests would buy at it within a minute: a change beyond
 * the operator's share, to 0 or of the currency waits for a person.
 */

/** The share of a price, in percent, by which a supplier may change it unless the operator sets another. */
export const defaultShare = 20;

interface Offer {
  amounts: Amounts;
  currency: string;
}

/** Whether what is known of an event's prices is about this offer. */
export const isAbout = (known: PriceState | undefined, { amounts, currency }: Offer): known is PriceState =>
  known?.currency === currency && sameAmounts(known.after, amounts);

interface Present {
  /** The item's currency, and the prices of the event; a new date has the prices of another date. Undefined: there are none. */
  currency: string;
  amounts: Amounts | undefined;
  /** What is known of this event's prices. */
  known: PriceState | undefined;
  /** Whether a person keeps our prices although this item's supplier has another currency. */
  keepsCurrency: boolean;
}

/** `ignore`: our prices stay, and nobody is asked. */
export type PriceDecision = "copy" | "wait" | "ignore";

export function decidePrice(offer: Offer, present: Present, share: number, now: Date): PriceDecision {
  const { known, currency, amounts } = present;
  if (offer.currency !== currency) return present.keepsCurrency ? "ignore" : "wait";
  const decided = isAbout(known, offer) ? known.state : undefined;
  if (decided === "accepted") return "copy";
  if (decided === "kept") return "ignore";
  if (!amounts) return "copy";
  return isJump(amounts, offer.amounts, share) || isJump(dayBefore(known, now) ?? amounts, offer.amounts, share)
    ? "wait"
    : "copy";
}

/** The prices of an event before those that were copied in the last day. Small steps must not add up to a large one. */
export const dayBefore = (known: PriceState | undefined, now: Date): Amounts | null =>
  known?.state === "copied" && now.getTime() - known.seenAt.getTime() < msPerDay ? known.before : null;

/** Whether a price becomes 0, or changes by more than a share in percent. */
function isJump(before: Amounts, after: Amounts, share: number): boolean {
  const were = new Map(before.map(({ code, amount }) => [code, new Big(amount)]));
  return after.some(({ code, amount }) => {
    const was = were.get(code);
    const is = new Big(amount);
    if (!was || is.eq(was)) return false;
    return is.eq(0) || is.minus(was).abs().times(100).gt(was.times(share));
  });
}

export const sameAmounts = (left: Amounts, right: Amounts): boolean =>
  left.length === right.length &&
  left.every(({ code, amount }) => right.some((one) => one.code === code && new Big(one.amount).eq(amount)));
