import { sql } from "kysely";
import type { Db } from "../../packages/service/src/store/database/database.ts";
import { publishChanges } from "../../packages/service/src/store/publishing/publishing.ts";
import { plannedItem, plannedProduct } from "./planted-records.ts";

const partners = 50;

/**
 * Adds orders of fifty partners over the last month to the existing events, two callbacks for each with their attempts, and a
 * year of the partners' usage: the data of a busy operator.
 */
export async function plantOrders(db: Db, orders: number, now: Date): Promise<void> {
  await sql`
    insert into partner (id, external_id, name)
    select gen_random_uuid(), 'partner-' || n, 'Partner ' || n from generate_series(1, ${partners}) n`.execute(db);
  await sql`
    insert into api_key (id, partner_id, hash, hint, mode, created_at)
    select gen_random_uuid(), id, decode(md5(external_id), 'hex'), 'pk_live_', 'live', ${now}
    from partner where external_id like 'partner-%'`.execute(db);
  await sql`
    with buyer as (select id, row_number() over (order by external_id) as k from partner where external_id like 'partner-%'),
      sold as (select id, item_id, product_id, event_on, row_number() over (order by event_on, id) as k from event)
    insert into orders (id, number, lang, partner_id, event_id, item_id, product_id, event_on, status, test, tickets, seats, email, phone_number, remote_host,
      callback_url, external_reference, total_usd, answers, agreed, cancel_purchase_hour, cancel_until, created_at)
    select gen_random_uuid(), 200000 + n, 'es', buyer.id, sold.id, sold.item_id, sold.product_id, sold.event_on,
      (array['complete', 'complete', 'complete', 'waitsupplier', 'cancelled', 'rejected', 'complete', 'complete'])[1 + n % 8],
      n % 50 = 0, '[{"code":"ADULT","quantity":2}]', 2, 'customer' || n || '@example.com', '+34 600 000 000', '192.0.2.1',
      'https://shop.example.com/paseo', 'CART-' || n, 45.50 + n % 100, '[]',
      jsonb_build_object('productName', 'Measured activity', 'itemName', 'Ticket',
        'tickets', jsonb_build_array(jsonb_build_object('code', 'ADULT', 'prices', jsonb_build_array(jsonb_build_object('quantity', 2,
          'currencyCode', 'USD', 'rate', '1', 'unitPrice', '22.75', 'unitUsdPrice', '22.75'))))),
      24, sold.event_on,
      ${now}::timestamptz - n * interval '30 days' / ${orders}::int
    from generate_series(1, ${orders}::int) n
    join buyer on buyer.k = 1 + n % ${partners}::int join sold on sold.k = 1 + n * 2 % (select count(*) from event)`.execute(
    db,
  );
  await sql`
    insert into callback (id, order_id, partner_id, sequence, status, url, body, test, state, attempts, created_at, settled_at)
    select gen_random_uuid(), o.id, o.partner_id, s, 'complete', 'https://shop.example.com/paseo?orderid=' || o.id,
      repeat('x', 300), o.test, (array['delivered', 'delivered', 'delivered', 'given-up'])[1 + o.number % 4],
      1 + o.number % 3, o.created_at, o.created_at + (o.number % 60) * interval '1 second'
    from orders o, generate_series(1, 2) s`.execute(db);
  await sql`
    insert into callback_attempt (callback_id, at, replay, outcome, http_status, ms, answer)
    select id, created_at, false, 'answered', case when state = 'delivered' then 204 else 500 end, 30, 'ok'
    from callback, generate_series(1, 2)`.execute(db);
  await sql`
    insert into partner_usage (day, partner_id, operation, code, test, n, requests)
    select d::date, p.id, operation, code, false, 50, 50
    from partner p, generate_series(${now}::timestamptz - interval '390 days', ${now}::timestamptz, interval '1 day') d,
      unnest(array['eventvalidate', 'eventbook', 'events', 'products']) operation,
      unnest(array['', 'capacity', 'price-changed', 'invalid-field']) code`.execute(db);
  await sql`analyze`.execute(db);
}

/** Adds this number of products without events, with one item each, for long lists. None if `products` is below 1. */
export async function plantProducts(db: Db, products: number, now: Date): Promise<void> {
  if (products < 1) return;
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into product (id, external_id, record, search, dates, revision, updated_at)
      select gen_random_uuid(), 'listed-' || n, ${plannedProduct(sql`'listed-' || n`, {
        name: "Listed activity ",
        currencyCode: sql`'USD'::text`,
        timeZone: sql`'Europe/Madrid'::text`,
        allPassengerNames: sql`false`,
      })}, 'listed activity ' || n || ' m' || n % 40, '{}', 1, ${now}
      from generate_series(1, ${products}::int) n returning id`.execute(tx);
    await sql`
      insert into item (id, product_id, external_id, position, record)
      select gen_random_uuid(), id, external_id, 0, ${plannedItem("L-1", ["ADULT"])} from product where external_id like 'listed-%'`.execute(
      tx,
    );
    await publishChanges(tx, { products: rows.map(({ id }) => id) }, now);
  });
}
