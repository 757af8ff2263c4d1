import type { Product } from "@paseo/contract";
import type { LetterLanguage } from "../../../store/orders/letters/voucher-letters.ts";
import { texts } from "../../../texts/texts.ts";
import { orderReference } from "../order-content.ts";
import type { LetterValues } from "./voucher-letter.ts";

/** Values of the e-mail with a voucher. */

/** The event's date in words. */
export function writtenEvent(
  { productType, eventOn }: { productType: Product["productTypeCode"]; eventOn: string },
  lang: LetterLanguage,
): string {
  const written = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(texts[lang].locale, { ...options, timeZone: "UTC" }).format(new Date(`${eventOn}Z`));
  if (productType === "scheduled") return written({ dateStyle: "full", timeStyle: "short" });
  return productType === "timeless"
    ? written({ dateStyle: "full" })
    : texts[lang].voucherLetter.validUntil(written({ dateStyle: "long" }));
}

/** An example for a preview. */
export const sampleValues = (lang: LetterLanguage, operator: string, publicUrl: string): LetterValues => ({
  ...texts[lang].voucherLetter.sample,
  date: writtenEvent({ productType: "scheduled", eventOn: "2030-06-15T20:00:00" }, lang),
  reference: orderReference({ number: 100_001, lang, test: false }),
  confirmation: "T-1",
  voucher_link: `${publicUrl}/voucher/…`,
  operator,
});
