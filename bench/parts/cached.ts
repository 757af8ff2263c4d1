import { sql } from "kysely";
import { importCatalogue } from "../../packages/service/src/domain/import/import.ts";
import { saveOffer } from "../../packages/service/src/domain/offers/partner-offer.ts";
import { createKey } from "../../packages/service/src/domain/partners/keys.ts";
import { createSite } from "../../packages/service/src/domain/site/create-site.ts";
import { headerOf, measureLoad, type RoundPlan, sendGet } from "../load.ts";
import { startReference } from "../reference.ts";
import { type ResultRow, ratioRow } from "../results.ts";
import { startService } from "../service.ts";
import { type StoreSetting, withDatabase } from "../stores.ts";

/**
 * Cached pages: lists that are read with keys of ten partners with sets of their own, compared with lists that are read without a key, and a
 * product's page of an own site, compared with `node:http` that sends the same bytes.
 */

const sets = 10;
const connections = 16;
const addresses = ["/api/products", "/api/events", "/api/es/contents", "/api/availability"];

export async function measureCached(env: StoreSetting, pace: RoundPlan): Promise<ResultRow[]> {
  const keys = await plantSets(env);
  const service = await startService(env);
  const rates = { ours: [] as number[], reference: [] as number[] };
  try {
    // Round -1 makes the pages and compiles the code.
    for (let round = -1; round < pace.rounds; round++)
      for (const side of ["reference", "ours"] as const) {
        let n = 0;
        const request = () => {
          const [path, key] = [addresses[n % addresses.length]!, keys[Math.floor(n / addresses.length) % sets]!];
          n++;
          const headers = { accept: "application/json", "accept-encoding": "gzip" };
          return { path, headers: side === "ours" ? { ...headers, "x-api-key": key } : headers };
        };
        const { rate } = await measureLoad({ port: service.port, connections, seconds: pace.seconds, request });
        if (round >= 0) rates[side].push(rate);
      }
  } finally {
    await service.stop();
  }
  const lists = { name: "lists with keys of ten sets", unit: "answers/s", against: "without a key", goal: 0.8 };
  return [ratioRow(lists, rates), await measureSitePage(env, pace)];
}

async function measureSitePage(env: StoreSetting, pace: RoundPlan): Promise<ResultRow> {
  const path = await withDatabase(env, async ({ db }) => {
    const wanted = { code: "BENCH", name: "Bench", host: null, path: "/bench" };
    await db.transaction().execute((tx) => createSite(tx, wanted, new Date()));
    const { rows } = await sql<{
      id: string;
    }>`select product_id as id from event where event_on > now() limit 1`.execute(db);
    return `/bench/en/activity/${rows[0]!.id}`;
  });
  const [service, minimal] = [await startService(env), await startReference(env.DATABASE_URL)];
  const rates = { ours: [] as number[], reference: [] as number[] };
  const headers = { accept: "text/html", "accept-encoding": "br" };
  try {
    const page = await sendGet(service.port, path, headers);
    if (page.status !== 200 || headerOf(page, "content-encoding") !== "br") throw new Error(`${path}: ${page.status}`);
    await fetch(`http://127.0.0.1:${minimal.port}/same`, { method: "POST", body: new Uint8Array(page.body) });
    for (let round = -1; round < pace.rounds; round++)
      for (const [side, port, at] of [
        ["reference", minimal.port, "/same"],
        ["ours", service.port, path],
      ] as const) {
        const request = () => ({ path: at, headers });
        const { rate } = await measureLoad({ port, connections, seconds: pace.seconds, request });
        if (round >= 0) rates[side].push(rate);
      }
  } finally {
    await service.stop();
    await minimal.stop();
  }
  const against = "node:http with the same bytes";
  return ratioRow({ name: "product's page of an own site", unit: "answers/s", against, goal: 0.7 }, rates);
}

/** Makes partners that do not sell one product each. Returns their keys. */
const plantSets = (env: StoreSetting): Promise<string[]> =>
  withDatabase(env, async ({ db }) => {
    const now = new Date();
    const names = Array.from({ length: sets }, (_, n) => `set-${n}`);
    await importCatalogue(db, { partners: names.map((name) => ({ externalId: name, name })) }, { now });
    const { rows: products } = await sql<{ id: string }>`
      select id from product where published and not deleted order by external_id limit ${sets}`.execute(db);
    const keys: string[] = [];
    for (const [n, name] of names.entries()) {
      const { rows } = await sql<{ id: string }>`select id from partner where external_id = ${name}`.execute(db);
      const terms = { sells: "except", products: [{ productId: products[n]!.id, itemIds: null }], stops: [] } as const;
      const saved = await db
        .transaction()
        .execute((tx) =>
          saveOffer(
            tx,
            rows[0]!.id,
            { terms: { ...terms, products: [...terms.products], stops: [] }, revision: 0, dryRun: false },
            now,
          ),
        );
      if (saved.outcome !== "saved") throw new Error(`the set of ${name} is ${saved.outcome}`);
      keys.push((await createKey(db, { partner: name, mode: "live", readOnly: false, now })).key);
    }
    return keys;
  });
