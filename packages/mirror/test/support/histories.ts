import type { CatalogueFile } from "../../../service/src/records/catalogue-file.ts";
import { boat, museum, show, testCatalogue, variant } from "../../../service/test/support/samples/catalogue.ts";

export const priced = (amount: string): CatalogueFile => {
  const [item] = show.items;
  const schedules = [{ ...item!.schedules![0]!, prices: [{ code: "ADULT", amount }] }];
  return { products: [variant(show, {}, { schedules, ticketRules: item!.ticketRules.slice(0, 1) })] };
};

const page = testCatalogue.pages![0]!;

/** Changes of a history that is lost, and of the next one. Both assign the same positions to different records. */
export const lost: CatalogueFile[] = [
  priced("11.00"),
  { pages: [{ ...page, es: { ...page.es!, name: "Only in the lost incarnation" } }] },
  { products: [{ ...museum, name: "Only in the lost incarnation" }] },
  { products: [{ ...boat, deleted: true }] },
];
export const next: CatalogueFile[] = [
  priced("12.00"),
  { pages: [{ ...page, published: false }] },
  { products: [{ ...boat, name: "Only in the new incarnation" }] },
  { currencies: [{ ...testCatalogue.currencies![1]!, rate: "0.77" }] },
  { products: [{ ...show, deleted: true }] },
  { products: [show] },
];
