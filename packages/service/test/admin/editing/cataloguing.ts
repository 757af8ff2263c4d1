import { sql } from "kysely";
import { productVersion } from "../../../src/domain/catalogue/lists.ts";
import type { CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import type { TestApp } from "../../support/app.ts";
import type { Operator } from "../../support/console.ts";
import { eventId, productId } from "../../support/partner.ts";
import { show, variant } from "../../support/samples/catalogue.ts";
import { contents, type Increments, incrementsSince } from "../../support/samples/importing.ts";

/** Edits the catalogue in the back office, and reads the changes as partners do. */

export interface ShownProduct {
  id: string;
  revision: number;
  source: CatalogueProduct;
}

/** A product as the console reads it, by external id. */
export const shownProduct = async (app: TestApp, operator: Operator, externalId: string): Promise<ShownProduct> =>
  operator.ask("GET", `/products/${await productId(app, externalId)}`);

let planted = 0;

/** Creates a show for one test, with these fields of its product and its schedule. */
export async function plantShow(app: TestApp, changes: Partial<CatalogueProduct> = {}, schedule: object = {}) {
  const name = `show-${++planted}`;
  const seat = `${name}-seat`;
  const schedules = [{ ...show.items[0]!.schedules![0]!, ...schedule }];
  const product = variant(show, { externalId: name, ...changes }, { externalId: seat, schedules });
  await app.import({ products: [product] });
  const id = await productId(app, product.externalId);
  return { product, id, seat, event: (eventOn: string) => eventId(app, seat, eventOn) };
}

/** Schedule of a show in June: two events a day from the 16th on, with 20 seats each. */
export const twiceADay = { to: "2026-06-30", times: ["18:00", "21:00"] };

/** Changes a product's events of June, based on a revision. */
export type EventsChange = [
  id: string,
  selection: object,
  change: object,
  options?: { revision?: number; query?: string },
];

export const changeEvents = (
  operator: Operator,
  ...[id, selection, change, { revision = 1, query = "" } = {}]: EventsChange
) =>
  operator.ask("POST", `/events/change${query}`, {
    products: [{ id, revision }],
    selection: { from: "2026-06-01", to: "2026-06-30", ...selection },
    change,
  });

/** The product with its schedule changed. */
export const rescheduled = (product: CatalogueProduct, changes: object): CatalogueProduct =>
  variant(product, {}, { schedules: [{ ...product.items[0]!.schedules![0]!, ...changes }] });

/** Does the work. Returns its result, and the increment that partners read after it. */
export async function worked<T>(app: TestApp, work: () => Promise<T>): Promise<{ answer: T; increments: Increments }> {
  const { db } = app.app.service;
  const before = await productVersion(db, { updateversion: -1, deleteversion: -1 });
  const answer = await work();
  return { answer, increments: await incrementsSince(db, before, app.clock.now) };
}

/** Returns a digest of every row of the catalogue, of sources, of rates' history and of the audit log. Equal digests mean equal rows. */
export async function everything(app: TestApp): Promise<object> {
  const { db } = app.app.service;
  // Orders change in the background, because their suppliers are called.
  const { orders: _orders, ...digests } = await contents(db);
  for (const table of ["product_past", "rate_history", "audit"]) {
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as digest
      from ${sql.table(table)} t`.execute(db);
    digests[table] = rows[0]!.digest;
  }
  return digests;
}
