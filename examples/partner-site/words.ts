import type { Content, Language, Price } from "@paseo/client";

/** The site's own words. All other texts come from the service, in the language of the request. */
const words = {
  site: { es: "Días de viaje", pt: "Dias de viagem", en: "Days out" },
  search: { es: "Buscar", pt: "Buscar", en: "Search" },
  nothing: { es: "No hay resultados.", pt: "Nenhum resultado.", en: "Nothing was found." },
  from: { es: "desde", pt: "a partir de", en: "from" },
  highlights: { es: "Lo más destacado", pt: "Destaques", en: "Highlights" },
  included: { es: "Incluye", pt: "Inclui", en: "Included" },
  notIncluded: { es: "No incluye", pt: "Não inclui", en: "Not included" },
  whatToBring: { es: "Qué llevar", pt: "O que levar", en: "What to bring" },
  restrictions: { es: "Tenga en cuenta", pt: "Atenção", en: "Please note" },
  accessibility: { es: "Accesibilidad", pt: "Acessibilidade", en: "Accessibility" },
  duration: { es: "Duración", pt: "Duração", en: "Duration" },
  guide: { es: "Idiomas del guía", pt: "Idiomas do guia", en: "Guide speaks" },
  meeting: { es: "Punto de encuentro", pt: "Ponto de encontro", en: "Meeting point" },
  pickup: { es: "Recogida", pt: "Local de embarque", en: "Pick-up" },
  early: { es: "antes del inicio", pt: "antes do início", en: "before the start" },
  map: { es: "Ver en el mapa", pt: "Ver no mapa", en: "Open the map" },
  tickets: { es: "Entradas", pt: "Ingressos", en: "Tickets" },
  years: { es: "años", pt: "anos", en: "years" },
  dates: { es: "Fechas y precios", pt: "Datas e preços", en: "Dates and prices" },
  next: { es: "Precios de la próxima fecha", pt: "Preços da próxima data", en: "Prices of the next date" },
  inDollars: {
    es: "El precio más bajo de cada día, en dólares (US$)",
    pt: "O menor preço de cada dia, em dólares (US$)",
    en: "The lowest price of each day, in US dollars",
  },
  minimumAge: { es: "Edad mínima", pt: "Idade mínima", en: "Minimum age" },
  soldOut: { es: "Agotado", pt: "Esgotado", en: "Sold out" },
  validUntil: { es: "Válido hasta el", pt: "Válido até", en: "Valid until" },
  book: { es: "Reservar", pt: "Reservar", en: "Book" },
  cancellation: { es: "Cancelación", pt: "Cancelamento", en: "Cancellation" },
  noRefund: { es: "Después no hay reembolso.", pt: "Depois não há reembolso.", en: "After that, nothing is refunded." },
  held: {
    es: "Le guardamos las plazas durante",
    pt: "Seus lugares estão reservados por",
    en: "Your seats are held for",
  },
  email: { es: "Correo electrónico", pt: "E-mail", en: "E-mail" },
  phone: { es: "Teléfono", pt: "Telefone", en: "Telephone" },
  pay: { es: "Pagar", pt: "Pagar", en: "Pay" },
  order: { es: "Su reserva", pt: "Sua reserva", en: "Your booking" },
  complete: { es: "Confirmada", pt: "Confirmada", en: "Confirmed" },
  waitsupplier: { es: "Pendiente de confirmar", pt: "Aguardando confirmação", en: "Waiting for confirmation" },
  rejected: { es: "No ha sido posible", pt: "Não foi possível", en: "It was not possible" },
  cancelled: { es: "Cancelada", pt: "Cancelada", en: "Cancelled" },
  voucher: { es: "Su bono (PDF)", pt: "Seu voucher (PDF)", en: "Your voucher (PDF)" },
  reload: {
    es: "Actualice la página en un momento.",
    pt: "Atualize a página em instantes.",
    en: "Reload this page soon.",
  },
  notFound: { es: "Aquí no hay nada.", pt: "Não há nada aqui.", en: "There is nothing here." },
};
export type Word = keyof typeof words;
export const isWord = (text: string): text is Word => Object.hasOwn(words, text);
export const languages: readonly Language[] = ["es", "pt", "en"];

/** The words of a language, and its way to write prices, times and terms. */
export function speak(lang: Language) {
  const word = (one: Word): string => words[one][lang];
  const unit = (count: number, unit: "minute" | "hour" | "day") =>
    new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }).format(count);
  // Dates of the catalogue are local to the place: they are written as they are, in no zone.
  const local = (date: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(lang, { ...options, timeZone: "UTC" }).format(
      new Date(`${date.slice(0, 10)}T${date.slice(11) || "00:00:00"}Z`),
    );
  const before = (hours: number) => {
    const time = hours >= 48 && hours % 24 === 0 ? unit(hours / 24, "day") : unit(hours, "hour");
    if (hours === 0) return { es: "Hasta el inicio", pt: "Até o início", en: "Until the start" }[lang];
    return { es: `Hasta ${time} antes`, pt: `Até ${time} antes`, en: `Up to ${time} before` }[lang];
  };
  return {
    word,
    local,
    minutes: (count: number) =>
      [count >= 60 && unit(Math.floor(count / 60), "hour"), count % 60 > 0 && unit(count % 60, "minute")]
        .filter(Boolean)
        .join(" "),
    price: ({ currencyCode, value }: Price) =>
      new Intl.NumberFormat(lang, { style: "currency", currency: currencyCode }).format(value),
    amount: ({ value }: Price) => new Intl.NumberFormat(lang, { minimumFractionDigits: 2 }).format(value),
    language: (tag: string) => new Intl.DisplayNames(lang, { type: "language" }).of(tag)!,
    /** Each tier applies until its hours before the event, the earliest first. After the last, nothing is refunded. */
    refund: (tiers: Content["refundTiers"]) => [
      ...tiers.map(
        ({ hours, percent }) =>
          `${before(hours)}: ${percent} % ${{ es: "de reembolso", pt: "de reembolso", en: "refunded" }[lang]}.`,
      ),
      word("noRefund"),
    ],
    ages: ({ ageFrom: from, ageTo: to }: Content["ticketTypes"][number]) =>
      from === null && to === null ? "" : `${from ?? 0}${to === null ? "+" : `–${to}`} ${word("years")}`,
  };
}
