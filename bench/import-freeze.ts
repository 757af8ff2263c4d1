import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { importCatalogue } from "../packages/service/src/domain/editing/import/import.ts";
import { inviteOperator } from "../packages/service/src/domain/operators/operators.ts";
import { openServer } from "../packages/service/src/store/database/database.ts";
import { daysOn } from "../packages/service/test/concurrency/booking.ts";
import { show, testCatalogue, variant } from "../packages/service/test/support/samples/catalogue.ts";
import { inline, workbook } from "../packages/service/test/support/samples/workbook.ts";
import { cloneDatabase, startPostgres } from "../packages/service/test/support/servers/postgres.ts";
import { memoryOf, startServing } from "./service.ts";

/**
 * Imports 20 MB of XLSX and of CSV, each first as a dry run, while `/healthz` is called ten times a second.
 * `node bench/import-freeze.ts [ROWS]`. Goals: no answer of /healthz over 250 ms, and never 600 MB of memory.
 */
const goals = { healthMs: 250, megabytes: 600 };
const products = 200;
const rows = Number(process.argv[2] ?? 155_000);

const headings = "product,name,item,date,time,availability,capacity,currency,price ADULT".split(",");
/** Different events, with a name of random letters, which no packing makes small. */
const cells = (n: number, letters = 45): string[] => {
  const name = `show-${n % products}`;
  const time = `${String(8 + (Math.floor(n / products) % 12)).padStart(2, "0")}:00`;
  return [
    name,
    randomBytes(letters).toString("base64"),
    `${name}-seat`,
    daysOn(3 + Math.floor(n / products / 12)),
    time,
    "available",
    "30",
    "EUR",
    "45.50",
  ];
};
const table = (letters: number) => [headings, ...Array.from({ length: rows }, (_, n) => cells(n, letters))];
const files = {
  xlsx: {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    bytes: workbook(
      table(90)
        .map((row) => `<row>${row.map((cell) => inline(cell)).join("")}</row>`)
        .join(""),
    ),
  },
  csv: {
    type: "text/csv",
    bytes: Buffer.from(
      table(45)
        .map((row) => row.join(","))
        .join("\n")
        .replaceAll(",30,", ",40,"),
    ),
  },
};

const postgres = await startPostgres();
try {
  const { url } = await cloneDatabase(postgres.url);
  const database = openServer(url);
  await importCatalogue(
    database.db,
    {
      ...testCatalogue,
      products: Array.from({ length: products }, (_, n) =>
        variant(show, { externalId: `show-${n}` }, { externalId: `show-${n}-seat`, schedules: [] }),
      ),
    },
    { now: new Date() },
  );
  const invited = await database.db
    .transaction()
    .execute((tx) =>
      inviteOperator(tx, { email: "bench@example.com", name: "Bench", role: "catalogue", lang: "en" }, new Date()),
    );
  await database.close();
  const service = await startServing({ DATABASE_URL: url });
  const at = `http://127.0.0.1:${service.port}`;
  const headers = { "x-paseo-console": "1", "content-type": "application/json" };
  const accepted = await fetch(`${at}/admin/api/invitations/${invited!.token}`, {
    method: "POST",
    headers,
    body: JSON.stringify({ password: randomBytes(12).toString("hex") }),
  });
  const cookie = accepted.headers.get("set-cookie")!.split(";")[0]!;
  const idle = watchHealth(at, service.pid);
  await setTimeout(5000);
  const { slowest: noise } = await idle.stop();
  console.log(`idle: /healthz slowest ${noise.toFixed(0)} ms`);
  let missed = false;
  for (const [format, { type, bytes }] of Object.entries(files))
    for (const query of ["?dryRun=true", ""]) {
      const health = watchHealth(at, service.pid);
      const begun = performance.now();
      const answer = await fetch(`${at}/admin/api/events/import${query}`, {
        method: "POST",
        headers: { ...headers, cookie, "content-type": type },
        body: new Uint8Array(bytes),
      });
      const text = await answer.text();
      const seconds = (performance.now() - begun) / 1000;
      const { slowest, calls, megabytes } = await health.stop();
      const met = answer.status === 200 && slowest <= goals.healthMs && megabytes <= goals.megabytes;
      missed ||= !met;
      console.log(
        `${format}${query} ${(bytes.length / 1e6).toFixed(1)} MB, ${rows} rows: ${answer.status} in ${seconds.toFixed(1)} s; /healthz slowest ${slowest.toFixed(0)} ms of ${calls}; memory ${megabytes.toFixed(0)} MB${met ? "" : " — MISSED"}`,
      );
      if (answer.status !== 200) console.log(text.slice(0, 500));
    }
  await service.stop();
  process.exitCode = missed ? 1 : 0;
} finally {
  await postgres.stop();
}

/** Calls /healthz ten times a second, each on time whatever became of the one before. */
function watchHealth(at: string, pid: number) {
  let slowest = 0;
  let calls = 0;
  let peak = 0;
  let watching = true;
  const open = new Set<Promise<void>>();
  const watch = (async () => {
    while (watching) {
      const begun = performance.now();
      const call: Promise<void> = fetch(`${at}/healthz`)
        .then((answer) => answer.text())
        .then(() => {
          calls++;
          slowest = Math.max(slowest, performance.now() - begun);
        })
        .finally(() => open.delete(call));
      open.add(call);
      peak = Math.max(peak, (await memoryOf(pid))?.resident ?? 0);
      await setTimeout(100);
    }
    await Promise.all(open);
  })();
  return {
    stop: async () => {
      watching = false;
      await watch;
      return { slowest, calls, megabytes: peak / 1e6 };
    },
  };
}
