import { inTransaction } from "../../../service/src/store/database/database.ts";
import { switchOcto } from "../../../service/src/store/operators/home.ts";
import { startApp } from "../../../service/test/support/app.ts";
import { show, testCatalogue, variant } from "../../../service/test/support/samples/catalogue.ts";
import { listed } from "../../../service/test/support/samples/listing.ts";

/** The real service, which sells over OCTO in the next days: live, so that bookings take seats. */
export interface OctoTarget {
  /** Of OCTO. */
  url: string;
  key: string;
  stop(): Promise<void>;
}

export async function startOctoTarget(): Promise<OctoTarget> {
  const now = new Date();
  const day = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const rule = { code: "ADULT", minQuantity: 0, maxQuantity: 20, defaultQuantity: 1, incrementQuantity: 1 };
  const tour = variant(
    show,
    {
      externalId: "tour",
      name: "Paseo",
      immediateBooking: true,
      pickups: { places: [{ externalId: "plaza", name: "Hotel Plaza", address: "Plaza 1" }], ownText: true },
      questions: { ...show.questions, hotel: true },
    },
    {
      externalId: "tour-seat",
      ticketRules: [rule, { ...rule, code: "CHILD" }],
      schedules: [
        {
          ...{ from: day(3), to: day(20), times: ["10:00", "16:00"], capacity: 300 },
          prices: [
            { code: "ADULT", amount: "45.00" },
            { code: "CHILD", amount: "20.00" },
          ],
        },
      ],
    },
  );
  const { pickups: _, ...plain } = tour;
  const walk = { ...plain, externalId: "walk", questions: show.questions };
  const items = walk.items.map((item) => ({ ...item, externalId: "walk-seat" }));
  const app = await startApp({
    catalogue: { ...testCatalogue, products: [{ ...walk, items }, tour, listed] },
    now,
    jobs: false,
    config: { holdsPerPartner: 500, heldSeatsPerPartner: 5000 },
  });
  await inTransaction(app.store.database.db, (tx) => switchOcto(tx, true));
  return { url: `${app.url}/octo`, key: app.key, stop: app.stop };
}
