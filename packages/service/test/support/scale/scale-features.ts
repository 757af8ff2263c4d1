/** What of SQL Citus or YugabyteDB lacks or has in part, and where the service uses it all the same. docs/scale.md has the sources. */

export interface Use {
  /** In `src/store/`. */
  file: string;
  /** Finds the statements among the recorded ones; null where none goes through a connection of the test's. */
  statement: RegExp | null;
  remedy: string;
}

export interface Feature {
  name: string;
  /** Of a statement without its comments and texts. */
  pattern: RegExp;
  citus: string;
  yugabyte: string;
  /** Reaches over several statements of a file: looked for in recorded statements alone. */
  wide?: true;
  /** Without any: the service must not use it. */
  uses: Use[];
}

const never = (name: string, pattern: RegExp, citus: string, yugabyte: string): Feature => ({
  name,
  pattern,
  citus,
  yugabyte,
  uses: [],
});

const split = "statements of their own in the same transaction; ids and sums go through the process";
const noHash = "the hashes are computed by the process, or by functions that are marked immutable on every node";
const perProduct = "a statement for each product of the batch, with its product_id";
const asItIs = "stays: the table is whole on one node, or on each";

/** Parts of a `with` that write. */
const writingPart = /\bas (?:not )?(?:materialized )?\(\s*(?:insert|update|delete)\b/;

export const features: Feature[] = [
  never("session's advisory lock", /\bpg_(?:try_)?advisory_(?:lock|unlock)/, "of one node alone", "in part"),
  never("temporary table", /\bcreate (?:global |local )?temp/, "of one node alone", "slow: it changes the catalogue"),
  never("cursor", /\bdeclare\b.*\bcursor\b|\bwith hold\b/, "in part", "in part"),
  never("serializable", /\bserializable\b/, "not across nodes", "needs retries"),
  never(
    "system column",
    /\b(?:ctid|xmin|xmax|cmin|tableoid)\b/,
    "of the shard's table",
    "none: rows have no transaction ids",
  ),
  never("trigger", /\bcreate (?:or replace )?(?:constraint )?trigger\b/, "not on distributed tables", "in part"),
  never("rule", /\bcreate (?:or replace )?rule\b/, "none", "in part"),
  never("function of our own", /\bcreate (?:or replace )?(?:function|procedure)\b/, "to be distributed", "yes"),
  never("exclusion constraint", /\bexclude using\b/, "with the column alone", "none"),
  never("deferred constraint", /\bdeferrable\b/, "in part", "none"),
  never("sample", /\btablesample\b/, "of one shard alone", "in part"),
  never("recursion", /\bwith recursive\b/, "of one shard alone", "yes"),
  never("merge", /\bmerge into\b/, "in part", "none before PostgreSQL 15"),
  never("truncate", /\btruncate\b/, "yes", "in part"),
  {
    name: "transaction's advisory lock",
    pattern: /\bpg_(?:try_)?advisory_xact_lock\b/,
    citus: "of one node alone: as long as all ask the coordinator, as good as ever",
    yugabyte: "since 2025.1; before it, an error",
    uses: ["catalogue.ts", "queue.ts", "migrate.ts"].map((file) => ({
      file,
      statement: { "catalogue.ts": /7208534/, "queue.ts": /7208535/, "migrate.ts": /7208533/ }[file]!,
      remedy: "a row of `fact` locked `for update`",
    })),
  },
  {
    name: "notify and listen",
    pattern: /\bpg_notify\b|\blisten \S/,
    citus: "of one node alone: as long as all ask the coordinator, as good as ever",
    yugabyte: "early access since 2025.2.3",
    uses: [
      {
        file: "announcements.ts",
        statement: /^listen paseo_version|insert into version/,
        remedy: "leave it out: nothing that is answered rests on it",
      },
    ],
  },
  {
    name: "table lock",
    pattern: /\block table\b/,
    citus: "not looked up",
    yugabyte: "the weakest mode alone",
    uses: [
      {
        file: "dropped-years.ts",
        statement: /lock table event/,
        remedy: "a mark in `counter` that bookings and imports heed, then the drop at a quiet hour",
      },
    ],
  },
  {
    name: "tables made and dropped in a transaction",
    pattern: /\b(?:create|drop|alter) table\b/,
    citus: "yes, on every shard at once; an attached year is distributed with it",
    yugabyte: "early access, off unless set; without it each commits by itself",
    uses: [
      {
        file: "event-years.ts",
        statement: /create table "event_|alter table event attach/,
        remedy: "years made ahead, by a command",
      },
      {
        file: "dropped-years.ts",
        statement: /drop table "event_/,
        remedy: "the drop after its marks are committed; done again where it failed",
      },
      {
        file: "migrate.ts",
        statement: /create table if not exists migration/,
        remedy: "a migration of its own for each engine, run by hand",
      },
    ],
  },
  {
    name: "writing part of a statement",
    pattern: writingPart,
    citus: "an insert is run apart and its rows carried over; not pushed to the shard",
    yugabyte: "yes",
    uses: [
      {
        file: "orders.ts",
        statement: /prepared place-order/,
        remedy: "two statements in one transaction: take the places where there are enough, then write the order",
      },
      {
        file: "publishing.ts",
        statement: /with gone as \(\s*select|with item_price as|with counter_before as|with changed as \(\s*select/,
        remedy: split,
      },
      { file: "catalogue-events.ts", statement: /insert into event_price_past/, remedy: split },
      { file: "product-sources.ts", statement: /insert into product_source_past/, remedy: split },
      { file: "callbacks.ts", statement: /prepared record-delivery/, remedy: split },
      { file: "versions.ts", statement: /prepared publish /, remedy: asItIs },
      { file: "rates.ts", statement: /with kept as \(\s*update currency/, remedy: split },
      { file: "scale.ts", statement: null, remedy: "for measuring only" },
    ],
  },
  {
    name: "rows locked",
    pattern: /\bfor update\b/,
    citus: "of one shard alone, named by its column",
    yugabyte: "yes, under read committed with wait queues",
    uses: [
      { file: "versions.ts", statement: /from counter for update/, remedy: asItIs },
      { file: "dropped-years.ts", statement: /select 1 from counter for update/, remedy: asItIs },
      {
        file: "catalogue.ts",
        statement: /external_id = .*for update/s,
        remedy: "nothing: the import's lock holds other writers off",
      },
      { file: "catalogue-events.ts", statement: /for update of e/, remedy: perProduct },
      {
        file: "order-changes.ts",
        statement: /from orders where id = \$1 for update|capacity_left as before/,
        remedy: "`and product_id = …`",
      },
      { file: "callbacks.ts", statement: /prepared claim-callback/, remedy: "`and product_id = …`" },
      { file: "personal-data.ts", statement: /for update of o skip locked/, remedy: perProduct },
      { file: "sweep.ts", statement: /with swept as/, remedy: perProduct },
      { file: "partners.ts", statement: /from partner where .* for update/, remedy: asItIs },
      { file: "operators.ts", statement: null, remedy: asItIs },
      { file: "suppliers.ts", statement: null, remedy: asItIs },
      { file: "sealing.ts", statement: null, remedy: asItIs },
      { file: "scale.ts", statement: null, remedy: "for measuring only" },
    ],
  },
  {
    name: "stable function of columns in a write",
    wide: true,
    pattern:
      /\b(?:update|insert into) (?:product|product_state|event|item|orders)\b.*\b(?:concat_ws|to_char|jsonb_build_object|jsonb_build_array|to_jsonb)\(/s,
    citus: "none",
    yugabyte: "yes",
    uses: [
      { file: "publishing.ts", statement: /with item_price as|with counter_before as/, remedy: noHash },
      {
        file: "catalogue.ts",
        statement: /insert into product as p/,
        remedy: "the import has the former search and writes it as a value",
      },
      { file: "scale.ts", statement: null, remedy: "for measuring only" },
    ],
  },
  {
    name: "query within a conflict's update",
    wide: true,
    pattern: /\bon conflict\b.*\bdo update\b.*\(\s*select\b/s,
    citus: "none",
    yugabyte: "yes",
    uses: [
      {
        file: "catalogue-events.ts",
        statement: /insert into event as e/,
        remedy: "places sold are counted before, under the row's lock, and written as values",
      },
    ],
  },
  {
    name: "grouping sets",
    pattern: /\bgrouping sets\b/,
    citus: "of one shard alone",
    yugabyte: "yes",
    uses: [
      {
        file: "dashboard.ts",
        statement: /'eventvalidate'/,
        remedy: "sums by day and partner from the shards; the rest of them in the process",
      },
      { file: "dashboard-health.ts", statement: /grouping sets \(\(\)\)/, remedy: "likewise" },
    ],
  },
  {
    name: "lateral",
    pattern: /\blateral\b/,
    citus: "along the distribution column alone, and without a limit",
    yugabyte: "yes, row by row",
    uses: [
      {
        file: "product-list.ts",
        statement: null,
        remedy: "the page of products first, then their events with `product_id = any`",
      },
      { file: "change-effects.ts", statement: null, remedy: "likewise" },
      { file: "delivery-list.ts", statement: null, remedy: "the page of callbacks first, then their attempts" },
      { file: "rates.ts", statement: null, remedy: asItIs },
      { file: "dashboard-health.ts", statement: null, remedy: asItIs },
    ],
  },
  {
    name: "sequence",
    pattern: /\bnextval\b/,
    citus: "from the coordinator as ever; from other nodes numbers with the node's own in front",
    yugabyte: "a trip for each number without a cache; with one, numbers out of order",
    uses: [
      { file: "orders.ts", statement: /prepared place-order/, remedy: "stays: the number is a reference, not a count" },
    ],
  },
];

/** A statement without its comments and texts, in lower case. */
export const bare = (text: string): string =>
  text
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/--.*$/gm, "")
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase();

/** The table of docs/scale.md. */
export const featureTable = (): string =>
  [
    ["What", "Citus", "YugabyteDB", "Where, and instead"],
    ["---", "---", "---", "---"],
    ...features
      .filter(({ uses }) => uses.length > 0)
      .map(({ name, citus, yugabyte, uses }) => [
        name,
        citus,
        yugabyte,
        uses.map(({ file, remedy }) => `\`${file}\`: ${remedy}`).join("<br>"),
      ]),
  ]
    .map((cells) => `| ${cells.join(" | ")} |\n`)
    .join("");
