import { boat, museum, show, testCatalogue, variant } from "../../support/samples/catalogue.ts";

/** The catalogue of the recorded answers. */

export const day = (date: string) => `2026-${date}T20:00`;
const priced = [
  { code: "ADULT", amount: "45.00" },
  { code: "CHILD", amount: "22.50" },
];
const evening = (date: string, more: object = {}) => ({ eventOn: day(date), capacity: 20, prices: priced, ...more });

/** No two events start at the same time, so that their order does not depend on random ids. */
export const catalogue = {
  ...testCatalogue,
  products: [
    variant(
      show,
      {},
      {
        schedules: [],
        events: [
          evening("06-15"),
          evening("06-16"),
          evening("06-17", { availability: "black-out" as const }),
          evening("06-18", { availability: "sold-out" as const }),
          evening("06-19", { capacity: 3 }),
          evening("06-20", { availability: "removed" as const }),
        ],
      },
    ),
    variant(
      boat,
      {},
      {
        schedules: [],
        events: [
          { eventOn: "2026-06-16T09:00", capacity: 12, prices: [{ code: "ADULT", amount: "180.00" }] },
          { eventOn: "2026-06-25T09:00", capacity: 12, prices: [{ code: "ADULT", amount: "180.00" }] },
        ],
      },
    ),
    variant(
      museum,
      {},
      {
        schedules: [],
        events: [{ eventOn: "2026-06-21T00:00", capacity: null, prices: [{ code: "ADULT", amount: "30.00" }] }],
      },
    ),
    variant(
      show,
      { externalId: "closed", name: "Cerrado", published: false },
      { externalId: "closed-seat", schedules: [], events: [{ ...evening("06-22"), eventOn: "2026-06-22T19:00" }] },
    ),
    {
      ...show,
      externalId: "half",
      name: "Tablao & «cena» <para dos>",
      items: [
        { ...show.items[0]!, externalId: "half-on", schedules: [], events: [evening("06-23")] },
        { ...show.items[0]!, externalId: "half-off", published: false, schedules: [], events: [evening("06-24")] },
      ],
    },
  ],
};
