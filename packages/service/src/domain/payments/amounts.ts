import type { Language } from "@paseo/contract";
import Big from "big.js";
import type { StoredPayment } from "../../payments/kind.ts";
import type { CheckoutRow } from "../../store/payments/checkouts.ts";
import { texts } from "../../texts/texts.ts";
import { minorDigits } from "../selling/money.ts";

/** Amounts of payments: providers count minor units, orders have decimal strings. */

export const moneyOf = ({ minor, currencyCode }: Pick<CheckoutRow, "minor" | "currencyCode">) => ({
  minor,
  currencyCode,
});

/** Returns minor units as a decimal string. */
export const amountOfMinor = (minor: number, currencyCode: string): string => {
  const digits = minorDigits(currencyCode);
  return new Big(minor).div(10 ** digits).toFixed(digits);
};

/** What the provider needs to know of a payment that it has. */
export const storedPayment = (row: CheckoutRow): StoredPayment => ({
  ...{ id: row.id, number: row.number, providerId: row.providerId!, amount: moneyOf(row) },
  ...{ startedAt: row.createdAt, expiresAt: row.expiresAt },
});

/** Writes an amount in a language: `39,00 €`. */
export const amountInWords = (amount: string, currencyCode: string, lang: Language): string =>
  new Intl.NumberFormat(texts[lang].locale, { style: "currency", currency: currencyCode }).format(Number(amount));
