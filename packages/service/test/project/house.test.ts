import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** The house rules that a machine can keep: which room imports which, who reads the environment, how long a file grows. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const service = "packages/service/src";

/**
 * Rooms by the start of their path, the longest first, and the rooms whose values each may import. Types may come from
 * anywhere but the three that put things together: a type is gone when the code runs.
 */
const rooms: Record<string, string[] | "everything"> = {
  "packages/contract/src/": ["packages/contract/src/"],
  "packages/client/src/mirror/": ["packages/client/src/mirror/", "packages/client/src/"],
  "packages/client/src/conform/": ["packages/client/src/conform/", "packages/client/src/"],
  "packages/client/src/": ["packages/client/src/"],
  [`${service}/http/`]: [`${service}/http/`, `${service}/domain/`, `${service}/vouchers/`, `${service}/log.ts`],
  [`${service}/admin/`]: [`${service}/admin/`, `${service}/http/`, `${service}/domain/`, `${service}/store/`],
  [`${service}/domain/`]: [`${service}/domain/`, `${service}/store/`, `${service}/outgoing/`],
  [`${service}/suppliers/`]: [`${service}/suppliers/`, `${service}/domain/`, `${service}/outgoing/`],
  [`${service}/outgoing/`]: [`${service}/outgoing/`],
  [`${service}/vouchers/`]: [`${service}/vouchers/`],
  [`${service}/store/`]: [`${service}/store/`],
  [`${service}/jobs/`]: [`${service}/jobs/`, `${service}/domain/`, `${service}/store/`],
  [`${service}/commands/`]: "everything",
  [`${service}/app.ts`]: "everything",
  [`${service}/main.ts`]: "everything",
  [`${service}/config.ts`]: [`${service}/setting.ts`],
  [`${service}/setting.ts`]: [],
  [`${service}/log.ts`]: [],
  [`${service}/metrics.ts`]: [],
  [`${service}/service.ts`]: [],
  "packages/service/demo/": ["packages/service/demo/", `${service}/domain/`],
};
const atTheTop = [`${service}/commands/`, `${service}/app.ts`, `${service}/main.ts`];

/** Packages that belong to one room. */
const packageRooms: Record<string, string> = {
  kysely: `${service}/store/`,
  pg: `${service}/store/`,
  "pg-copy-streams": `${service}/store/`,
  "@electric-sql/pglite": `${service}/store/`,
  "pg-boss": `${service}/store/`,
  otpauth: `${service}/domain/`,
  nodemailer: `${service}/suppliers/`,
  "ipaddr.js": `${service}/outgoing/`,
  pdfkit: `${service}/vouchers/`,
  uqr: `${service}/vouchers/`,
};
const contractPackages = ["typebox", "saxes"];

/** Files that may be longer than 300 lines, each with its reason. */
const longFiles: Record<string, string> = {
  "packages/service/src/config.ts": "every setting is described in one place",
  "packages/contract/src/schemas.ts": "every shape that travels, in the order of the contract's tables",
  "packages/service/test/concurrency/paging/model.ts":
    "the whole catalogue in memory, to walk ten thousand histories of",
  "packages/service/test/concurrency/worker-kill.test.ts": "one load, one killer and what must hold in the end",
  "packages/service/test/wire/story.test.ts":
    "one story from the first list to the last deletion: cut, it would be several",
  "packages/service/test/http/bad-input/bad-parameters.test.ts": "a table of every parameter at and past its bounds",
  "packages/service/test/support/samples/hostile-bodies.ts": "a table of bodies, each with what must be said of it",
  "packages/service/test/editing/import.test.ts": "a table of changes to one catalogue, and what each makes new",
  "packages/service/test/wire/http.test.ts": "HTTP around the bodies, asked of one service that is started once",
};

interface Import {
  from: string;
  specifier: string;
  typeOnly: boolean;
}

function importsOf(path: string, source: string): Import[] {
  const statements = source.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^;"']*?\sfrom\s+)?["']([^"']+)["']/gm);
  const dynamic = source.matchAll(/\bimport\(\s*["']([^"']+)["']/g);
  return [
    ...[...statements].map(([, type, specifier]) => ({ from: path, specifier: specifier!, typeOnly: Boolean(type) })),
    ...[...dynamic].map(([, specifier]) => ({ from: path, specifier: specifier!, typeOnly: false })),
  ];
}

const roomOf = (path: string): string | undefined => Object.keys(rooms).find((room) => path.startsWith(room));

/** A sentence when the import breaks a rule. */
function broken({ from, specifier, typeOnly }: Import): string | undefined {
  const room = roomOf(from);
  if (!room) return `${from} is in no room that this test knows`;
  return specifier.startsWith(".")
    ? brokenArrow(from, room, normalize(join(dirname(from), specifier)), typeOnly)
    : brokenPackage(from, room, specifier, typeOnly);
}

function brokenArrow(from: string, room: string, to: string, typeOnly: boolean): string | undefined {
  const target = roomOf(to);
  const allowed = rooms[room]!;
  if (!target) return `${from} imports ${to}, which is in no room`;
  if (atTheTop.includes(target) && !atTheTop.includes(room)) return `${from} imports ${to}, which is above it`;
  if (target.endsWith("main.ts")) return `${from} imports ${to}, where nothing begins but the command`;
  const sameHouse = from.split("/")[1] === to.split("/")[1];
  if (!sameHouse) return `${from} reaches into the files of another package: ${to}`;
  if (allowed === "everything" || typeOnly || allowed.includes(target)) return undefined;
  return `${from} imports values of ${to}`;
}

function brokenPackage(from: string, room: string, specifier: string, typeOnly: boolean): string | undefined {
  const name = specifier.match(/^(@[^/]+\/)?[^/]+/)![0];
  if (room === "packages/contract/src/" && !contractPackages.includes(name)) return `${from} imports ${specifier}`;
  if (room === "packages/service/demo/" && !typeOnly && name !== "@paseo/contract")
    return `${from} imports ${specifier}`;
  if (room.startsWith("packages/client/") && !["@paseo/contract", "pg"].includes(name) && !name.startsWith("node:"))
    return `${from} imports ${specifier}`;
  const owner = room.startsWith(service) ? packageRooms[name] : undefined;
  if (owner && owner !== room && !typeOnly) return `${from} imports ${specifier}, which belongs to ${owner}`;
  return undefined;
}

async function filesIn(pattern: string): Promise<Map<string, string>> {
  const paths = (await Array.fromAsync(glob(pattern, { cwd: root }))).filter((path) => !path.includes("node_modules"));
  return new Map(
    await Promise.all(paths.sort().map(async (path) => [path, await readFile(join(root, path), "utf8")] as const)),
  );
}

const sources = await filesIn("packages/{contract,service,client}/{src,demo}/**/*.ts");
const imports = [...sources].flatMap(([path, source]) => importsOf(path, source));

test("no import runs the wrong way", () => {
  assert.ok(imports.length > 200, "the imports were found");
  assert.deepEqual(
    imports.flatMap((one) => broken(one) ?? []),
    [],
  );
});

test("an import that runs the wrong way is found, however it is written", () => {
  const wrong: [string, string][] = [
    [`${service}/store/a.ts`, 'import { totalUsd } from "../domain/money.ts";'],
    [`${service}/store/a.ts`, 'import {\n  a,\n  type B,\n} from "../http/query.ts";'],
    [`${service}/domain/a.ts`, 'export * from "../http/query.ts";'],
    [`${service}/domain/a.ts`, 'const { app } = await import("../app.ts");'],
    [`${service}/domain/a.ts`, 'import type { App } from "../app.ts";'],
    [`${service}/domain/a.ts`, 'import "../jobs/sweeps.ts";'],
    [`${service}/http/routes/a.ts`, 'import { readCounter } from "../../store/versions.ts";'],
    [`${service}/http/a.ts`, 'import { sql } from "kysely";'],
    [`${service}/commands/a.ts`, 'import "../main.ts";'],
    ["packages/contract/src/a.ts", 'import { readFile } from "node:fs/promises";'],
    ["packages/contract/src/a.ts", 'import type { Config } from "../../src/config.ts";'],
  ];
  for (const [path, source] of wrong) {
    assert.equal(importsOf(path, source).flatMap((one) => broken(one) ?? []).length, 1, source);
  }
  const right: [string, string][] = [
    [`${service}/store/a.ts`, 'import type { SellableEvent } from "../domain/sellable.ts";'],
    [`${service}/http/routes/a.ts`, 'import type { Counter } from "../../store/versions.ts";'],
    [`${service}/domain/a.ts`, 'import { publish } from "../store/versions.ts";'],
  ];
  for (const [path, source] of right) assert.deepEqual(importsOf(path, source).map(broken), [undefined], source);
});

// Newer builtins exist with the prefix only, and the list has them so.
const unmarked = new Set(builtinModules.filter((name) => !name.startsWith("node:")));

test("what runs is among the dependencies of its package, and builtins are named as such", async () => {
  for (const name of ["contract", "service", "client"]) {
    const { dependencies, peerDependencies } = JSON.parse(
      await readFile(join(root, `packages/${name}/package.json`), "utf8"),
    );
    const used = imports.filter(
      ({ from, specifier }) => from.startsWith(`packages/${name}/`) && !specifier.startsWith("."),
    );
    for (const { from, specifier } of used) {
      assert.ok(!unmarked.has(specifier), `${from} imports ${specifier} without node:`);
      const known =
        specifier.startsWith("node:") ||
        specifier.match(/^(@[^/]+\/)?[^/]+/)![0] in { ...dependencies, ...peerDependencies };
      assert.ok(known, `${from} imports ${specifier}, which packages/${name}/package.json does not name`);
    }
  }
});

test("the environment is read once, by config.ts, which the program hands it to", () => {
  const ofService = [...sources].filter(([path]) => path.startsWith(service));
  const readers = ofService.flatMap(([path, source]) =>
    [...source.matchAll(/^.*process\.env.*$/gm)].map(([line]) => `${path}: ${line.trim()}`),
  );
  assert.ok(readers.length > 0);
  for (const reader of readers)
    assert.match(reader, new RegExp(`^${service}/commands/program\\.ts: .*readConfig\\(process\\.env\\)`));
});

test("no file is longer than 300 lines without a reason", async () => {
  const own = await filesIn("{packages/*/{src,test,scripts,demo},scripts,bench}/**/*.{ts,sql}");
  const long = [...own].filter(([, source]) => source.split("\n").length > 301).map(([path]) => path);
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
  const names = [...(await filesIn(`${service}/store/database/migrations/*`)).keys()].map((path) => path.split("/").at(-1)!);
  assert.ok(names.length > 0);
  for (const [index, name] of names.entries()) {
    assert.match(name, /^\d{4}_[a-z0-9_]+\.sql$/);
    assert.equal(Number(name.slice(0, 4)), index + 1, name);
  }
});
