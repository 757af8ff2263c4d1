import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { type RawBuilder, sql } from "kysely";
import { openStore } from "../packages/service/src/commands/output.ts";
import { readConfig } from "../packages/service/src/config.ts";
import type { ProductRow } from "../packages/service/src/records/product-json.ts";
import { activeCurrencies } from "../packages/service/src/store/catalogue/currencies.ts";
import { lockCatalogueFiles } from "../packages/service/src/store/catalogue/files-lock.ts";
import { productColumns } from "../packages/service/src/store/catalogue/product-lists.ts";
import type { Db, Tx } from "../packages/service/src/store/database/database.ts";
import { migrateSchema } from "../packages/service/src/store/database/migrate.ts";
import { recountEventDays } from "../packages/service/src/store/editing/event-records.ts";
import { publishContents } from "../packages/service/src/store/publishing/published-contents.ts";
import { hashProducts } from "../packages/service/src/store/publishing/published-products.ts";
import { publishChanges } from "../packages/service/src/store/publishing/publishing.ts";
import { continuedToken } from "../packages/service/src/store/versions/database-incarnations.ts";
import {
  digestStatement,
  digestValues,
  eventHash,
  storedHash,
  sumOfHashes,
  unchangedSums,
  writeContentsDigest,
} from "../packages/service/src/store/versions/digest.ts";
import type { VersionCounter } from "../packages/service/src/store/versions/versions.ts";

/** Greatest number of events of one product: a year of days with 30 half-hours each. */
const maxPerProduct = 365 * 30;

/**
 * Creates `events` events for measurements, about a hundred for each product, over the year after `now`. PostgreSQL generates
 * all rows in one transaction and one version.
 */
export async function plantManyEvents(db: Db, events: number, now: Date): Promise<{ products: number }> {
  const products = Math.max(1, Math.round(events / 100), Math.ceil(events / maxPerProduct));
  await db.transaction().execute(async (tx) => {
    await lockCatalogueFiles(tx);
    // Takes the counter's lock, and starts a new history.
    const counter = await publishChanges(tx, {}, now);
    const run = `scale-${counter.productPos}`;
    await plantProducts(tx, run, products, counter, now);
    for (let at = 0; at < events; at += 100_000) {
      const until = Math.min(at + 100_000, events);
      await plantEvents(tx, run, { from: at, until, products }, counter.eventSeq, now);
    }
    await plantDates(tx, run);
    await finish(tx, run, { products, events }, counter, now);
  });
  return { products };
}

/** The local day, `yyyy-MM-dd`, this number of days after the first day with events. */
const plantedDay = (now: Date, days: number): string =>
  new Date(now.getTime() + (2 + days) * 86_400_000).toISOString().slice(0, 10);

async function plantProducts(
  db: Db,
  run: string,
  products: number,
  counter: { productPos: number; productSeq: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into currency (code, name, display_symbol, rate, active) values ('USD', 'US Dollar', 'US$', 1, true)
    on conflict do nothing`.execute(db);
  await sql`
    insert into product (id, external_id, record, search, dates, revision, updated_at)
    select gen_random_uuid(), ${run} || '-' || n, ${plannedProduct(sql`${run} || '-' || n`, {
      name: "Measured activity ",
      currencyCode: sql`
        (select array_agg(code order by code) from currency where active)[1 + n % (select count(*)::int from currency where active)]`,
      timeZone: sql`(array['Europe/Madrid', 'America/Sao_Paulo', 'America/Mexico_City', 'America/New_York'])[1 + n % 4]`,
      allPassengerNames: sql`n % 2 = 0`,
    })},
      'measured activity ' || n || ' m' || n % 40, '{}', 1, ${now}
    from generate_series(1, ${products}::int) n`.execute(db);
  await sql`
    insert into item (id, product_id, external_id, position, record)
    select gen_random_uuid(), id, external_id, 0, ${plannedItem("S-1", ["ADULT", "CHILD"])}
    from product where external_id like ${`${run}-%`}`.execute(db);
  await sql`
    insert into product_state (product_id, pos, seq, has_availability, min_prices, updated_on, currency_code)
    select p.id, ${counter.productPos}::bigint + o.n, ${counter.productSeq}::bigint + o.n, true,
      jsonb_build_object(i.id, (20 + o.n % 80) || '.00'), ${now}, p.currency_code
    from generate_series(1, ${products}::int) o(n)
    join product p on p.external_id = ${run} || '-' || o.n join item i on i.product_id = p.id`.execute(db);
}

async function plantEvents(
  db: Db,
  run: string,
  range: { from: number; until: number; products: number },
  seq: number,
  now: Date,
): Promise<void> {
  // Whole amounts are valid in every currency.
  await sql`
    insert into event (id, item_id, product_id, event_on, availability, hidden, capacity, capacity_left, currency_code, tickets,
      min_price, starts_at, sales_end_at, day_ends_at, listed, shown, seq, least_seats, hash)
    select e.*, ${eventHash} from (
      select gen_random_uuid() as id, i.id as item_id, p.id as product_id, t.event_on, 'available' as availability, false as hidden,
        20 + t.n % 30 as capacity, 20 + t.n % 30 as capacity_left, p.currency_code,
        jsonb_build_array(jsonb_build_object('code', 'ADULT', 'price', (20 + t.product % 80) || '.00'),
          jsonb_build_object('code', 'CHILD', 'price', (10 + t.product % 40) || '.00')) as tickets,
        20 + t.product % 80 as min_price, t.event_on at time zone p.time_zone as starts_at,
        t.event_on at time zone p.time_zone as sales_end_at,
        (t.event_on::date + 1)::timestamp at time zone p.time_zone as day_ends_at, true as listed, true as shown,
        ${seq}::bigint + t.n as seq, 1 as least_seats
      from (
        select n, 1 + (n - 1) % ${range.products}::int as product,
          ${plantedDay(now, 0)}::date + (((n - 1) / ${range.products}::int * 7 + n) % 365) + time '08:00'
            + ((n - 1) / ${range.products}::int / 365) * interval '30 minutes' as event_on
        from generate_series(${range.from + 1}::int, ${range.until}::int) n
      ) t
      join product p on p.external_id = ${run} || '-' || t.product join item i on i.product_id = p.id
    ) e`.execute(db);
}

/** Stores each event as a single date of its product. */
async function plantDates(db: Db, run: string): Promise<void> {
  await sql`
    update product p set dates = jsonb_build_object(i.external_id, jsonb_build_object('events', e.events))
    from item i join (
      select item_id, jsonb_agg(jsonb_build_object('eventOn', to_char(event_on, 'YYYY-MM-DD"T"HH24:MI'), 'capacity', capacity,
        'prices', jsonb_build_array(
          jsonb_build_object('code', 'ADULT', 'amount', tickets -> 0 ->> 'price'),
          jsonb_build_object('code', 'CHILD', 'amount', tickets -> 1 ->> 'price'))) order by event_on) as events
      from event group by item_id
    ) e on e.item_id = i.id
    where i.product_id = p.id and p.external_id like ${`${run}-%`}`.execute(db);
}

async function finish(
  tx: Tx,
  run: string,
  planted: { products: number; events: number },
  before: VersionCounter,
  now: Date,
): Promise<void> {
  const version = before.updateVersion + 1;
  await sql`
    update product_state s set recheck_at = e.next_end
    from (select product_id, min(sales_end_at) as next_end from event group by product_id) e, product p
    where e.product_id = s.product_id and p.id = s.product_id and p.external_id like ${`${run}-%`}`.execute(tx);
  const { rows } = await sql<Omit<ProductRow, "updatedOn">>`
    select ${productColumns} from product p join product_state s on s.product_id = p.id
    where p.external_id like ${`${run}-%`}`.execute(tx);
  const { hashes, detailHashes } = await hashProducts(tx, rows, now);
  const contents = await publishContents(
    tx,
    rows.map((row) => ({ ...row, contentUpdatedOn: null, contentHashes: null })),
    before.contentSeq,
    now,
  );
  await writeContentsDigest(tx, version, contents.sums);
  await recountEventDays(tx);
  await sql`
    insert into digest_day (version, day, shown, hash)
    select ${version}, event_on::date, count(*), sum(hash) from event where seq > ${before.eventSeq} group by 2`.execute(
    tx,
  );
  await sql`
    update counter set update_version = ${version}, product_seq = product_seq + ${planted.products},
      product_pos = product_pos + ${planted.products}, product_count = product_count + ${planted.products},
      event_seq = event_seq + ${planted.events}, currency_version = ${version},
      event_list_version = ${version}, content_seq = ${before.contentSeq + contents.n}, token = ${continuedToken}`.execute(
    tx,
  );
  await sql`
    insert into version (number, at, product_seq, event_seq, page_seq, content_seq)
    select update_version, ${now}, product_seq, event_seq, page_seq, content_seq from counter`.execute(tx);
  const values = digestValues({
    version: before.updateVersion,
    updateVersion: version,
    deleteVersion: before.deleteVersion,
    products: { ...sumOfHashes(hashes), detailHash: sumOfHashes(detailHashes).hash },
    es: unchangedSums,
    pt: unchangedSums,
    currencies: sumOfHashes((await activeCurrencies(tx)).map(storedHash)),
  });
  await digestStatement((name) => values[name]).execute(tx);
}

/** `node bench/stores/scale.ts EVENTS`: in the store that DATABASE_URL or DATA_DIR names. */
async function main(events: number): Promise<void> {
  const database = await openStore(readConfig(process.env), { creates: true });
  try {
    await migrateSchema(database.db);
    const { products } = await plantManyEvents(database.db, events, new Date());
    console.log(`${events} events of ${products} products`);
  } finally {
    await database.close();
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) await main(Number(argv[2]));

/** Adds this number of products without events, with one item each, for long lists. None if `products` is below 1. */
export async function plantListedProducts(db: Db, products: number, now: Date): Promise<void> {
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

/** Fields that differ from product to product, each an SQL expression. */
interface Varied {
  name: string;
  currencyCode: RawBuilder<unknown>;
  timeZone: RawBuilder<unknown>;
  allPassengerNames: RawBuilder<unknown>;
}

const plannedProduct = (
  externalId: RawBuilder<unknown>,
  { name, currencyCode, timeZone, allPassengerNames }: Varied,
): RawBuilder<unknown> => sql`jsonb_build_object('externalId', ${externalId}, 'type', 'scheduled', 'name', ${name}::text || n,
  'cityCode', 'M' || n % 40, 'immediateBooking', true, 'leadPurchaseDay', 0, 'cancelPurchaseHour', 24,
  'currencyCode', ${currencyCode}, 'timeZone', ${timeZone},
  'location', jsonb_build_object('venue', 'Venue ' || n, 'address', 'Street ' || n, 'latitude', 40, 'longitude', -3),
  'questions', jsonb_build_object('allPassengerNames', ${allPassengerNames}, 'allPassengerWeights', false, 'hotel', false,
    'airportFlight', false))`;

/** The only item of `product`, with a ticket rule for each code. */
const plannedItem = (partNumber: string, codes: string[]): RawBuilder<unknown> => {
  const ticketRules = codes.map((code, n) => ({
    code,
    minQuantity: n === 0 ? 1 : 0,
    maxQuantity: 10,
    defaultQuantity: n === 0 ? 2 : 0,
    incrementQuantity: 1,
  }));
  return sql`jsonb_build_object('externalId', external_id, 'name', name, 'partNumber', ${partNumber}::text,
    'ticketRules', ${JSON.stringify(ticketRules)}::jsonb)`;
};
