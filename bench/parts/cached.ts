import { sql } from "kysely";
import { importCatalogue } from "../../packages/service/src/domain/import/import.ts";
import { saveOffer } from "../../packages/service/src/domain/offers/partner-offer.ts";
import { createKey } from "../../packages/service/src/domain/partners/keys.ts";
import { measureLoad, type RoundPlan } from "../load.ts";
import { type ResultRow, ratioRow } from "../results.ts";
import { startService } from "../service.ts";
import { type StoreSetting, withDatabase } from "../stores.ts";

/** Cached pages: lists that are read with keys of ten partners with sets of their own, compared with lists that are read without a key. */

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
  const against = "without a key";
  return [ratioRow({ name: "lists with keys of ten sets", unit: "answers/s", against, goal: 0.8 }, rates)];
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
