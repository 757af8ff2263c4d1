import { createHash } from "node:crypto";
import { sql } from "kysely";
import { listEvents } from "../../../src/domain/catalogue/event-lists.ts";
import { listDeletedProducts, listPages, listProducts, productVersion } from "../../../src/domain/catalogue/lists.ts";
import type { RecordCounts } from "../../../src/domain/editing/catalogue-records.ts";
import { importCatalogue } from "../../../src/domain/import/import.ts";
import type { ImportSummary } from "../../../src/domain/import/options.ts";
import type { CatalogueFile } from "../../../src/records/catalogue-file.ts";
import type { Db } from "../../../src/store/database/database.ts";
import { testNow } from "../app.ts";

/** Imports into a store, and reads the changes as partners do. */

/** An increment after an import: names of products and pages, `<external id> <eventOn> <code>` of events, deleted products. */
export interface Increments {
  products: string[];
  events: string[];
  pages: string[];
  deleted: string[];
}

export const none: Increments = { products: [], events: [], pages: [], deleted: [] };

/** Imports a file and returns its summary with the increments since the versions before it. */
export async function importing(
  db: Db,
  file: CatalogueFile,
  now = testNow,
): Promise<{ summary: ImportSummary; increments: Increments }> {
  const before = await productVersion(db, { updateversion: -1, deleteversion: -1 });
  const summary = await importCatalogue(db, file, { now });
  return { summary, increments: await incrementsSince(db, before, now) };
}

export async function incrementsSince(
  db: Db,
  { updateVersion, deleteVersion }: { updateVersion: number; deleteVersion: number },
  now = testNow,
): Promise<Increments> {
  const since = { page: 1, version: updateVersion };
  const [products, events, pages, deleted] = [
    await listProducts(db, since, now),
    await listEvents(db, since, now),
    await listPages(db, "es", since, now),
    await listDeletedProducts(db, { page: 1, version: deleteVersion }, now),
  ];
  const names = await externalIds(db);
  return {
    products: products.values.map(({ id }) => names.get(id)!).sort(),
    events: events!.values
      .map(
        ({ itemId, eventOn, availabilityCode }) => `${names.get(itemId)} ${eventOn.slice(0, 16)} ${availabilityCode}`,
      )
      .sort(),
    pages: pages.values.map(({ id }) => names.get(id)!).sort(),
    deleted: deleted.values.map((id) => names.get(id)!).sort(),
  };
}

async function externalIds(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, external_id as name from product union all select id, external_id from item
    union all select id, external_id from page`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const tables = [
  "counter",
  "version",
  "currency",
  "rate_past",
  "supplier",
  "product",
  "product_state",
  "item",
  "event",
  "event_day",
  "product_day",
  "event_price_past",
  "page",
  "partner",
  "white_label",
  "api_key",
  "orders",
];

/** Returns a digest of every row of each table. Equal digests mean equal rows. */
export async function contents(db: Db): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of tables) {
    // A key's last use is written some time after it.
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - 'last_used_at')::text as row from ${sql.table(table)} t order by 1`.execute(db);
    const digest = createHash("sha256").update(JSON.stringify(rows)).digest("hex");
    digests[table] = `${rows.length} rows, ${digest.slice(0, 12)}`;
  }
  return digests;
}

/** Writes the counts of a summary that are not zero as one text: `products 1 changed; events 3 added, 27 unchanged`. */
export function tallies(summary: ImportSummary): string {
  const { updateVersion: _version, ...kinds } = summary;
  return Object.entries(kinds)
    .flatMap(([kind, tally]) => tallyText(kind, tally))
    .join("; ");
}

function tallyText(kind: string, tally: RecordCounts): string[] {
  const counts = (["added", "changed", "removed", "unchanged"] as const).filter((outcome) => tally[outcome] > 0);
  return counts.length === 0 ? [] : [`${kind} ${counts.map((outcome) => `${tally[outcome]} ${outcome}`).join(", ")}`];
}
