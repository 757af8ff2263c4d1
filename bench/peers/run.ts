import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cloneDatabase, emptyDatabase, startPostgres } from "../../packages/service/test/support/servers/postgres.ts";
import { amount } from "../amount.ts";
import { productsFor } from "../parts/cold.ts";
import { between, page as document } from "../results/draw.ts";
import { commit } from "../results/results.ts";
import { figure, printRows, type Row, rowOf } from "../results/row.ts";
import { postText } from "../traffic/buyable.ts";
import { inTurn, load } from "../traffic/load.ts";
import { type Ours, order as orderOurs, startOurs } from "./ours.ts";
import { indexPage, order as orderTheirs, productPage, startVendure, type Vendure } from "./vendure.ts";

/**
 * `npm run bench:peers`: Paseo and Vendure side by side on one PostgreSQL, Vendure from the npm registry. Writes
 * bench/peers.json and the table of docs/explanation/performance.md. `--seconds N` is a trial with one short round and stores
 * nothing.
 */

const products = 300;
const buyers = 100;
const boatBuyers = 200;
const seats = 20;
const clients = 16;
const { values: options } = parseArgs({ options: { seconds: { type: "string" } } });
const isTry = options.seconds !== undefined;
const pace = isTry ? { rounds: 1, seconds: amount(options.seconds!) } : { rounds: 3, seconds: 4 };

const octomock =
  "octomock, the reference mock of OCTO, is left out: it is not in the npm registry, whose `octomock` is another program.";

interface Peers {
  date: string;
  commit: string | null;
  node: string;
  vendure: string;
  products: number;
  rows: Row[];
  /** Outcomes when `buyers` order one of the `seats` seats at the same time. */
  rush: Rushes;
  /**
   * The same measurement for three products with one boat. Vendure has no stock that products share: its buyers order one
   * product.
   */
  boat: Rushes;
}

interface Rushes {
  buyers: number;
  seats: number;
  ours: Rush;
  vendure: Rush;
}

interface Rush {
  sold: number;
  refused: number;
  /** A server error, or no answer. */
  failed: number;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "paseo-bench-peers-"));
  const postgres = await startPostgres();
  try {
    console.log("Installing Vendure and filling it …");
    await mkdir(join(folder, "vendure"));
    const vendure = await startVendure(join(folder, "vendure"), (await emptyDatabase(postgres.url)).url, products);
    const ours = await startOurs((await cloneDatabase(postgres.url)).url, products, seats);
    try {
      const peers = await measure(ours, vendure);
      printRows(peers.rows);
      console.log(`${rushLines(peers)}\n${octomock}`);
      if (!isTry) await keep(peers);
    } finally {
      await vendure.stop();
      await ours.stop();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(ours: Ours, vendure: Vendure): Promise<Peers> {
  // Its first two products have the scarce seats. If the limit were not enforced, overselling would prove nothing.
  for (const product of [1, 2])
    if (await orderTheirs(vendure.port, product, seats + 1, `control-${product}`))
      throw new Error("Vendure sold more than it has");
  const { port, scarce, boat } = ours;
  return {
    date: new Date().toISOString(),
    commit: await commit(),
    node: process.version,
    vendure: vendure.version,
    products,
    rows: [...(await pageRows(ours, vendure)), await orderRow(ours, vendure)],
    rush: {
      buyers,
      seats,
      ours: await rush(buyers, () => orderOurs(port, scarce.id, 1)),
      vendure: await rush(buyers, (n) => orderTheirs(vendure.port, 1, 1, `scarce-${n}`)),
    },
    boat: {
      buyers: boatBuyers,
      seats,
      ours: await rush(boatBuyers, (n) => orderOurs(port, boat.events[n % boat.events.length]!, 1, boat.apiKey)),
      vendure: await rush(boatBuyers, (n) => orderTheirs(vendure.port, 2, 1, `boat-${n}`)),
    },
  };
}

/** Pages of a hundred products, cached and uncached, compared with both ways in which Vendure lists them. */
async function pageRows(ours: Ours, vendure: Vendure): Promise<Row[]> {
  let next = 0;
  const pages = products / 100;
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\n\r\n`;
  const shop = (query: string) => postText("/shop-api", JSON.stringify({ query }));
  const rate = (port: number, request: () => string) => (seconds: number) =>
    load({ port, connections: clients, seconds, request }, "HTTP/1.1 200");
  const rows: Row[] = [];
  for (const [name, path] of [
    ["cached", () => "/api/products"],
    ["cold", () => productsFor(pages + next++, pages)],
  ] as const) {
    for (const [against, query] of [
      ["Vendure's products", productPage],
      ["Vendure's search index", indexPage],
    ] as const) {
      const text = shop(query);
      const rates = await inTurn(
        pace,
        rate(vendure.port, () => text),
        rate(ours.port, () => get(path())),
      );
      rows.push(rowOf({ name: `page of 100 products, ${name}`, unit: "pages/s", against, goal: null }, rates));
    }
  }
  return rows;
}

/** Both use two requests. The run ends if an order cannot be placed. */
async function orderRow(ours: Ours, vendure: Vendure): Promise<Row> {
  const rates = await inTurn(
    pace,
    looped((n) => orderTheirs(vendure.port, 3 + (n % (products - 2)), 2, `${process.pid}-${n}`)),
    looped((n) => orderOurs(ours.port, ours.buyable[n % ours.buyable.length]!.id, 2)),
  );
  return rowOf({ name: `orders, ${clients} buyers`, unit: "orders/s", against: "Vendure", goal: null }, rates);
}

/** Each client sends its next order as soon as its last order is placed. */
function looped(order: (n: number) => Promise<boolean>): (seconds: number) => Promise<number> {
  let n = 0;
  return async (seconds) => {
    const startedAt = performance.now();
    let done = 0;
    const client = async () => {
      while (performance.now() - startedAt < seconds * 1000) {
        if (!(await order(n++))) throw new Error("an order was not placed");
        done++;
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return done / ((performance.now() - startedAt) / 1000);
  };
}

/** All at the same time. */
async function rush(buyers: number, order: (n: number) => Promise<boolean>): Promise<Rush> {
  const all = await Promise.allSettled(Array.from({ length: buyers }, (_, n) => order(n)));
  const failures = all.filter(({ status }) => status === "rejected");
  const sold = all.filter((one) => one.status === "fulfilled" && one.value).length;
  if (sold === 0) throw new Error("nobody was sold anything", { cause: failures[0] });
  return { sold, refused: all.length - sold - failures.length, failed: failures.length };
}

function rushLines({ rush, boat }: Peers): string {
  const described = ({ sold, refused, failed }: Rush) => `sold ${sold}, refused ${refused} and failed ${failed} times`;
  const results = ({ ours, vendure }: Rushes) => `Paseo ${described(ours)}; Vendure ${described(vendure)}.`;
  return [
    `${rush.buyers} buyers at once, ${rush.seats} seats: ${results(rush)}`,
    `${boat.buyers} buyers at once, three products with one boat of ${boat.seats} seats: ${results(boat)} Vendure has no stock that products share, so its buyers order one product.`,
  ].join("\n\n");
}

async function keep(peers: Peers): Promise<void> {
  await writeFile(new URL("../peers.json", import.meta.url), `${JSON.stringify(peers, null, 2)}\n`);
  const { rows, vendure, node, date, commit } = peers;
  const lines = rows.map(
    (row) =>
      `| ${row.name} | ${figure(row.ours)} ${row.unit} | ${row.against}: ${figure(row.reference)} | ${row.ratio.toFixed(1)} |`,
  );
  const words = [
    `Vendure ${vendure}, ${products} products on each side, one PostgreSQL, Node ${node.slice(1)}; ${date.slice(0, 10)}; commit ${commit ?? "none"}.`,
    ["| | Paseo | Vendure | Ratio |", "|---|---|---|---|", ...lines].join("\n"),
    rushLines(peers),
  ];
  await writeFile(document, between(await readFile(document, "utf8"), "peers", words.join("\n\n")));
}

await main();
process.exit(0);
