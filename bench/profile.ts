import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { demoKey } from "../packages/service/src/domain/partners/keys.ts";
import { eventsTo } from "./parts/cold.ts";
import { type CpuProfile, type Shares, sharesOf } from "./process/cpu-profile.ts";
import { startServing } from "./process/service.ts";
import { between, page } from "./results/draw.ts";
import { openStores, within } from "./stores/stores.ts";
import { askJson } from "./traffic/ask.ts";
import { findBuyable, postText } from "./traffic/buyable.ts";
import { load } from "./traffic/load.ts";

/**
 * `npm run bench:profile`: where the paths that partners use most spend their time, on PostgreSQL. Writes it into
 * docs/explanation/performance.md.
 */

const seconds = 8;
const connections = 32;
const shown = 12;

interface Path {
  title: string;
  /** The n-th request for a service on this port. */
  requests: (port: number) => Promise<(n: number) => string>;
}

const get = (path: string, more = "") =>
  `GET ${path} HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\n${more}\r\n`;

/** Uncached pages of events. */
const eventPages = (more?: string) => async (port: number) => {
  const { totalPages } = await askJson<{ totalPages: number }>(port, "/api/events");
  return (n: number) => get(eventsTo(n, totalPages), more);
};

const paths: Path[] = [
  { title: "A cached page (products, JSON)", requests: async () => () => get("/api/products") },
  { title: "An uncached page (events, JSON)", requests: eventPages() },
  { title: "A page of a full read (events, JSON, gzip)", requests: eventPages("Accept-Encoding: gzip\r\n") },
  {
    title: "A validation (`eventvalidate`, JSON)",
    requests: async (port) => {
      const buyable = await findBuyable(port, 300);
      return (n) => postText("/api/es/eventvalidate", buyable[n % buyable.length]!.body);
    },
  },
  {
    title: "An order (`eventbook`, JSON)",
    requests: async (port) => {
      const buyable = await findBuyable(port, 300);
      return (n) => {
        const { body, totalUsd } = buyable[n % buyable.length]!;
        const order = { ...buyer, ...JSON.parse(body), totalUsd: { currencyCode: "USD", value: totalUsd } };
        return postText("/api/es/eventbook", JSON.stringify({ ...order, externalReference: `profile-${n}` }));
      };
    },
  },
];

const buyer = { apiKey: demoKey, email: "guest@example.com", phoneNumber: "+34 600 000 000", remoteHost: "192.0.2.1" };

const stores = await openStores(0);
try {
  const env = await stores.server();
  await within(env, ({ db }) =>
    sql`update event set capacity = 1000000, capacity_left = 1000000 where capacity is not null`.execute(db),
  );
  const texts: string[] = [];
  for (const path of paths) texts.push(await profile(path, env));
  await writeFile(page, between(await readFile(page, "utf8"), "profiles", texts.join("\n\n")));
  console.log(texts.join("\n\n"));
} finally {
  await stores.close();
}
process.exit(0);

async function profile({ title, requests }: Path, env: { DATABASE_URL: string }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "paseo-profile-"));
  const service = await startServing(env, ["--cpu-prof", `--cpu-prof-dir=${folder}`, "--cpu-prof-interval=200"]);
  const request = await requests(service.port);
  const { port } = service;
  // Otherwise the compilation of the first requests would be counted.
  await load({ port, connections, seconds: 2, request }, "HTTP/1.1 200");
  const from = monotonic();
  const rate = await load({ port, connections, seconds, request: (n) => request(n + 1_000_000) }, "HTTP/1.1 200");
  const until = monotonic();
  await service.stop();
  const [file] = (await readdir(folder)).filter((name) => name.endsWith(".cpuprofile"));
  const shares = sharesOf(JSON.parse(await readFile(join(folder, file!), "utf8")) as CpuProfile, from, until);
  await rm(folder, { recursive: true });
  return table(`**${title}**: ${Math.round(rate).toLocaleString("en")} requests a second under the profiler`, shares);
}

/** Microseconds of the clock that profiles use. */
function monotonic(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

function table(title: string, { idle, owners, functions }: Shares): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const cell = (list: [string, number][], row: number) =>
    list[row] ? `${percent(list[row][1])} | ${list[row][0].replaceAll("|", "\\|")}` : " | ";
  const rows = Array.from({ length: shown }, (_, row) => `| ${cell(owners, row)} | ${cell(functions, row)} |`);
  return [
    `${title}; the process is idle ${percent(idle)} of the time.`,
    "",
    "| | Module | | Function |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}
