import { inEachLanguage } from "@paseo/contract";
import { texts } from "../texts/texts.ts";
import type { VoucherContent } from "./content.ts";

export const labels = inEachLanguage((lang) => texts[lang].voucher);

/** Date and time of the event in words. Throws RangeError for an invalid EventOn. */
export function writtenDate({
  lang,
  productType,
  eventOn,
}: Pick<VoucherContent, "lang" | "productType" | "eventOn">): string {
  // Parsed and formatted in the same zone, so the local time does not change.
  const local = new Date(`${eventOn}Z`);
  if (productType === "scheduled") return formats[lang].dayAndTime.format(local);
  if (productType === "timeless") return formats[lang].day.format(local);
  return labels[lang].validUntil(formats[lang].date.format(local));
}

/** Until when the order can be cancelled. */
export const writtenTerms = ({ lang, cancelUntil }: VoucherContent): string | null =>
  cancelUntil && labels[lang].cancelUntil(formats[lang].instant.format(new Date(`${cancelUntil}Z`)));

/** The time of issue in UTC, with its zone. */
export const writtenTime = ({ lang, issuedAt }: VoucherContent): string =>
  labels[lang].issued(`${formats[lang].instant.format(issuedAt)} UTC`);

const formats = inEachLanguage((lang) => formatsOf(texts[lang].locale));

function formatsOf(locale: string) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  return {
    dayAndTime: format({ dateStyle: "full", timeStyle: "short" }),
    day: format({ dateStyle: "full" }),
    date: format({ dateStyle: "long" }),
    instant: format({ dateStyle: "long", timeStyle: "short" }),
  };
}
