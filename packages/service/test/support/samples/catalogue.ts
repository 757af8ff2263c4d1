import type { CatalogueFile, CatalogueProduct } from "../../../src/records/catalogue-file.ts";

/** A small catalogue for tests; `testNow` (2026-06-15 10:00 UTC, a Monday) is its present. */

const noQuestions = { allPassengerNames: false, allPassengerWeights: false, hotel: false, airportFlight: false };

/** A show in Madrid every evening of the coming 30 days, 20 seats, adults 45.00 EUR and children 22.50. */
export const show: CatalogueProduct = {
  externalId: "show",
  type: "scheduled",
  name: "Noche de flamenco",
  cityCode: "MAD",
  // Its orders wait for the desk, so that tests decide them.
  immediateBooking: false,
  leadPurchaseDay: 0,
  cancelPurchaseHour: 24,
  currencyCode: "EUR",
  timeZone: "Europe/Madrid",
  location: { venue: "Tablao", address: "Calle Mayor 1", latitude: 40.4, longitude: -3.7 },
  questions: noQuestions,
  items: [
    {
      externalId: "show-seat",
      name: "Butaca",
      partNumber: "SHOW-1",
      ticketRules: [
        { code: "ADULT", minQuantity: 1, maxQuantity: 10, defaultQuantity: 2, incrementQuantity: 1 },
        { code: "CHILD", minQuantity: 0, maxQuantity: 6, defaultQuantity: 0, incrementQuantity: 2 },
      ],
      schedules: [
        {
          from: "2026-06-16",
          to: "2026-07-15",
          times: ["20:00"],
          capacity: 20,
          prices: [
            { code: "ADULT", amount: "45.00" },
            { code: "CHILD", amount: "22.50" },
          ],
        },
      ],
    },
  ],
};

/** A boat trip in Rio with every question, two days' lead. */
export const boat: CatalogueProduct = {
  ...show,
  externalId: "boat",
  name: "Passeio de barco na baía",
  cityCode: "RIO",
  leadPurchaseDay: 2,
  currencyCode: "BRL",
  timeZone: "America/Sao_Paulo",
  questions: { allPassengerNames: true, allPassengerWeights: true, hotel: true, airportFlight: true },
  items: [
    {
      externalId: "boat-seat",
      name: "Assento",
      partNumber: "BOAT-1",
      ticketRules: [{ code: "ADULT", minQuantity: 0, maxQuantity: 8, defaultQuantity: 1, incrementQuantity: 1 }],
      schedules: [
        {
          from: "2026-06-16",
          to: "2026-06-30",
          times: ["09:00", "14:00"],
          capacity: 12,
          prices: [{ code: "ADULT", amount: "180.00" }],
        },
      ],
    },
  ],
};

/** A museum day ticket in New York, any day, without limit. */
export const museum: CatalogueProduct = {
  ...show,
  externalId: "museum",
  type: "timeless",
  name: "Museum day ticket",
  cityCode: "NYC",
  currencyCode: "USD",
  timeZone: "America/New_York",
  items: [
    {
      externalId: "museum-day",
      name: "Day ticket",
      partNumber: "MUS-1",
      ticketRules: [{ code: "ADULT", minQuantity: 0, maxQuantity: 20, defaultQuantity: 1, incrementQuantity: 1 }],
      schedules: [
        { from: "2026-06-15", to: "2026-06-30", capacity: null, prices: [{ code: "ADULT", amount: "30.00" }] },
      ],
    },
  ],
};

export const testCatalogue: CatalogueFile = {
  currencies: [
    { code: "USD", name: "US Dollar", displaySymbol: "US$", rate: "1" },
    { code: "EUR", name: "Euro", displaySymbol: "€", rate: "0.9" },
    { code: "BRL", name: "Brazilian Real", displaySymbol: "R$", rate: "5.25" },
  ],
  partners: [
    { externalId: "acme", name: "Acme Travel", whiteLabels: [{ code: "ACME-ES", name: "Acme" }] },
    { externalId: "other", name: "Other Travel", whiteLabels: [{ code: "OTHER", name: "Other" }] },
  ],
  products: [show, boat, museum],
  pages: [
    {
      externalId: "mad",
      type: "city",
      cityCode: "MAD",
      es: { name: "Madrid", url: "//www.example.com/es/madrid" },
      pt: { name: "Madri", url: "//www.example.com/pt/madri" },
    },
    { externalId: "shows", type: "category", es: { name: "Espectáculos", url: "//www.example.com/es/espectaculos" } },
    {
      externalId: "acme-rio",
      type: "city",
      cityCode: "RIO",
      whiteLabels: ["ACME-ES"],
      es: { name: "Río de Janeiro", url: "//www.example.com/es/rio" },
    },
  ],
};

/** Returns the product with these fields of it and of its only item changed. */
export const variant = (
  product: CatalogueProduct,
  changes: Partial<CatalogueProduct>,
  itemChanges: Partial<CatalogueProduct["items"][number]> = {},
): CatalogueProduct => ({ ...product, items: [{ ...product.items[0]!, ...itemChanges }], ...changes });
