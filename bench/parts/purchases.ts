import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { demoKey } from "../../packages/service/src/domain/partners/keys.ts";
import type { Database } from "../../packages/service/src/store/database/database.ts";
import {
  type BuyableSelection,
  findBuyableSelections,
  jsonHeaders,
  measureLoad,
  postJson,
  type RoundPlan,
} from "../load.ts";
import { startReference } from "../reference.ts";
import { type ResultRow, ratioRow } from "../results.ts";
import { costRow, findPostmaster, processorMs, type RunningService, startService } from "../service.ts";
import { analyzeFilledTables, type StoreSetting, withDatabase } from "../stores.ts";

const connections = 32;
const buyer = { email: "guest@example.com", phoneNumber: "+34 600 000 000", remoteHost: "192.0.2.1" };

/** The address of an operation, and the body of its n-th request. */
interface Selling {
  name: string;
  path: string;
  goal: number;
  body(n: number): object;
}

/**
 * eventbook, also of seats that are confirmed at once, eventhold and ordercancel over HTTP, compared with a process that parses the request, finds its key, runs one bare
 * statement and answers. Orders wait at the operator's desk, so nobody is called.
 */
export async function measurePurchases(env: StoreSetting, pace: RoundPlan): Promise<ResultRow[]> {
  const keys = await prepare(env);
  const settings = { HOLDS_PER_PARTNER: "10000", HELD_SEATS_PER_PARTNER: "100000" };
  const rows: ResultRow[] = [];
  const withService = async (work: (service: RunningService, buyable: BuyableSelection[]) => Promise<void>) => {
    const service = await startService({ ...env, ...settings });
    try {
      await work(service, await findBuyableSelections(service.port, 300));
    } finally {
      await service.stop();
    }
  };
  let cancelled: Cancellable[] = [];
  await withService(async (service, buyable) => {
    for (const { id, totalUsd } of buyable) {
      const order = { ...orderOf({ id, totalUsd }), externalReference: randomUUID() };
      const answer = await postJson<{ id: string }>(service.port, "/api/es/eventbook", JSON.stringify(order));
      cancelled.push({ id: answer.id });
    }
    for (const selling of [
      booking("many events", buyable),
      booking("one event", buyable.slice(0, 1)),
      holding("many events", buyable, keys),
      holding("one event", buyable.slice(0, 1), keys),
    ])
      rows.push(...(await measure(service, selling, env.DATABASE_URL, pace)));
  });
  await confirmAtOnce(env);
  await withService(async (service, buyable) => {
    const own = { ...booking("own seats", buyable), goal: 0.3 };
    rows.push(...(await measure(service, own, env.DATABASE_URL, pace)));
  });
  const perRound = Math.ceil(pace.seconds * 6000);
  cancelled = await plantOrders(env, cancelled, (pace.rounds + 2) * perRound);
  await withService(async (service) => {
    rows.push(...(await measure(service, cancelling(cancelled), env.DATABASE_URL, pace)));
  });
  return rows;
}

const orderOf = ({ id, totalUsd }: Pick<BuyableSelection, "id" | "totalUsd">) => ({
  ...buyer,
  id,
  apiKey: demoKey,
  tickets: [{ code: "ADULT", quantity: 2 }],
  totalUsd: { currencyCode: "USD", value: totalUsd },
});

const booking = (among: string, buyable: BuyableSelection[]): Selling => ({
  name: `eventbook, ${among}`,
  path: "/api/es/eventbook",
  goal: 0.6,
  body: (n) => ({ ...orderOf(buyable[n % buyable.length]!), externalReference: `${among} ${n}` }),
});

/** Holds seats for many partners in turn, so that each partner has few holds. */
const holding = (among: string, buyable: BuyableSelection[], keys: string[]): Selling => ({
  name: `eventhold, ${among}`,
  path: "/api/es/eventhold",
  goal: 0.5,
  body: (n) => ({ ...JSON.parse(buyable[n % buyable.length]!.body), apiKey: keys[n % keys.length] }),
});

interface Cancellable {
  id: string;
}

const cancelling = (orders: Cancellable[]): Selling => ({
  name: "ordercancel",
  path: "/api/es/ordercancel",
  goal: 0.2,
  body: (n) => {
    const order = orders[n];
    if (!order) throw new Error("all orders are cancelled: plant more");
    return { id: order.id, apiKey: demoKey };
  },
});

async function measure(
  service: RunningService,
  selling: Selling,
  url: string,
  { rounds, seconds }: RoundPlan,
): Promise<ResultRow[]> {
  const postmaster = await findPostmaster(url);
  const minimal = await startReference(url);
  const sent = { ours: 0, reference: 0 };
  const rates = { ours: [] as number[], reference: [] as number[] };
  const costs = { ours: [] as number[], reference: [] as number[] };
  const sides = [
    { side: "reference", port: minimal.port, pid: minimal.pid },
    { side: "ours", port: service.port, pid: service.pid },
  ] as const;
  try {
    // Round -1 is not counted: a new process compiles its code.
    for (let round = -1; round < rounds; round++) {
      for (const { side, port, pid } of sides) {
        const post = { method: "POST", path: selling.path, headers: jsonHeaders } as const;
        const request = () => ({ ...post, body: JSON.stringify(selling.body(sent[side]++)) });
        const before = processorMs([pid], postmaster);
        const { answers, rate } = await measureLoad({ port, connections, seconds, request });
        if (round < 0) continue;
        rates[side].push(rate);
        costs[side].push((1000 * (processorMs([pid], postmaster) - before)) / answers);
      }
    }
  } finally {
    await minimal.stop();
  }
  const what = { name: selling.name, unit: "answers/s", against: "key and bare statement" };
  return [ratioRow({ ...what, goal: selling.goal }, rates), costRow(`${selling.name}, processor time`, costs)];
}

/** With so many partners, no partner reaches the limit of its open holds. */
const partners = 5_000;

/** Creates seats for all requests, orders that wait for the operator, partners with a key each, and the table of the reference. */
async function prepare(env: StoreSetting): Promise<string[]> {
  const keys = Array.from({ length: partners }, (_, n) => `pk_live_bench${n}`);
  await withDatabase(env, async ({ db }) => {
    await sql`create table if not exists bare_order (id uuid primary key, event_id uuid not null, body jsonb not null)`.execute(
      db,
    );
    await sql`update event set capacity = 100000000, capacity_left = 100000000`.execute(db);
    await sql`update product set record = record || '{"immediateBooking": false}'`.execute(db);
    // Boats, vans and guides of the demo: their events share a lock.
    await sql`delete from item_resources`.execute(db);
    await sql`update event set needs_resources = false, lacks_resources = false`.execute(db);
    const hashes = keys.map((key) => createHash("sha256").update(key).digest("hex"));
    await sql`
      with made as (
        insert into partner (id, external_id, name)
        select gen_random_uuid(), hash, hash from unnest(${hashes}::text[]) hash returning id, external_id
      )
      insert into api_key (id, partner_id, hash, hint, mode, created_at)
      select gen_random_uuid(), id, decode(external_id, 'hex'), 'pk_live_bench', 'live', now() from made`.execute(db);
    await fillHolds(db);
    await analyzeFilledTables(db);
  });
  return keys;
}

/** Adds holds of other partners, because a statement that was planned for an empty table would read the whole table. */
async function fillHolds(db: Database["db"]): Promise<void> {
  await sql`
    insert into hold (id, partner_id, lang, test, event_id, product_id, event_on, tickets, seats, total_usd, agreed, cancel_purchase_hour,
      cancel_until, created_at, expires_at, status)
    select gen_random_uuid(), gen_random_uuid(), 'es', false, id, product_id, event_on, '[]', 0, 1, '{}', 1, now(), now(),
      now() + interval '15 minutes', 'open'
    from (select id, product_id, event_on from event limit 30) e, generate_series(1, 200)`.execute(db);
}

/** Makes every order complete in the answer, so that each order also writes a voucher, a pass and two entries of the timeline. */
const confirmAtOnce = (env: StoreSetting): Promise<void> =>
  withDatabase(env, async ({ db }) => {
    await sql`update product set record = record || '{"immediateBooking": true}', supplier_id = null`.execute(db);
  });

/** Copies of these orders, which can be cancelled, and a row of the reference for each. */
async function plantOrders(env: StoreSetting, like: Cancellable[], count: number): Promise<Cancellable[]> {
  return withDatabase(env, async ({ db }) => {
    const ids = Array.from({ length: count }, () => randomUUID());
    await sql`
      insert into orders
      select made.* from unnest(${ids}::uuid[]) with ordinality as sent (id, n)
      join unnest(${like.map(({ id }) => id)}::uuid[]) with ordinality as known (id, k) on known.k = 1 + sent.n % ${like.length}
      join orders o on o.id = known.id
      cross join lateral jsonb_populate_record(o, jsonb_build_object('id', sent.id, 'number', nextval('order_number'),
        'external_reference', null)) made`.execute(db);
    await sql`insert into bare_order select id, event_id, '{}' from orders on conflict do nothing`.execute(db);
    await analyzeFilledTables(db);
    return ids.map((id) => ({ id }));
  });
}
