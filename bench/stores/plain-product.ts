import type { CatalogueProduct } from "../../packages/service/src/records/catalogue-file.ts";

type Item = CatalogueProduct["items"][number];

/** A simple product of a catalogue file, with one item that has these events or schedules. */
export const plainProduct = (
  externalId: string,
  { type, name, ...when }: Pick<CatalogueProduct, "type" | "name"> & Pick<Item, "events" | "schedules">,
): CatalogueProduct => ({
  externalId,
  type,
  name,
  cityCode: "MAD",
  immediateBooking: false,
  leadPurchaseDay: 0,
  cancelPurchaseHour: 24,
  currencyCode: "USD",
  timeZone: "Europe/Madrid",
  location: { venue: "Venue", address: "Street 1", latitude: null, longitude: null },
  questions: { allPassengerNames: false, allPassengerWeights: false, hotel: false, airportFlight: false },
  items: [
    {
      externalId,
      name: "Ticket",
      partNumber: "S-1",
      ticketRules: [{ code: "ADULT", minQuantity: 0, maxQuantity: 9, defaultQuantity: 1, incrementQuantity: 1 }],
      ...when,
    },
  ],
});
