import { boat, show, testCatalogue, variant } from "../../support/samples/catalogue.ts";

const own = (externalId: string, more: Parameters<typeof variant>[1] = {}) =>
  variant(show, { externalId, immediateBooking: true, ...more }, { externalId: `${externalId}-seat` });
export const refundTiers = [
  { hours: 240, percent: 100 },
  { hours: 48, percent: 50 },
];
export const catalogue = {
  ...testCatalogue,
  suppliers: [
    {
      externalId: "theatre",
      name: "Teatro",
      kind: "http" as const,
      lang: "es" as const,
      url: "https://theatre.example.com",
    },
  ],
  products: [
    own("own"),
    own("other"),
    own("tiers", { refundTiers }),
    own("theirs", { supplier: "theatre" }),
    variant(boat, { immediateBooking: true }),
  ],
};
