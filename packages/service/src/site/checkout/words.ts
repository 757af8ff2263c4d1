import type { Content, Language, Product, TicketSelection } from "@paseo/contract";
import { minorDigits } from "@paseo/contract/typed-numbers";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { texts } from "../../texts/texts.ts";
import { remembered } from "../format.ts";

/** Amounts, dates and tickets in words. */

/** An amount in the smallest unit of its currency, as the interface has it. */
export interface Money {
  minor: number;
  currencyCode: string;
}

/** Writes an amount: `78,00 €`. Blanks in it do not break. */
export const moneyText = (lang: Language, { minor, currencyCode }: Money): string =>
  remembered(
    `${lang} ${currencyCode} exact`,
    () => new Intl.NumberFormat(texts[lang].locale, { style: "currency", currency: currencyCode }),
  ).format(minor / 10 ** minorDigits(currencyCode));

export const priceText = (lang: Language, { value, currencyCode }: { value: number; currencyCode: string }): string =>
  moneyText(lang, { minor: Math.round(value * 10 ** minorDigits(currencyCode)), currencyCode });

/** Returns a decimal of an amount: `78.00`. */
export const decimalOf = ({ minor, currencyCode }: Money): string => {
  const digits = minorDigits(currencyCode);
  return (minor / 10 ** digits).toFixed(digits);
};

/** A local time as UTC: it is formatted in UTC too, so it does not change. */
const asUtc = (local: string): Date => new Date(`${local}Z`);

const formatted = (lang: Language, date: Date, options: Intl.DateTimeFormatOptions, timeZone = "UTC"): string =>
  remembered(
    `${lang} ${JSON.stringify(options)} ${timeZone}`,
    () => new Intl.DateTimeFormat(texts[lang].locale, { ...options, timeZone }),
  ).format(date);

/** Writes when an event is, by the kind of its product. */
export function eventText(lang: Language, type: Product["productTypeCode"], eventOn: string): string {
  const local = asUtc(eventOn);
  if (type === "scheduled") return formatted(lang, local, { dateStyle: "full", timeStyle: "short" });
  if (type === "timeless") return formatted(lang, local, { dateStyle: "full" });
  return texts[lang].voucher.validUntil(formatted(lang, local, { dateStyle: "long" }));
}

export const dayText = (lang: Language, day: string): string =>
  formatted(lang, asUtc(`${day.slice(0, 10)}T00:00:00`), { dateStyle: "long" });

/** Writes an instant by the clock of a zone. */
export const instantText = (lang: Language, at: Date, timeZone: string): string =>
  formatted(lang, at, { dateStyle: "long", timeStyle: "short" }, timeZone);

export const timeText = (lang: Language, at: Date, timeZone: string): string =>
  formatted(lang, at, { timeStyle: "short" }, timeZone);

/** The place of a zone: `Europe/Madrid` is Madrid. */
export const zonePlace = (timeZone: string): string => timeZone.split("/").at(-1)!.replaceAll("_", " ");

export const ticketName = ({ ticketTypes }: Pick<Content, "ticketTypes">, code: string): string =>
  ticketTypes.find((one) => one.code === code)?.name ?? code;

/** Writes tickets: `2 × Adult, 1 × Child`. */
export const ticketsText = (content: Pick<Content, "ticketTypes">, tickets: readonly TicketSelection[]): string =>
  tickets
    .filter(({ quantity }) => quantity > 0)
    .map(({ code, quantity }) => `${quantity} × ${ticketName(content, code)}`)
    .join(", ");

/** Writes the refund terms of an event, a sentence for each tier. */
export function termsText(
  lang: Language,
  { refundTiers, cancelPurchaseHour }: Pick<Content, "refundTiers" | "cancelPurchaseHour">,
  eventOn: string,
): string[] {
  const words = saleTexts[lang].checkout;
  const start = asUtc(eventOn).getTime();
  const tiers = refundTiers.filter(({ percent, hours }) => percent > 0 && hours >= cancelPurchaseHour);
  // The last tier ends with the possibility to cancel.
  const late = refundTiers.filter(({ percent, hours }) => percent > 0 && hours < cancelPurchaseHour)[0];
  const shown = late ? [...tiers, { ...late, hours: cancelPurchaseHour }] : tiers;
  if (shown.length === 0) return [words.noRefund];
  const percentText = new Intl.NumberFormat(texts[lang].locale, { style: "percent" });
  const lines = shown
    .toSorted((one, other) => other.hours - one.hours)
    .map(({ hours, percent }) => {
      const until = formatted(lang, new Date(start - hours * 3_600_000), { dateStyle: "long", timeStyle: "short" });
      return percent === 100
        ? words.fullRefundUntil(until)
        : words.partRefundUntil(percentText.format(percent / 100), until);
    });
  return [...lines, words.noRefundAfter];
}

/** Writes a refusal with the names of tickets: the interface names their codes. */
export const refusalText = ({ ticketTypes }: Pick<Content, "ticketTypes">, message: string): string =>
  ticketTypes.reduce(
    (text, { code, name }) => text.replaceAll(new RegExp(`(?<=[«“"])${RegExp.escape(code)}(?=[»”"])`, "g"), () => name),
    message,
  );
