import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { adminOperations } from "../../src/admin/operations.ts";
import { listAudit } from "../../src/store/operators/audit.ts";
import { Mailbox } from "../suppliers/mailbox.ts";
import { type Operator, signedIn } from "../support/console.ts";
import { type Ordering, startOrdering } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import type { RawAnswer } from "../support/wire.ts";
import { sampleCatalogue, samplesOf } from "./audit-samples.ts";

/** Every changing operation writes its audit entry in the transaction of the change: both are stored, or neither. */

/** Operations that change nothing in the store. */
const changesNothing = [
  "session.newSecondFactor",
  "letters.preview",
  "products.preview",
  "orders.quote",
  "bulkActions.preview",
];
/** Other files test accounts and sessions. */
const ofAccounts = (id: string) => id.startsWith("session.") || id.startsWith("operators.");

const changing = adminOperations.filter(
  ({ id, method }) => method !== "GET" && !changesNothing.includes(id) && !ofAccounts(id),
);

onPostgres("the audit log", (open) => {
  let ordering: Ordering;
  let owner: Operator & { email: string };
  let samples: ReturnType<typeof samplesOf>;
  const mailbox = new Mailbox();
  before(async () => {
    await mailbox.open();
    ordering = await startOrdering({
      open,
      catalogue: sampleCatalogue,
      tuning: { callbackGaps: { live: [], test: [] } },
    });
    owner = await signedIn(ordering.app, "owner");
    samples = samplesOf(ordering, owner, settled, () => mailbox.server);
  });
  after(async () => {
    await ordering.stop();
    await mailbox.close();
  });

  /** Waits until the service has ended all bulk actions and called all suppliers and partners. Nothing changes in the background then. */
  const settled = async () => {
    const left = sql`select from bulk_action_order where state in ('waiting', 'telling')`;
    await until(async () => (await left.execute(db())).rows.length === 0, "bulk actions to end");
    let last = "";
    await until(
      async () => {
        const before = last;
        last = JSON.stringify(await snapshot());
        return last === before;
      },
      "orders and callbacks to settle",
      { everyMs: 200 },
    );
  };
  test("every changing operation has a sample here", () => {
    assert.deepEqual(Object.keys(samples).sort(), changing.map(({ id }) => id).sort());
  });

  for (const { id, method } of changing)
    test(`${id}: an error while the entry is written reverts the change`, async () => {
      const { path, body, type } = await samples[id]!();
      const headers: Record<string, string> = type ? { "content-type": type } : {};
      const call = (): Promise<RawAnswer> => owner.call(method, path, body, headers);
      const before = await snapshot();
      const sent = () => [ordering.receiver.received.length, mailbox.ended];
      const sentBefore = sent();
      await refuseEntries();
      const failed = await call().finally(acceptEntries);
      assert.equal(failed.status, 500, failed.text);
      assert.deepEqual(await snapshot(), before);
      assert.deepEqual(sent(), sentBefore, "nothing is sent");

      const done = await call();
      assert.equal(done.status, 200, done.text);
      const { rows } = await listAudit(db(), { operation: id }, { offset: 0, limit: 5 });
      assert.deepEqual([rows[0]!.operator, rows[0]!.outcome], [owner.email, "done"]);
      assert.notDeepEqual(await snapshot(), before, "it changes something");
    });

  const db = () => ordering.app.store.database.db;
  const refuseEntries = async () => {
    await sql`create function refuse_entry() returns trigger language plpgsql as $$
      begin raise exception 'no entry today'; end $$`.execute(db());
    await sql`create trigger refuse_entry before insert on audit for each row execute function refuse_entry()`.execute(
      db(),
    );
  };
  const acceptEntries = async () => {
    await sql`drop function refuse_entry cascade`.execute(db());
  };

  /** A digest of each table, without columns that every request changes. */
  async function snapshot(): Promise<Record<string, string>> {
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' order by 1`.execute(db());
    const everyRequest = ["operator_session", "partner_usage", "partner_sync", "sign_in_attempt"];
    // All digests are one statement, because fifty statements take several times as long.
    const digests = tables
      .filter(({ name }) => !everyRequest.includes(name))
      .map(
        ({ name }) => sql`
          select ${sql.lit(name)} as name, md5(coalesce(string_agg(row, ' ' order by row), '')) as digest
          from (select (to_jsonb(t) - 'last_used_at')::text as row from ${sql.table(name)} t) as rows`,
      );
    const { rows } = await db()
      .transaction()
      .execute(async (tx) => {
        // Parallel workers would double the statement's time, since the tables have few rows.
        await sql`set local max_parallel_workers_per_gather = 0`.execute(tx);
        const all = sql.join(digests, sql` union all `);
        return sql<{ name: string; digest: string }>`${all}`.execute(tx);
      });
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  }
});
