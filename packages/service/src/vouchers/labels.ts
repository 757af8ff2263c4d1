import { type Language, mapLanguages } from "@paseo/contract";
import { texts } from "../texts/texts.ts";
import type { VoucherContent, VoucherPickup } from "./content.ts";

export const voucherLabels = mapLanguages((lang) => texts[lang].voucher);

/** Writes the date and time of the event in words. Throws RangeError for an invalid EventOn. */
export function dateInWords({
  lang,
  productType,
  eventOn,
}: Pick<VoucherContent, "lang" | "productType" | "eventOn">): string {
  // Parsed and formatted in the same zone, so the local time does not change.
  const local = new Date(`${eventOn}Z`);
  if (productType === "scheduled") return formatsOf(lang).dayAndTime.format(local);
  if (productType === "timeless") return formatsOf(lang).day.format(local);
  return voucherLabels[lang].validUntil(formatsOf(lang).date.format(local));
}

/** Writes when the party is picked up. Empty if there is no time. */
export const pickupLine = ({ at }: VoucherPickup, lang: Language): string =>
  at === null ? "" : voucherLabels[lang].pickupAt(formatsOf(lang).dayAndTime.format(new Date(`${at}:00Z`)));

/** Writes the refund of a cancellation and its deadline: a line for each tier. */
export const refundTexts = ({ lang, refunds }: Pick<VoucherContent, "lang" | "refunds">): string[] =>
  refunds.map(({ percent, until }) => {
    if (until === null) return voucherLabels[lang].refundEnded;
    const time = formatsOf(lang).instant.format(new Date(`${until}Z`));
    return percent === 0
      ? voucherLabels[lang].noRefund(time)
      : voucherLabels[lang].refund(formatsOf(lang).percent.format(percent / 100), time);
  });

/** Writes the price; with an invoice's number also the tax that it includes. Empty if the voucher names no price. */
export const priceText = ({ lang, price }: Pick<VoucherContent, "lang" | "price">): string => {
  if (!price) return "";
  const { locale } = texts[lang];
  const currency = new Intl.NumberFormat(locale, { style: "currency", currency: price.currencyCode });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 4 });
  const total = currency.format(Number(price.total));
  if (!price.invoiced) return voucherLabels[lang].price(total);
  const { number, tax } = price.invoiced;
  if (!tax) return `${voucherLabels[lang].price(total)} ${voucherLabels[lang].invoice(number)}`;
  const rate = percent.format(Number(tax.taxRate) / 100);
  return voucherLabels[lang].invoiced(total, currency.format(Number(tax.tax)), rate, number);
};

/** Writes what is to be collected from the guest. Empty: nothing. */
export const toCollectText = ({ lang, toCollect }: Pick<VoucherContent, "lang" | "toCollect">): string => {
  if (!toCollect) return "";
  const { amount, currencyCode, dueOn } = toCollect;
  const currency = new Intl.NumberFormat(texts[lang].locale, { style: "currency", currency: currencyCode });
  const shown = currency.format(Number(amount));
  if (dueOn === null) return voucherLabels[lang].toCollect(shown);
  return voucherLabels[lang].toPayBy(shown, formatsOf(lang).date.format(new Date(`${dueOn}T00:00:00Z`)));
};

/** Writes the location's zone: `America/Argentina/Buenos Aires`. */
export const zoneName = ({ timeZone }: Pick<VoucherContent, "timeZone">): string => timeZone.replaceAll("_", " ");

/** Writes the time of issue, with the zone. */
export const issueTimeText = ({ lang, issuedAt, timeZone }: VoucherContent): string => {
  const time = new Intl.DateTimeFormat(texts[lang].locale, { ...instantStyle, timeZone }).format(issuedAt);
  return voucherLabels[lang].issued(`${time} (${zoneName({ timeZone })})`);
};

const instantStyle = { dateStyle: "long", timeStyle: "short" } as const;

const madeFormats: Partial<Record<Language, ReturnType<typeof newFormats>>> = {};

/** Created at the first use, because this takes 50 ms of processor time. */
const formatsOf = (lang: Language) => (madeFormats[lang] ??= newFormats(texts[lang].locale));

function newFormats(locale: string) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  return {
    dayAndTime: format({ dateStyle: "full", timeStyle: "short" }),
    day: format({ dateStyle: "full" }),
    date: format({ dateStyle: "long" }),
    instant: format(instantStyle),
    percent: new Intl.NumberFormat(locale, { style: "percent" }),
  };
}
