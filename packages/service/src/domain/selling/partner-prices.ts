import Big from "big.js";
import type { EventTerms, PartnerPrice, PriceRule } from "../../records/partners/partner-terms.ts";
import { includedTax, minorDigits } from "./money.ts";

/** What a ticket costs a partner by its terms. docs/decisions/0067-terms-of-partners.md has the reasons. */

/** What the price of a ticket depends on beside its rule. */
export interface PriceTerms extends Pick<EventTerms, "basis" | "percentOf" | "taxRate" | "currencyCode"> {}

/** What a partner is charged for one ticket, and what follows from the terms. */
interface ChargedPrice {
  price: string;
  partner: PartnerPrice;
}

/** Returns what a partner is charged for a ticket that costs the guest `retail`. */
export const atTerms = (retail: string, code: string, terms: EventTerms): ChargedPrice =>
  atRule(retail, terms.ruleOf(code), terms);

/** Returns what a partner is charged for a ticket by this rule. The commission of a ticket is rounded half up to the minor unit. */
export function atRule(retail: string, rule: PriceRule, terms: PriceTerms): ChargedPrice {
  const digits = minorDigits(terms.currencyCode);
  const net = new Big(retail).minus(commissionOf(retail, rule, terms)).toFixed(digits);
  const price = terms.basis === "net" ? net : retail;
  return { price, partner: { retail, net, rule } };
}

function commissionOf(retail: string, rule: PriceRule, { percentOf, taxRate, currencyCode }: PriceTerms): Big {
  if ("fixed" in rule) return atMost(rule.fixed, retail);
  if ("net" in rule) return new Big(retail).minus(atMost(rule.net, retail));
  const tax = percentOf === "price-without-tax" && taxRate !== null ? includedTax(retail, taxRate, currencyCode) : 0;
  return new Big(retail).minus(tax).times(rule.percent).div(100).round(minorDigits(currencyCode), Big.roundHalfUp);
}

const atMost = (amount: string, limit: string): Big => (new Big(amount).lt(limit) ? new Big(amount) : new Big(limit));

/** Returns the difference of two prices, with as many decimals as the second one has. */
export const minus = (one: string, other: string): string =>
  new Big(one).minus(other).toFixed(other.split(".")[1]?.length ?? 0);
