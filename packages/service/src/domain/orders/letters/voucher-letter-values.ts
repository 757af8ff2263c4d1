import type { Product } from "@paseo/contract";
import type { LetterLanguage } from "../../../store/orders/letters/voucher-letters.ts";
import type { LetterValues } from "./voucher-letter.ts";

/** Values of the e-mail with a voucher. */

const tags: Record<LetterLanguage, string> = { es: "es", pt: "pt-BR", en: "en-GB" };
const until: Record<LetterLanguage, (day: string) => string> = {
  es: (day) => `válido hasta el ${day}`,
  pt: (day) => `válido até ${day}`,
  en: (day) => `valid until ${day}`,
};

/** The event's date in words. */
export function writtenEvent(
  { productType, eventOn }: { productType: Product["productTypeCode"]; eventOn: string },
  lang: LetterLanguage,
): string {
  const written = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tags[lang], { ...options, timeZone: "UTC" }).format(new Date(`${eventOn}Z`));
  if (productType === "scheduled") return written({ dateStyle: "full", timeStyle: "short" });
  return productType === "timeless" ? written({ dateStyle: "full" }) : until[lang](written({ dateStyle: "long" }));
}

const samples: Record<
  LetterLanguage,
  Pick<LetterValues, "guest" | "product" | "item" | "tickets" | "venue" | "address">
> = {
  es: {
    guest: "Nombre y apellidos",
    product: "Noche de flamenco",
    item: "Butaca",
    tickets: "2 × Adulto, 1 × Niño",
    venue: "Tablao",
    address: "Calle Mayor 1",
  },
  pt: {
    guest: "Nome e sobrenome",
    product: "Passeio de barco na baía",
    item: "Assento",
    tickets: "2 × Adulto, 1 × Criança",
    venue: "Marina",
    address: "Avenida da Praia 1",
  },
  en: {
    guest: "First and last name",
    product: "Night of flamenco",
    item: "Seat",
    tickets: "2 × Adult, 1 × Child",
    venue: "Tablao",
    address: "Main Street 1",
  },
};

/** An example for a preview. */
export const sampleValues = (lang: LetterLanguage, operator: string, publicUrl: string): LetterValues => ({
  ...samples[lang],
  date: writtenEvent({ productType: "scheduled", eventOn: "2030-06-15T20:00:00" }, lang),
  reference: "100001-ES",
  confirmation: "T-1",
  voucher_link: `${publicUrl}/voucher/…`,
  operator,
});
