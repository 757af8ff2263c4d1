import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { issueNextOfRun, startStatementRun } from "../../../src/domain/terms/statement-runs.ts";
import { openLines } from "../../../src/domain/terms/statements.ts";
import { type Db, inTransaction } from "../../../src/store/database/database.ts";
import { accountsOfRun, statementRuns } from "../../../src/store/terms/statement-runs.ts";
import { startApp } from "../../support/app.ts";
import { dying, Killed } from "../../support/dying.ts";
import { newSeed } from "../../support/random.ts";
import { openStore } from "../../support/servers/stores.ts";
import { Month } from "./month.ts";

/**
 * A month of orders whose statements are issued by runs that are killed at each step. All lines and open lines are compared with a sum that is
 * written in SQL. STATEMENT_ORDERS: the number of orders.
 */

const orders = Number(process.env.STATEMENT_ORDERS ?? 20_000);
const partners = 30;

const settings = { operatorName: "Operator" };

describe("a month of statements", () => {
  test("statements equal an independent sum, whatever was killed", { timeout: 600_000 }, async (t) => {
    const seed = newSeed();
    t.diagnostic(`TEST_SEED=${seed}, ${orders} orders of ${partners} partners`);
    let url = "";
    const app = await startApp({
      jobs: false,
      open: async (name) => {
        const store = await openStore(name);
        url = store.url;
        return store;
      },
    });
    let stop: (() => Promise<void>) | null = app.stop;
    t.after(() => stop?.());
    const { db } = app.store.database;
    const month = new Month(db, seed);
    await month.sell(orders, partners);

    const start = async (lastOn: string, now: Date) => {
      const wish = { lastOn, period: "all", by: "a" } as const;
      assert.ok(await inTransaction(db, (tx) => startStatementRun(tx, wish, now)));
      assert.ok(!(await inTransaction(db, (tx) => startStatementRun(tx, wish, now))), "a repeated start joins the run");
    };
    const finish = async (now: Date, on: Db = db) => {
      while (await issueNextOfRun({ db: on, clock: () => now, settings }));
    };

    // June, killed before each statement of the work on an account, in this process.
    const july = new Date("2026-07-01T09:00:00Z");
    await month.happen(new Date("2026-07-01T00:00:00Z"));
    await month.pay(new Date("2026-06-20T09:00:00Z"));
    await start("2026-06-30", july);
    let steps = 0;
    for (let isDead = true; isDead; steps++) {
      const plugin = dying(steps);
      const run = issueNextOfRun({ db: db.withPlugin(plugin), clock: () => july, settings });
      await run.catch((error: Error) => assert.ok(error instanceof Killed));
      isDead = plugin.isDead;
      await assertNumbers(db);
    }
    assert.ok(steps > 8, `the work has ${steps} statements`);
    // Processes that are killed with the signal that no process can catch.
    for (const issued of [1, 4, 6]) await killedAfter(issued, url, july);
    await finish(july);
    const accounts = await accountsOfRun(db, "all", july);
    assert.deepEqual(await assertNumbers(db), [accounts.length]);
    await assertSums(db, july);

    // July changes orders of June: lines of the next statements.
    const august = new Date("2026-08-01T09:00:00Z");
    await month.happen(new Date("2026-08-01T00:00:00Z"));
    await month.pay(new Date("2026-07-20T09:00:00Z"));
    await start("2026-07-31", august);
    await killedAfter(3, url, august);
    await finish(august);
    assert.deepEqual(await assertNumbers(db), [2 * accounts.length]);
    await assertSums(db, august);
    await month.happen(new Date("2026-09-01T00:00:00Z"));
    await assertSums(db, new Date("2026-08-31T09:00:00Z"));
    // The same run again issues nothing.
    await start("2026-07-31", august);
    await finish(august);
    assert.deepEqual(await assertNumbers(db), [2 * accounts.length]);
    await app.stop();
    stop = null;

    // A copy of the database begins a new series.
    const september = new Date("2026-09-01T09:00:00Z");
    const restored = await openStore(new URL(url).pathname.slice(1));
    stop = restored.close;
    const copy = restored.database.db;
    const wish = { lastOn: "2026-08-31", period: "all", by: "a" } as const;
    // An order that cannot be read stops neither the run nor the other accounts.
    const { id: broken } = month.sales[0]!;
    const writePrice = (price: string) =>
      sql`update orders set agreed = jsonb_set(agreed, '{tickets,0,prices,0,unitPrice}', to_jsonb(${price}::text)), changed_at = ${september}
        where id = ${broken}`.execute(copy);
    const { rows: prices } = await sql<{ price: string }>`
      select agreed #>> '{tickets,0,prices,0,unitPrice}' as price from orders where id = ${broken}`.execute(copy);
    await writePrice("none");
    await inTransaction(copy, (tx) => startStatementRun(tx, wish, september));
    let at = september;
    const isOpen = async () => (await statementRuns(copy, 1))[0]!.endedAt === null;
    while (await isOpen()) {
      const more = await issueNextOfRun({ db: copy, clock: () => at, settings }).catch(() => true);
      if (!more) at = new Date(at.getTime() + 60_000);
    }
    assert.deepEqual(
      (await statementRuns(copy, 1))[0]!.refusals.map(({ problem }) => problem),
      ["statement-failed"],
    );
    assert.deepEqual(await assertNumbers(copy), [2 * accounts.length, accounts.length - 1]);
    await writePrice(prices[0]!.price);
    await inTransaction(copy, (tx) => startStatementRun(tx, wish, at));
    await finish(at, copy);
    assert.deepEqual(await assertNumbers(copy), [2 * accounts.length, accounts.length]);
    await assertSums(copy, september);
  });
});

/** Starts a process that issues statements, and kills it after this number of accounts. */
async function killedAfter(accounts: number, url: string, now: Date): Promise<void> {
  const script = fileURLToPath(new URL("issuing.ts", import.meta.url));
  const child = spawn(process.execPath, [script, url, now.toISOString()], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  let seen = 0;
  for await (const bytes of child.stdout) {
    seen += bytes.length;
    if (seen >= accounts) break;
  }
  assert.ok(seen >= accounts, "the process issued statements");
  child.kill("SIGKILL");
  const [, signal] = await ended;
  assert.equal(signal, "SIGKILL");
}

/**
 * Fails if a number of a series is missing or double, or a statement does not follow from its lines, payments and predecessor. Returns the number of
 * statements of each series, the oldest first.
 */
async function assertNumbers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ count: number; distinct: number; last: number }>`
    select count(*)::int as count, count(distinct number)::int as distinct, max(number) as last
    from statement group by series order by min(issued_at)`.execute(db);
  for (const { count, distinct, last } of rows) assert.deepEqual([distinct, last], [count, count]);
  const { rows: wrong } = await sql`
    select s.id from (select *, lag(balance_after, 1, 0) over (partition by partner_id, currency_code order by last_on) as former from statement) s
    where s.balance_before <> s.former or s.balance_after <> s.balance_before - s.paid + s.total
      or s.total <> coalesce((select sum(owed) from statement_line where statement_id = s.id), 0)
      or s.paid <> coalesce((select sum(amount) from partner_payment where statement_id = s.id), 0)`.execute(db);
  assert.deepEqual(wrong, []);
  return rows.map(({ count }) => count);
}

/** Fails unless the lines of each order, with those that are open, are what the order is worth by the plain table. */
async function assertSums(db: Db, now: Date): Promise<void> {
  const open = [];
  for (const { partnerId, currencyCode } of await accountsOfRun(db, "all", now)) {
    const currency = { code: currencyCode, digits: currencyCode === "CLP" ? 0 : 2 };
    open.push(...(await openLines(db, { partnerId, currency }, null, { zone: "Europe/Madrid", now })));
  }
  const given = open.map(({ orderId, retail, commission, net, owed }) => ({ orderId, retail, commission, net, owed }));
  const { rows: wrong } = await sql`
    with line as (
      select order_id, retail, commission, net, owed from statement_line
      union all select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as x("orderId" uuid, retail numeric, commission numeric, net numeric, owed numeric)
    ), counted as (
      select order_id, sum(retail) as retail, sum(commission) as commission, sum(net) as net, sum(owed) as owed from line group by order_id
    ), refunded as (
      select s.*, case when stands then returned else round(refund_usd * total / total_usd, digits) end as back from sold s
    ), kept as (
      select *, total + returned - back as kept from refunded
    ), earned as (
      select *, case when basis = 'net' then (case when stands then retail - net else 0 end)
        when stands then retail - net when shares then round(kept * (retail - net) / retail, digits) else 0 end as commission from kept
    ), worth as (
      select id, commission, case basis when 'net' then kept else kept - commission end as net,
        case collects when 'operator' then -commission
          else kept - (case basis when 'net' then 0 else commission end) + (case when paid_out then back else 0 end) end as owed from earned
    )
    select w.id, w.commission, w.net, w.owed, c.* from worth w left join counted c on c.order_id = w.id
    where (w.commission, w.net, w.owed, w.commission + w.net)
      is distinct from (coalesce(c.commission, 0), coalesce(c.net, 0), coalesce(c.owed, 0), coalesce(c.retail, 0))`.execute(
    db,
  );
  assert.deepEqual(wrong.slice(0, 3), [], `${wrong.length} orders differ`);
}
