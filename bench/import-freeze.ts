import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { daysOn } from "../packages/service/test/concurrency/booking.ts";
import { inline, workbook } from "../packages/service/test/support/samples/workbook.ts";
import { cloneDatabase, startPostgres } from "../packages/service/test/support/servers/postgres.ts";
import { memoryOf, startServing } from "./process/service.ts";
import { prepareUploads, signIn } from "./stores/uploads.ts";

/**
 * Imports 20 MB of XLSX and of CSV, and a product with 100,000 events, each first as a dry run, while `/healthz` is called ten
 * times per second. `node bench/import-freeze.ts [NAME]`. Goals: every answer of /healthz within 250 ms, and memory below 600
 * MB.
 */
const goals = { healthMs: 250, megabytes: 600 };
const products = 200;
/** The greatest number of rows that an XLSX file may have. */
const rows = { xlsx: 200_000, csv: 167_000, one: 100_000 };

const headings = "product,name,item,date,time,availability,capacity,currency,price ADULT".split(",");
const row = (product: string, letters: number, date: string, time: string): string[] => [
  product,
  // Random letters, which cannot be compressed.
  randomBytes(letters).toString("base64"),
  `${product}-seat`,
  date,
  time,
  "available",
  "30",
  "EUR",
  "45.50",
];
const two = (n: number) => String(n).padStart(2, "0");
/** Different events of all products alternately. */
const spread = (count: number, letters: number) =>
  Array.from({ length: count }, (_, n) => {
    const at = Math.floor(n / products);
    return row(`show-${n % products}`, letters, daysOn(3 + Math.floor(at / 12)), `${two(8 + (at % 12))}:00`);
  });
/** An event per minute. */
const ofOne = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    row("one", 45, daysOn(3 + Math.floor(n / 1440)), `${two(Math.floor(n / 60) % 24)}:${two(n % 60)}`),
  );
const xlsx = (table: string[][]) => ({
  type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  bytes: workbook(
    [headings, ...table].map((cells) => `<row>${cells.map((cell) => inline(cell)).join("")}</row>`).join(""),
  ),
});
const csv = (table: string[][]) => ({
  type: "text/csv",
  bytes: Buffer.from([headings, ...table].map((cells) => cells.join(",")).join("\n")),
});
const files: Record<keyof typeof rows, () => { type: string; bytes: Buffer }> = {
  xlsx: () => xlsx(spread(rows.xlsx, 90)),
  // Another capacity, so that every event changes.
  csv: () => csv(spread(rows.csv, 45).map((cells) => cells.with(6, "40"))),
  one: () => csv(ofOne(rows.one)),
};

const postgres = await startPostgres();
try {
  const { url } = await cloneDatabase(postgres.url);
  const names = ["one", ...Array.from({ length: products }, (_, n) => `show-${n}`)];
  const token = await prepareUploads({ DATABASE_URL: url }, names);
  const service = await startServing({ DATABASE_URL: url });
  const at = `http://127.0.0.1:${service.port}`;
  const operator = await signIn(at, token);
  const idle = watchHealth(at, service.pid);
  await setTimeout(5000);
  const { slowest: noise } = await idle.stop();
  console.log(`idle: /healthz slowest ${noise.toFixed(0)} ms`);
  let missed = false;
  for (const [name, make] of Object.entries(files)) {
    if (process.argv[2] && name !== process.argv[2]) continue;
    const { type, bytes } = make();
    for (const query of ["?dryRun=true", ""]) {
      const health = watchHealth(at, service.pid);
      const startedAt = performance.now();
      const answer = await fetch(`${at}/admin/api/events/import${query}`, {
        method: "POST",
        headers: { ...operator, "content-type": type },
        body: new Uint8Array(bytes),
      });
      const text = await answer.text();
      const seconds = (performance.now() - startedAt) / 1000;
      const { slowest, calls, megabytes } = await health.stop();
      const met = answer.status === 200 && slowest <= goals.healthMs && megabytes <= goals.megabytes;
      missed ||= !met;
      console.log(
        `${name}${query} ${(bytes.length / 1e6).toFixed(1)} MB, ${rows[name as keyof typeof rows]} rows: ${answer.status} in ${seconds.toFixed(1)} s; /healthz slowest ${slowest.toFixed(0)} ms of ${calls}; memory ${megabytes.toFixed(0)} MB${met ? "" : " — MISSED"}`,
      );
      if (answer.status !== 200) console.log(text.slice(0, 500));
    }
  }
  await service.stop();
  process.exitCode = missed ? 1 : 0;
} finally {
  await postgres.stop();
}

/** Calls /healthz ten times per second, whether or not the call before has been answered. */
function watchHealth(at: string, pid: number) {
  let slowest = 0;
  let calls = 0;
  let peak = 0;
  let watching = true;
  const open = new Set<Promise<void>>();
  const watch = (async () => {
    while (watching) {
      const startedAt = performance.now();
      const call: Promise<void> = fetch(`${at}/healthz`)
        .then((answer) => answer.text())
        .then(() => {
          calls++;
          slowest = Math.max(slowest, performance.now() - startedAt);
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
