import { randomUUID } from "node:crypto";
import type { ListedOrder, Orders } from "@paseo/contract";
import { sql } from "kysely";
import { createKey } from "../../../src/domain/partners/keys.ts";
import type { Tx } from "../../../src/store/database/database.ts";
import { testNow } from "../../support/app.ts";
import { partnerId } from "../../support/samples/ordering.ts";
import type { OpenStore } from "../../support/servers/stores.ts";
import { send, Wire } from "../../support/wire.ts";
import { startChanging } from "../changes/changing.ts";

/** Partners that list their orders. */

export type Filter = {
  by?: string;
  from?: string;
  to?: string;
  reference?: string;
  testmode?: string;
  cursor?: string;
};

export async function startListing(open: OpenStore) {
  const shop = await startChanging(open);
  const { app, db } = shop;
  const evening = await shop.evening("own", 30);

  const page = (filter: Filter = {}, key = app.key): Promise<Orders> =>
    new Wire(app.url, { sends: "json", reads: "json", key }).ask("orders", { lang: "es", ...filter });

  /** Reads the pages to the end of the list. `between` runs after each page but the last. */
  async function all(filter: Filter = {}, { key = app.key, between = async () => {} } = {}) {
    const orders: ListedOrder[] = [];
    const sizes: number[] = [];
    for (let next = filter; ; ) {
      const { values, hasNextPage, cursor } = await page(next, key);
      orders.push(...values);
      sizes.push(values.length);
      if (!hasNextPage) return { orders, ids: orders.map(({ id }) => id!), sizes, cursor };
      await between();
      next = { cursor };
    }
  }

  /** Adds a new partner, with a live key. */
  async function addPartner() {
    const name = randomUUID();
    await sql`insert into partner
      select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'external_id', ${name}::text))).*
      from partner p where external_id = 'acme'`.execute(db);
    const { key } = await createKey(db, { partner: name, mode: "live", readOnly: false, now: testNow });
    return { key, partner: await partnerId(app, name) };
  }

  /** Adds orders without a request, three of each instant, so that a page ends between orders of one instant. */
  const plant = (partner: string, n: number) =>
    sql`insert into orders (id, number, lang, partner_id, event_id, item_id, product_id, event_on, status, test, tickets, seats, email,
        phone_number, remote_host, total_usd, answers, agreed, cancel_purchase_hour, cancel_until, created_at, changed_at)
      select gen_random_uuid(), nextval('order_number'), 'es', ${partner}::uuid, e.id, e.item_id, e.product_id,
        e.event_on + n / 3 * interval '1 minute', 'waitsupplier', false, '[]', 0, 'customer@example.com', '1', '192.0.2.1', 50, '[]', '{}', 24,
        now(), ${testNow}::timestamptz + n / 3 * interval '1.000001 second', ${testNow}::timestamptz + n / 3 * interval '1.000001 second'
      from event e, generate_series(1, ${n}::int) n where e.id = ${evening}`.execute(db);

  return {
    ...shop,
    page,
    all,
    ids: async (filter: Filter, key = app.key) => (await all(filter, { key })).ids,
    buy: async (more: Parameters<typeof shop.buy>[1] = {}, event = evening) =>
      (await shop.buy(event, more, { ADULT: 1 })).id!,
    ask: (filter: Filter, headers: Record<string, string> = { "x-api-key": app.key }) =>
      send(`${app.url}/api/es/orders?${new URLSearchParams({ ...filter })}`, { headers }),
    addPartner,
    plant,
    planted: async (n: number) => {
      const added = await addPartner();
      await plant(added.partner, n);
      return added;
    },
    cancelled: (partner: string, which = sql`true`, tx: typeof db | Tx = db) =>
      sql`update orders set status = 'cancelled', changed_at = ${testNow}, changed_xid = pg_current_xact_id()
        where partner_id = ${partner}::uuid and ${which}`.execute(tx),
  };
}
export type Listing = Awaited<ReturnType<typeof startListing>>;
