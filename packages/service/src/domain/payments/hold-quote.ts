import type { ErrorEntry, Language, Price, ValidateRequest } from "@paseo/contract";
import Big from "big.js";
import type { StoreCurrency } from "../../store/money/amounts.ts";
import { totalOfTickets } from "../../store/money/amounts.ts";
import { checkoutsOfHold } from "../../store/payments/checkouts.ts";
import type { SoldTicket } from "../../store/sale/orders.ts";
import { isTestOrder, saleTerms } from "../booking/book-request.ts";
import { readOwnHold } from "../booking/own-hold.ts";
import { storeCurrency } from "../money/store-currency.ts";
import { validateRequest } from "../orders/sale.ts";
import type { Caller } from "../partners/keys.ts";
import { minorUnits, priceObject } from "../selling/money.ts";
import { type PaymentWork, providersFor } from "./providers.ts";

/** What eventpay would charge for a hold, or for tickets that are not held yet, and through which providers. Nothing is written. */
export interface HoldQuote {
  currencyCode: string;
  /** In the smallest unit of the currency. */
  minor: number;
  /** The tickets at their own prices. Null: they have several currencies. */
  price: Price | null;
  tickets: { code: string; quantity: number; price: Price | null }[];
  providers: { kind: string; label: string; test: boolean }[];
  /** The newest payment of the hold. */
  paymentId: string | null;
}

export type HoldQuoteAnswer =
  | { outcome: "quoted"; quote: HoldQuote }
  | { outcome: "refused"; errors: ErrorEntry[] }
  | { outcome: "unknown-hold" };

export async function quoteHold(
  work: PaymentWork,
  { selection, holdId }: { selection: Pick<ValidateRequest, "id" | "tickets" | "whiteLabelCode">; holdId?: string },
  { lang, caller, now }: { lang: Language; caller: Caller; now: Date },
): Promise<HoldQuoteAnswer> {
  const { orderContext } = work;
  const { db } = orderContext;
  const hold = holdId === undefined ? null : await readOwnHold(db, holdId, caller);
  if (holdId !== undefined && !hold) return { outcome: "unknown-hold" };
  const test = hold?.test ?? isTestOrder({}, { caller, sandbox: orderContext.sandbox });
  let tickets = hold?.agreed.tickets;
  if (!tickets) {
    const { event, sale } = await validateRequest(orderContext, selection, { lang, caller, now, test });
    if (!event || sale.errors.length > 0) return { outcome: "refused", errors: sale.errors };
    tickets = saleTerms(selection, { event, sale, price: event }).agreed.tickets;
  }
  const currency = await storeCurrency(db);
  const total = await totalOfTickets(db, currency, tickets, now);
  const { providers } = await waysToPay(work, { lang, test, currencyCode: currency.code });
  const [newest] = holdId === undefined ? [] : await checkoutsOfHold(db, holdId);
  const quote: HoldQuote = {
    ...pricesOf(tickets, currency),
    ...{ currencyCode: currency.code, minor: minorUnits(total, currency.code) },
    providers,
    paymentId: newest?.id ?? null,
  };
  return { outcome: "quoted", quote };
}

/** Returns in what currency guests are charged, and through which providers. */
export async function waysToPay(
  work: PaymentWork,
  { lang, test, currencyCode: known }: { lang: Language; test: boolean; currencyCode?: string },
): Promise<Pick<HoldQuote, "currencyCode" | "providers">> {
  const currencyCode = known ?? (await storeCurrency(work.orderContext.db)).code;
  const providers = await providersFor(work, { currencyCode, test });
  return {
    currencyCode,
    providers: providers.map(({ kind, test: isTest }) => ({ kind: kind.kind, label: kind.label[lang], test: isTest })),
  };
}

/** Adds up the tickets at their own prices. */
function pricesOf(sold: readonly SoldTicket[], currency: StoreCurrency): Pick<HoldQuote, "price" | "tickets"> {
  const own = new Set(sold.flatMap(({ prices }) => prices.map(({ currencyCode }) => currencyCode)));
  const code = own.size === 0 ? currency.code : own.size === 1 ? [...own][0]! : null;
  const sum = (prices: SoldTicket["prices"]): Price | null =>
    code === null
      ? null
      : priceObject(
          prices.reduce((all, { quantity, unitPrice }) => all.plus(new Big(unitPrice).times(quantity)), new Big(0)),
          code,
        );
  return {
    price: sum(sold.flatMap(({ prices }) => prices)),
    tickets: sold.map((one) => ({
      code: one.code,
      quantity: one.prices.reduce((all, { quantity }) => all + quantity, 0),
      price: sum(one.prices),
    })),
  };
}
