import type { Order } from "@paseo/contract";
import type { Config } from "../../../src/config.ts";
import { eventId } from "../../support/partner.ts";
import { boat, show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { Changer } from "../../support/samples/changing.ts";
import { startOrdering } from "../../support/samples/ordering.ts";
import type { OpenStore } from "../../support/servers/stores.ts";

const own = (externalId: string, more: Parameters<typeof variant>[1] = {}) =>
  variant(show, { externalId, immediateBooking: true, ...more }, { externalId: `${externalId}-seat` });
export const refundTiers = [
  { hours: 240, percent: 100 },
  { hours: 48, percent: 50 },
];
/** A product with two items: seats, and boxes that cost less and have their own meeting point. */
const rooms = own("rooms");
const seat = rooms.items[0]!;
const box = {
  ...{ ...seat, externalId: "rooms-box", name: "Palco", partNumber: "ROOMS-2" },
  meetingPoints: [{ externalId: "side-door", name: { es: "Puerta lateral" } }],
  schedules: seat.schedules!.map((schedule) => ({ ...schedule, prices: [{ code: "ADULT", amount: "30.00" }] })),
};
const catalogue = {
  ...testCatalogue,
  suppliers: [
    {
      externalId: "theatre",
      name: "Teatro",
      kind: "http" as const,
      lang: "es" as const,
      settings: { url: "https://theatre.example.com" },
    },
  ],
  products: [
    own("own"),
    own("other"),
    own("tiers", { refundTiers }),
    own("theirs", { supplier: "theatre" }),
    { ...rooms, items: [seat, box] },
    variant(boat, { immediateBooking: true }),
  ],
};

/** Starts a service that sells this catalogue. Returns it with functions that place and change orders. */
export async function startChanging(open: OpenStore, config: Partial<Config> = {}, more: { jobs?: boolean } = {}) {
  const ordering = await startOrdering({ open, catalogue, config, ...more });
  const { app, partner } = ordering;
  return {
    ...ordering,
    db: app.app.service.db,
    changer: new Changer(app),
    evening: (item: string, day: number) => eventId(app, `${item}-seat`, `2026-06-${day}T20:00`),
    read: (id: string): Promise<Order> => partner.wire.ask("order", { lang: "es", id }),
  };
}
export type Changing = Awaited<ReturnType<typeof startChanging>>;
