import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Structural rules that a program can check: layers, cycles, access to the environment, sizes of files and folders. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const service = "packages/service/src";

/** Files that may be longer than 450 lines, each with its reason. */
const longFiles: Record<string, string> = {
  "packages/service/src/store/database/migrations/0001_schema_1.sql": "the whole schema, to be read from top to bottom",
  "packages/contract/src/schemas.ts": "every shape that travels, in the order of the contract's tables",
};

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
}

/** Runs the rules of .dependency-cruiser.cjs over the sources below a folder. */
async function violations(folder: string): Promise<Violation[]> {
  const program = join(root, "node_modules/.bin/depcruise");
  const paths = await Array.fromAsync(glob("packages/*/src", { cwd: folder }));
  const run = promisify(execFile)(
    program,
    ["--config", ".dependency-cruiser.cjs", "--output-type", "json", ...paths.sort()],
    { cwd: folder, maxBuffer: 256 * 1024 * 1024 },
  );
  // Its exit code is the number of errors.
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const { summary } = JSON.parse(stdout) as { summary: { violations: Violation[]; totalDependenciesCruised: number } };
  assert.ok(summary.totalDependenciesCruised > 0, "dependencies were found");
  return summary.violations;
}

test("imports follow the layers, without a cycle", async () => {
  assert.deepEqual(
    (await violations(root)).map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`),
    [],
  );
});

test("the rules find each forbidden import, of values and of types", async () => {
  const wrong: [rule: string, file: string, source: string][] = [
    ["store-below-domain", `${service}/store/orders/a.ts`, 'import { totalUsd } from "../../domain/selling/money.ts";'],
    ["store-below-domain", `${service}/store/orders/b.ts`, 'import type { Usd } from "../../domain/selling/money.ts";'],
    ["store-below-domain", `${service}/store/orders/c.ts`, 'export * from "../../domain/selling/money.ts";'],
    ["domain-below-http", `${service}/domain/orders/a.ts`, 'import type { Query } from "../../web/query.ts";'],
    ["domain-below-http", `${service}/domain/orders/b.ts`, 'const { query } = await import("../../web/query.ts");'],
    ["suppliers-below-domain", `${service}/suppliers/a.ts`, 'import type { Usd } from "../domain/selling/money.ts";'],
    ["payments-below-domain", `${service}/payments/a.ts`, 'import type { Usd } from "../domain/selling/money.ts";'],
    ["nothing-imports-the-top", `${service}/jobs/a.ts`, 'import type { App } from "../app.ts";'],
    ["http-above-domain", `${service}/http/a.ts`, 'import { publish } from "../store/publishing/publishing.ts";'],
    ["sql-in-store", `${service}/http/b.ts`, 'import { sql } from "kysely";'],
    [
      "selling-is-pure",
      `${service}/domain/selling/a.ts`,
      'import { publish } from "../../store/publishing/publishing.ts";',
    ],
    ["records-are-pure", `${service}/records/a.ts`, 'import { orders } from "../store/orders/holds.ts";'],
    ["records-are-pure", `${service}/records/b.ts`, 'import { readFile } from "node:fs/promises";'],
    ["store-has-sql", `${service}/store/orders/d.ts`, 'import { codes } from "@paseo/contract";'],
    ["catalogue-in-order", `${service}/store/catalogue/a.ts`, 'import { orders } from "../orders/holds.ts";'],
    ["orders-in-order", `${service}/domain/orders/c.ts`, 'import { edit } from "../import/edits.ts";'],
    ["visits-in-order", `${service}/domain/visits/a.ts`, 'import type { Hold } from "../../store/orders/holds.ts";'],
    ["database-in-order", `${service}/store/database/a.ts`, 'import { orders } from "../orders/holds.ts";'],
    ["capabilities-are-listed", `${service}/domain/statistics/a.ts`, 'import { edit } from "../import/edits.ts";'],
    ["contract-is-shared", "packages/contract/src/a.ts", 'import { readFile } from "node:fs/promises";'],
    [
      "packages-meet-in-exports",
      "packages/console/src/a.ts",
      'import { totalUsd } from "../../service/src/domain/selling/money.ts";',
    ],
    ["partner-packages", "packages/mirror/src/a.ts", 'import { a } from "../../service/src/app.ts";'],
    ["client-is-small", "packages/conform/src/a.ts", 'import pg from "pg";'],
    ["no-cycle", `${service}/domain/editing/a.ts`, 'import type { B } from "./b.ts";'],
    ["declared-dependencies", `${service}/domain/editing/d.ts`, 'import { createCanvas } from "@napi-rs/canvas";'],
  ];
  const targets: [file: string, source: string][] = [
    [`${service}/domain/selling/money.ts`, "export const totalUsd = 1;\nexport type Usd = number;\n"],
    [`${service}/web/query.ts`, "export const query = 1;\nexport type Query = string;\n"],
    [`${service}/app.ts`, "export type App = string;\n"],
    [`${service}/store/publishing/publishing.ts`, "export const publish = 1;\n"],
    [`${service}/store/orders/holds.ts`, "export const orders = 1;\nexport type Hold = number;\n"],
    [`${service}/domain/import/edits.ts`, "export const edit = 1;\n"],
    [`${service}/domain/editing/b.ts`, 'import type { A } from "./a.ts";\nexport type B = A;\n'],
  ];
  const folder = await mkdtemp(join(tmpdir(), "paseo-rules-"));
  try {
    for (const [file, source] of [...targets, ...wrong.map(([, file, source]) => [file, `${source}\n`] as const)]) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), source);
    }
    for (const file of [".dependency-cruiser.cjs", "package.json", "packages/service/package.json"])
      await cp(join(root, file), join(folder, file));
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    const found = await violations(folder);
    for (const [rule, file] of wrong)
      assert.ok(
        found.some((one) => one.rule.name === rule && one.from === file),
        `${rule} finds ${file}`,
      );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function filesIn(pattern: string): Promise<Map<string, string>> {
  const paths = (await Array.fromAsync(glob(pattern, { cwd: root }))).filter((path) => !path.includes("node_modules"));
  return new Map(
    await Promise.all(paths.sort().map(async (path) => [path, await readFile(join(root, path), "utf8")] as const)),
  );
}

const sources = await filesIn("packages/service/src/**/*.ts");

test("only config.ts reads the environment, which the program passes to it", () => {
  const ofService = [...sources].filter(([path]) => path.startsWith(service));
  const linesWith = (text: RegExp) =>
    ofService.flatMap(([path, source]) => [...source.matchAll(text)].map(([line]) => `${path}: ${line.trim()}`));
  assert.deepEqual(linesWith(/^.*process\.env.*$/gm), []);
  const readers = linesWith(/^.*\breadConfig\(.*$/gm).filter((line) => !line.includes("function "));
  assert.ok(readers.length > 0);
  for (const reader of readers) assert.match(reader, new RegExp(`^${service}/commands/`));
});

/** Folders that may hold more than 20 files, each with its reason. */
const largeFolders: Record<string, string> = {
  "packages/service/src/store/database/migrations": "A migration never moves: its name is what the store remembers.",
};

test("no folder has more than 20 files without a reason", async () => {
  const own = await filesIn("{packages/*/{src,test},bench,ordeal}/**/*.{ts,tsx,sql}");
  const counts = new Map<string, number>();
  for (const path of own.keys()) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  const large = [...counts].filter(([, count]) => count > 20).map(([path, count]) => `${path}: ${count}`);
  assert.deepEqual(
    large.filter((line) => !(line.split(":")[0]! in largeFolders)),
    [],
  );
});

test("no file of code is longer than 450 lines without a reason", async () => {
  const own = await filesIn("{packages/*/{src,scripts},scripts,bench,ordeal}/**/*.{ts,sql}");
  for (const path of own.keys()) if (path.includes("/generated/")) own.delete(path);
  const long = [...own].filter(([, source]) => source.split("\n").length > 451).map(([path]) => path);
  assert.deepEqual(
    long.filter((path) => !(path in longFiles)),
    [],
  );
  assert.deepEqual(
    Object.keys(longFiles).filter((path) => !own.has(path)),
    [],
  );
});

test("migrations are numbered without gaps", async () => {
  const names = [...(await filesIn(`${service}/store/database/migrations/*`)).keys()].map(
    (path) => path.split("/").at(-1)!,
  );
  assert.ok(names.length > 0);
  for (const [index, name] of names.entries()) {
    assert.match(name, /^\d{4}_[a-z0-9_]+\.sql$/);
    assert.equal(Number(name.slice(0, 4)), index + 1, name);
  }
});

/** These files may use the time zone of their process: the browser shows instants in the zone of its operator. */
const ownZone = new Set(["packages/console/src/format/days.ts", "packages/console/src/format/formats.ts"]);
/** Patterns of calls that read or write a date in the time zone of the process. */
const inOwnZone: RegExp[] = [
  /\.(?:get|set)(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds)\(|\.getTimezoneOffset\(/,
  /\.toLocale(?:Date|Time)String\(/,
  /\bnew Date\([^()`"]*,/,
  // A text without `Z`.
  /\b(?:new Date|Date\.parse)\((?:`[^`]*[^`Z]`|"[^"]*[^"Z]")/,
  // Without arguments it names the zone, and writes nothing.
  /\bIntl\.DateTimeFormat\((?!\))(?!.*timeZone)/,
];

const readsOwnZone = (source: string): boolean =>
  source.split("\n").some((line) => inOwnZone.some((pattern) => pattern.test(line)));

test("no date depends on the time zone of the process", async () => {
  const paths = await Array.fromAsync(glob("packages/*/src/**/*.{ts,tsx}", { cwd: root }));
  const sources = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(root, path), "utf8")] as const),
  );
  const found = sources.filter(([path, source]) => !ownZone.has(path) && readsOwnZone(source));
  assert.deepEqual(
    found.map(([path]) => path),
    [],
  );
  for (const source of [
    "at.getDay()",
    "at.toLocaleDateString()",
    "new Date(year, 0, 1)",
    "new Date(`2026-06-16T00:00`)",
    'Date.parse("2026-06-16T20:00")',
    'new Intl.DateTimeFormat("es", { dateStyle: "long" })',
  ])
    assert.ok(readsOwnZone(source), source);
  for (const source of [
    "at.getUTCDay()",
    "new Date(Date.UTC(year, 0, 1))",
    "new Date(`2026-06-16T00:00Z`)",
    'new Intl.DateTimeFormat("es", { dateStyle: "long", timeZone })',
    "Intl.DateTimeFormat().resolvedOptions()",
  ])
    assert.ok(!readsOwnZone(source), source);
});
