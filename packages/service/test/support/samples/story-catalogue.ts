import type { CatalogueFile, CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import { boat, museum, show, testCatalogue } from "./catalogue.ts";

/** The catalogue of the documented story, and its changes. */

/** The boat's cheapest trip, with seats for three. */
const sunrise = { eventOn: "2026-06-25T06:30", capacity: 3, prices: [{ code: "ADULT", amount: "120.00" }] };
const boatSeat = boat.items[0]!;
const storyBoat: CatalogueProduct = { ...boat, items: [{ ...boatSeat, events: [sunrise] }] };

/** One evening for two: once it is sold, the product has nothing left. */
export const gala: CatalogueProduct = {
  ...show,
  externalId: "gala",
  name: "Gala de verano",
  items: [
    {
      externalId: "gala-seat",
      name: "Palco",
      partNumber: "GALA-1",
      ticketRules: show.items[0]!.ticketRules,
      events: [{ eventOn: "2026-07-18T21:00", capacity: 2, prices: [{ code: "ADULT", amount: "90.00" }] }],
    },
  ],
};

export const storyCatalogue: CatalogueFile = { ...testCatalogue, products: [show, storyBoat, museum, gala] };

/** The operator's later import: dearer shows, two trips fewer, a renamed page, two deleted products. */
export const laterCatalogue: CatalogueFile = {
  products: [
    withSchedule(show, {
      prices: [
        { code: "ADULT", amount: "50.00" },
        { code: "CHILD", amount: "25.00" },
      ],
    }),
    withSchedule(storyBoat, { to: "2026-06-29" }),
    { ...museum, deleted: true },
    { ...gala, deleted: true },
  ],
  pages: [{ ...testCatalogue.pages![0]!, es: { name: "Madrid en verano", url: "//www.example.com/es/madrid" } }],
};

function withSchedule(product: CatalogueProduct, changes: object): CatalogueProduct {
  const item = product.items[0]!;
  return { ...product, items: [{ ...item, schedules: [{ ...item.schedules![0]!, ...changes }] }] };
}
