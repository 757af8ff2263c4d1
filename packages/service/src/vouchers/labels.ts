import type { Language } from "@paseo/contract";
import type { VoucherContent } from "./content.ts";

/** Texts on the page in every language. A missing text is a type error. */
interface Labels {
  title: string;
  reference: string;
  confirmation: string;
  when: Record<VoucherContent["productType"], string>;
  validUntil: (day: string) => string;
  place: string;
  map: string;
  scan: string;
  qr: (reference: string) => string;
  code: string;
  codes: string;
  person: (number: number, of: number) => string;
  tickets: string;
  quantity: string;
  total: string;
  passengers: string;
  lead: string;
  cancelUntil: (time: string) => string;
  phone: (number: string) => string;
  issued: (time: string) => string;
  page: (number: number, of: number) => string;
  test: string;
}

export const labels: Record<Language, Labels> = {
  es: {
    title: "Bono de reserva",
    reference: "Referencia",
    confirmation: "Número de confirmación",
    when: { scheduled: "Fecha y hora", timeless: "Fecha", dateless: "Validez" },
    validUntil: (day) => `válido hasta el ${day}`,
    place: "Lugar",
    map: "Ver en el mapa",
    scan: "Muestre este código en la entrada, impreso o en su teléfono.",
    qr: (reference) => `Código QR de la reserva ${reference}`,
    code: "Código de entrada",
    codes: "Un código por persona: cada una muestra el suyo en la entrada",
    person: (number, of) => `Persona ${number} de ${of}`,
    tickets: "Entradas",
    quantity: "Cantidad",
    total: "Total",
    passengers: "Pasajeros",
    lead: "A nombre de",
    cancelUntil: (time) => `La reserva se puede cancelar hasta el ${time}, hora local del lugar.`,
    phone: (number) => `¿Alguna pregunta? Llámenos al ${number}.`,
    issued: (time) => `Emitido el ${time}`,
    page: (number, of) => `Página ${number} de ${of}`,
    test: "PRUEBA – SIN VALOR",
  },
  pt: {
    title: "Voucher de reserva",
    reference: "Referência",
    confirmation: "Número de confirmação",
    when: { scheduled: "Data e horário", timeless: "Data", dateless: "Validade" },
    validUntil: (day) => `válido até ${day}`,
    place: "Local",
    map: "Ver no mapa",
    scan: "Apresente este código na entrada, impresso ou no celular.",
    qr: (reference) => `Código QR da reserva ${reference}`,
    code: "Código de entrada",
    codes: "Um código por pessoa: cada uma apresenta o seu na entrada",
    person: (number, of) => `Pessoa ${number} de ${of}`,
    tickets: "Ingressos",
    quantity: "Quantidade",
    total: "Total",
    passengers: "Passageiros",
    lead: "Em nome de",
    cancelUntil: (time) => `A reserva pode ser cancelada até ${time}, no horário local.`,
    phone: (number) => `Alguma dúvida? Ligue para ${number}.`,
    issued: (time) => `Emitido em ${time}`,
    page: (number, of) => `Página ${number} de ${of}`,
    test: "TESTE – SEM VALOR",
  },
};

/** Date and time of the event in words. Throws RangeError for an invalid EventOn. */
export function writtenDate({ lang, productType, eventOn }: VoucherContent): string {
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

export const locales: Record<Language, string> = { es: "es", pt: "pt-BR" };

const formats = { es: formatsOf(locales.es), pt: formatsOf(locales.pt) };

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
