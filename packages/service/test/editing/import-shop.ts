import type { CatalogueFile, CatalogueProduct } from "../../src/records/catalogue-file.ts";
import { startApp } from "../support/app.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { importing } from "../support/samples/importing.ts";
import type { OpenStore } from "../support/servers/stores.ts";

export const evenings = ["2026-06-20T20:00", "2026-06-21T20:00", "2026-06-22T20:00"] as const;
export const prices = (adult: string) => [{ code: "ADULT", amount: adult }];

/** Makes two products in their own currency, and a page. Each test uses another name, and so other products and another page. */
export function shop(name: string) {
  const currency = { code: `${name}`, name: "Money", displaySymbol: "¤", rate: "2" };
  const schedule = { from: "2026-06-20", to: "2026-06-22", times: ["20:00"], capacity: 20, prices: prices("45.00") };
  const seat = { externalId: `${name}-seat`, schedules: [schedule] };
  const other = variant(
    show,
    { externalId: `${name}-other`, currencyCode: name },
    { ...seat, externalId: `${name}-other` },
  );
  const product = variant(show, { externalId: name, name, currencyCode: name }, seat);
  const page = { externalId: name, type: "city", es: { name, url: `//www.example.com/${name}` } } as const;
  const file: CatalogueFile = { currencies: [currency], products: [product, other], pages: [page] };
  /** Lists the events of the first product, or of the item that is named, with this availability code. */
  const events = (code: string, item = seat.externalId, days: readonly string[] = evenings) =>
    days.map((eventOn) => `${item} ${eventOn} ${code}`);
  return { currency, schedule, seat, product, other, page, file, events };
}

/** Returns the product with its schedule changed. */
export const rescheduled = (product: CatalogueProduct, changes: object): CatalogueProduct =>
  variant(product, {}, { schedules: [{ ...product.items[0]!.schedules![0]!, ...changes }] });

/** Starts an app that has partners only. Each import of a shop uses another name. */
export async function startImports(open: OpenStore) {
  const app = await startApp({ open, catalogue: { partners: testCatalogue.partners! } });
  const { db } = app.app.service;
  let made = 0;
  const opened = async () => {
    const own = shop(`Q${String.fromCharCode(65 + Math.floor(made / 26))}${String.fromCharCode(65 + (made++ % 26))}`);
    await importing(db, own.file);
    return own;
  };
  return { app, db, opened };
}
export type Imports = Awaited<ReturnType<typeof startImports>>;
