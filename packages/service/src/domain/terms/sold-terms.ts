import Big from "big.js";
import type { SoldTerms } from "../../records/partners/partner-terms.ts";
import type { AgreedTerms, SoldPrice } from "../../store/sale/orders.ts";
import { minorDigits } from "../selling/money.ts";

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
