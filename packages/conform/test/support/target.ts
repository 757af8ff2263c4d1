import type { CatalogueProduct } from "../../../service/src/records/catalogue-file.ts";
import { startApp } from "../../../service/test/support/app.ts";
import { boat, show, testCatalogue, variant } from "../../../service/test/support/samples/catalogue.ts";

/** The real service with more than one page in its lists, also of deleted products, and with events that the demo lacks. */
export interface Target {
  url: string;
  key: string;
  /** Renames a product and deletes one. */
  change(): Promise<void>;
  stop(): Promise<void>;
}

const dayMs = 86_400_000;
const counts = { shows: 125, deleted: 505, pages: 105 };

/** One question of each kind, and one optional question. */
const ownQuestions: NonNullable<CatalogueProduct["ownQuestions"]> = [
  { code: "swim", scope: "traveller", kind: "yes-no", required: true, title: { es: "¿Sabe nadar?" } },
  {
    ...{ code: "menu", scope: "traveller", kind: "choice", required: true, title: { es: "Menú" } },
    choices: [
      { code: "fish", text: { es: "Pescado" } },
      { code: "meat", text: { es: "Carne" } },
    ],
  },
  { code: "boat", scope: "order", kind: "text", maxLength: 8, required: true, title: { es: "Barco" } },
  { code: "age", scope: "order", kind: "number", required: true, title: { es: "Edad" } },
  { code: "from", scope: "order", kind: "date", required: true, title: { es: "Desde" } },
  { code: "note", scope: "order", kind: "text", required: false, title: { es: "Nota" } },
];

const unpublished = (item: CatalogueProduct["items"][number]) => ({ ...item, published: false });

export async function startTarget(): Promise<Target> {
  const now = new Date();
  const day = (days: number) => new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
  const { prices } = show.items[0]!.schedules![0]!;
  const at = (days: number) => ({ eventOn: `${day(days)}T10:00`, capacity: 500, prices });
  const product = (name: string, days: [first: number, last: number]): CatalogueProduct => {
    const schedules = [{ from: day(days[0]), to: day(days[1]), times: ["20:00"], capacity: 500, prices }];
    return variant(show, { externalId: name, name: `Paseo ${name}` }, { externalId: `${name}-seat`, schedules });
  };
  const shows = Array.from({ length: counts.shows }, (_, n) => {
    const one = product(`show-${n}`, [20, 29]);
    const [seat] = one.items;
    const hidden = { ...seat!, externalId: `hidden-${n}`, schedules: [], events: [at(21)] };
    if (n % 5 === 1) return { ...one, items: [seat!, hidden] };
    if (n % 5 === 3) return { ...one, ownQuestions };
    return n % 5 === 2 ? { ...one, questions: boat.questions } : one;
  });
  const [{ items }] = shows as [CatalogueProduct];
  items[0] = { ...items[0]!, events: [at(-3), { ...at(22), availability: "removed" }] };
  const deleted = Array.from({ length: counts.deleted }, (_, n) => product(`gone-${n}`, [25, 25]));
  const [city] = testCatalogue.pages!;
  const pages = Array.from({ length: counts.pages }, (_, n) => ({ ...city!, externalId: `page-${n}` }));
  // When the event that is past now was to come.
  const app = await startApp({
    catalogue: { ...testCatalogue, products: [...shows, ...deleted], pages },
    now: new Date(now.getTime() - 4 * dayMs),
  });
  await app.import({
    products: [
      ...deleted.map((one) => ({ ...one, deleted: true })),
      ...shows.map((one) => ({ ...one, items: [one.items[0]!, ...one.items.slice(1).map(unpublished)] })),
    ],
  });
  app.clock.now = now;
  let changes = 0;
  return {
    url: app.url,
    key: app.key,
    change: async () => {
      changes++;
      const [renamed, removed] = [shows.at(3)!, shows.at(-changes)!];
      await app.import({
        products: [
          { ...renamed, name: `${renamed.name} (${changes})` },
          { ...removed, deleted: true },
        ],
      });
    },
    stop: app.stop,
  };
}
