import type { CatalogueFile } from "../../packages/service/src/records/catalogue-file.ts";
import { comingShow } from "../../packages/service/test/concurrency/booking.ts";
import { variant } from "../../packages/service/test/support/samples/catalogue.ts";

/** The catalogue that the services sell while this part injects faults. */

/**
 * Products by supplier: `now` is called during the booking, `later` by the job, `mail` by e-mail. `few` has few seats. `own` has no supplier
 * and few seats. `north` and `south` are like `own`, and take place on one boat.
 */
export const products = ["now", "later", "mail", "few", "own", "north", "south"] as const;
export type ProductName = (typeof products)[number];

export const sharedBoat = { tours: ["north", "south"], seats: 8 } as const;
const isSmall = (name: ProductName): boolean =>
  name === "few" || name === "own" || sharedBoat.tours.some((tour) => tour === name);

export const fewSeats = 6;
const manySeats = 100_000;

/** Returns the n-th price of a seat, in cents. No two prices are equal. */
export const nthSeatPrice = (n: number): number => 5_000 + 100 * n;

/** Returns a function that makes the catalogue with a price. The days of the catalogue do not change at midnight. */
export function catalogueOf(supplierUrl: string, evenings: number): (price: number) => CatalogueFile {
  const files = { few: comingShow(evenings, fewSeats), many: comingShow(evenings, manySeats) };
  return (price) => {
    // The show is sold in euros; 0.9 euros are one dollar.
    const amount = ((price * 0.9) / 100).toFixed(2);
    const product = (externalId: ProductName, supplier: string | null, immediateBooking: boolean) => {
      const [show] = (isSmall(externalId) ? files.few : files.many).products!;
      const [item] = show!.items;
      const prices = item!.ticketRules.map(({ code }) => ({ code, amount }));
      const schedules = item!.schedules!.map((schedule) => ({ ...schedule, prices }));
      return variant(
        show!,
        { externalId, supplier, immediateBooking },
        { externalId: `${externalId}-seat`, schedules },
      );
    };
    return {
      ...files.many,
      suppliers: [
        { externalId: "theatre", name: "Theatre", kind: "http", settings: { url: supplierUrl } },
        { externalId: "desk", name: "Desk", kind: "desk", settings: { email: "desk@supplier.example" } },
      ],
      products: [
        product("now", "theatre", true),
        product("later", "theatre", false),
        product("mail", "desk", true),
        product("few", "theatre", false),
        product("own", null, true),
        ...sharedBoat.tours.map((tour) => product(tour, null, true)),
      ],
    };
  };
}
