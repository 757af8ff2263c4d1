import Big from "big.js";
import type { EventTerms, PartnerPrice, PriceRule, SoldTerms } from "../../records/partner-terms.ts";
import type { AgreedTerms, SoldPrice } from "../../store/sale/orders.ts";
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

/** What an order is worth by its partner's terms. */
export interface SoldPartnerTerms extends Pick<SoldTerms, "basis" | "collects"> {
  /** Of all tickets, as decimal strings in the currency of the event. Null: no ticket, or prices in several currencies. */
  amounts: { currencyCode: string; retail: string; commission: string; net: string } | null;
}

/** Sums up what guests pay for sold tickets, and what of it is the partner's and the operator's. Null: no terms. */
export function partnerTermsOf({
  tickets,
  terms,
}: Pick<AgreedTerms, "tickets"> & { terms?: SoldTerms | undefined }): SoldPartnerTerms | null {
  if (!terms) return null;
  const prices = tickets.flatMap((ticket) => ticket.prices);
  const [currencyCode, ...others] = new Set(prices.map((price) => price.currencyCode));
  const { basis, collects } = terms;
  if (currencyCode === undefined || others.length > 0) return { basis, collects, amounts: null };
  const sum = (of: (price: SoldPrice) => string) =>
    prices.reduce((total, price) => total.plus(new Big(of(price)).times(price.quantity)), new Big(0));
  const retail = sum(({ partner, unitPrice }) => partner?.retail ?? unitPrice);
  const net = sum(({ partner, unitPrice }) => partner?.net ?? unitPrice);
  const digits = minorDigits(currencyCode);
  const amounts = {
    currencyCode,
    retail: retail.toFixed(digits),
    commission: retail.minus(net).toFixed(digits),
    net: net.toFixed(digits),
  };
  return { basis, collects, amounts };
}
