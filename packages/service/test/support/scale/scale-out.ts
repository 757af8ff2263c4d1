/**
 * The plan of docs/scale.md as data: where each table goes when one PostgreSQL no longer does, and what of the schema and of
 * the statements stands in the way, each with its remedy. scale-out.test.ts holds it against the schema and the statements.
 */

/** Tables of one group that agree in this value lie on one shard. */
export type Group = "product" | "partner";

export type Placement = (
  | {
      where: Group;
      by: string;
      /** The table has no such column yet. */
      lacks?: true;
    }
  | { where: "reference" | "local" }
) & { why: string };

const ofProduct = (why: string, by = "product_id"): Placement => ({ where: "product", by, why });
const toBeOfProduct = (why: string): Placement => ({ where: "product", by: "product_id", lacks: true, why });
const ofPartner = (why: string): Placement => ({ where: "partner", by: "partner_id", why });
const reference = (why: string): Placement => ({ where: "reference", why });
const local = (why: string): Placement => ({ where: "local", why });

export const placements: Record<string, Placement> = {
  product: ofProduct("a million at a hundred events each; everything below hangs on it", "id"),
  product_state: ofProduct("read with its product"),
  product_source: ofProduct("written with its product"),
  product_source_past: ofProduct("written with its product"),
  item: ofProduct("read with its product"),
  event: ofProduct("the large one; its sale needs product and item"),
  event_gone: ofProduct("counted by product"),
  event_price_past: toBeOfProduct("read with its event"),
  orders: ofProduct("placed with its event's places, in one statement"),
  order_timeline: toBeOfProduct("written with its order"),
  voucher: toBeOfProduct("written with its order"),
  callback: toBeOfProduct("written with its order"),
  callback_attempt: toBeOfProduct("written with its callback"),
  idempotency: ofPartner("claimed by a partner before anything is known of the event"),
  partner_usage: ofPartner("10,000 partners × days × operations; added up by partner"),
  partner_sync: ofPartner("one row each, written every few seconds"),
  currency: reference("joined to every price"),
  rate_past: reference("joined to every booking's total"),
  supplier: reference("joined to every sale"),
  partner: reference("10,000 rows, joined everywhere"),
  white_label: reference("asked for by every sale of a site"),
  api_key: reference("asked for by every sale; found by hash, which no shard could tell"),
  callback_secret: reference("two a partner; found by partner from an order's shard"),
  counter: local("one row: the order of all versions"),
  version: local("written with the counter"),
  digest: local("written with the counter"),
  digest_day: local("written with the counter"),
  event_day: local("a row for each day and currency; read for every page number"),
  page: local("thousands at most"),
  rate_history: local("some rows a day"),
  fact: local("a handful"),
  operator: local("the back office"),
  operator_session: local("the back office"),
  operator_invitation: local("the back office"),
  sign_in_attempt: local("the back office"),
  operator_recovery_code: local("the back office"),
  audit: local("the back office"),
  migration: local("a handful"),
};

/** What stands in the way, by name, and what is to be done about it. */
export type Exceptions = Record<string, string>;

const keyed = "primary key with product_id before it: ids are random, so it stays as unique as it was";
const underCounter = "an index that is not unique: numbers are given under the counter's lock";

/** Unique indexes of distributed tables without the column that they are distributed by. */
export const indexExceptions: Exceptions = {
  product_external_id_key: "an index that is not unique: the import is the one writer of products, under its own lock",
  product_state_pos_key: underCounter,
  product_state_deleted_version_key: underCounter,
  item_pkey: keyed,
  event_pkey: keyed,
  event_item_id_event_on_key: "product_id before it: an item is of one product",
  orders_pkey: keyed,
  orders_number: "an index that is not unique: the sequence gives each number once",
  orders_retry: "product_id before it: the digest is of the whole content, which names the event",
  orders_idempotency:
    "product_id before it: `idempotency` refuses the same key with other content, so with another event",
  order_timeline_pkey: "primary key with product_id before it: the identity is one sequence",
  voucher_pkey: keyed,
  voucher_code_key: "an index that is not unique: codes are random",
  callback_pkey: keyed,
  callback_order_id_sequence_key: "product_id before it: an order is of one product",
  callback_attempt_pkey: "primary key with product_id before it: the identity is one sequence",
};

/** Foreign keys of distributed tables that do not lead along the column that they are distributed by. */
export const keyExceptions: Exceptions = {
  event_item_id_fkey: "(product_id, item_id) to item (product_id, id)",
};

/** A hot statement: the tables that it touches, and whether one shard answers it. */
export interface HotStatement {
  name: string;
  /** Finds it among the recorded ones: the first counts. */
  finds: RegExp;
  tables: string[];
  /** `one`: it says which shard. `any`: only tables that are whole on every node, or on one. */
  shards: "one" | "any" | "several";
  /** Of `several`: what makes it `one`, or why it stays so. */
  remedy?: string;
}

const alsoProduct = "`and product_id = …`, which the caller knows";
const productFirst =
  "the order's product first, by an index over all shards, once a request; then this with its product_id";

export const hotStatements: HotStatement[] = [
  { name: "key by hash", finds: /prepared keys-by-hash/, tables: ["api_key", "partner"], shards: "any" },
  { name: "counter", finds: /prepared counter /, tables: ["counter"], shards: "any" },
  { name: "counter as a text", finds: /prepared counter-text/, tables: ["counter"], shards: "any" },
  {
    name: "version given",
    finds: /prepared publish /,
    tables: ["counter", "digest", "version"],
    shards: "any",
  },
  {
    name: "event to be sold",
    finds: /prepared sellable-events/,
    tables: ["event", "item", "product", "currency", "supplier"],
    shards: "several",
    remedy:
      "a partner sends the event's id alone: a small table event id → product, distributed by event id, is asked first",
  },
  {
    name: "booking, places to spare",
    finds: /prepared place-order-spare-2026/,
    tables: ["event", "orders"],
    shards: "several",
    remedy: alsoProduct,
  },
  {
    name: "booking, the last place",
    finds: /prepared place-order-last-2026/,
    tables: ["event", "orders"],
    shards: "several",
    remedy: alsoProduct,
  },
  {
    name: "order by id",
    finds: /as "erasedAt" from orders where id = \$1$/,
    tables: ["orders"],
    shards: "several",
    remedy: "stays: an index of every shard is asked, for order ids carry no product",
  },
  {
    name: "order locked",
    finds: /from orders where id = \$1 for update/,
    tables: ["orders"],
    shards: "several",
    remedy: productFirst,
  },
  {
    name: "order by retry",
    finds: /retry_digest = \$/,
    tables: ["orders"],
    shards: "several",
    remedy: "the event is read before it, and its product named",
  },
  {
    name: "callback claimed",
    finds: /prepared claim-callback/,
    tables: ["callback"],
    shards: "several",
    remedy: "the job carries the product beside the order",
  },
  {
    name: "event marked as changed",
    finds: /update event set seq = null where id/,
    tables: ["event"],
    shards: "several",
    remedy: alsoProduct,
  },
  {
    name: "product by id",
    finds: /as "minPrices".*from product p join product_state/s,
    tables: ["currency", "item", "product", "product_state"],
    shards: "one",
  },
  {
    name: "events of a product",
    finds: /from event_gone where product_id/,
    tables: ["event", "event_gone"],
    shards: "one",
  },
  { name: "idempotency key claimed", finds: /insert into idempotency/, tables: ["idempotency"], shards: "one" },
  {
    name: "page of events",
    finds: /with kept as \(\s*select coalesce\(events_from/,
    tables: ["counter", "event", "event_day"],
    shards: "several",
    remedy: "stays: each shard gives its first events from a day on; ready pages answer nearly every request",
  },
];

/** The rows of a Markdown table. */
const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");

const places = { product: "by product", partner: "by partner", reference: "reference", local: "local" };

/** The tables of docs/scale.md, by the name in their marks. */
export const planTables: Record<string, string> = {
  placements: table(
    ["Table", "Place", "Column", "Why"],
    Object.entries(placements).map(([name, placement]) => [
      `\`${name}\``,
      places[placement.where],
      "by" in placement ? `\`${placement.by}\`${placement.lacks ? ", to be added" : ""}` : "",
      placement.why,
    ]),
  ),
  constraints: table(
    ["Constraint or index", "Instead"],
    Object.entries({ ...indexExceptions, ...keyExceptions }).map(([name, remedy]) => [`\`${name}\``, remedy]),
  ),
  statements: table(
    ["Statement", "Tables", "Shards", "Remedy"],
    hotStatements.map(({ name, tables, shards, remedy }) => [name, tables.join(", "), shards, remedy ?? ""]),
  ),
};
