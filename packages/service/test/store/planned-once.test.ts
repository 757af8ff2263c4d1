import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import type { Database } from "../../src/store/database/database.ts";
import { startApp } from "../support/app.ts";
import { eventId, Partner, productId } from "../support/partner.ts";

/**
 * PostgreSQL plans the first five runs of a named statement for their values, and then every run if that seems cheaper than one plan for
 * all. It seems so for `= any(…)` and `unnest(…)` of a list that usually has one value, and costs ten times the run.
 */
const firstRuns = 5;

test("each connection plans the statements of a sale once", async (t) => {
  const app = await startApp({ jobs: false });
  t.after(app.stop);
  const seller = new Partner(app);
  const event = await eventId(app, "show-seat", "2026-07-01T20:00");
  const product = await productId(app, "show");
  const lang = "es";
  const tickets = [{ code: "ADULT", quantity: 1 }];
  for (let n = 0; n < 4 * firstRuns; n++) {
    await seller.wire.ask("product", { id: product });
    await seller.wire.ask("events", { id: product });
    const { id } = await seller.buy(event, { ADULT: 1 });
    await seller.wire.ask("order", { lang, id: id! });
    await seller.wire.ask("ordercancel", { lang }, { id: id!, apiKey: app.key });
    await seller.wire.ask("eventhold", { lang }, { id: event, apiKey: app.key, tickets });
  }
  const rows = await preparedStatements(app.store.database);
  assert.ok(
    new Set(rows.flatMap(({ name, once }) => (once > 0 ? [name] : []))).size >= 10,
    "the connections ran the statements of the sale",
  );
  assert.deepEqual(
    rows.filter(({ custom }) => custom > firstRuns),
    [],
  );
});

interface Prepared {
  name: string;
  /** Runs that were planned for their values. */
  custom: number;
  /** Runs by the plan for all values. */
  once: number;
}

/** The named statements of every connection of the pool. */
async function preparedStatements({ db, poolSize }: Database): Promise<Prepared[]> {
  const all = Promise.withResolvers<void>();
  let opened = 0;
  const ofConnections = Array.from({ length: poolSize }, () =>
    db.connection().execute(async (connection) => {
      if (++opened === poolSize) all.resolve();
      // So each call has another connection.
      await all.promise;
      const { rows } = await sql<Prepared>`
        select name, custom_plans::int as custom, generic_plans::int as once from pg_prepared_statements`.execute(
        connection,
      );
      return rows;
    }),
  );
  return (await Promise.all(ofConnections)).flat();
}
