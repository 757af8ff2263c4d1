import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { operations } from "@paseo/contract";
import Value from "typebox/value";
import { referenceTables, tablePattern } from "../../../../scripts/reference-tables.ts";
import { gygOperations } from "../../src/channels/getyourguide/getyourguide.ts";
import { octoOperations } from "../../src/channels/octo/octo.ts";
import { viatorOperations } from "../../src/channels/viator/viator.ts";
import { flagReasons } from "../../src/domain/dispatch/dispatch-rules.ts";
import { catalogueProblems } from "../../src/domain/editing/catalogue-rules.ts";
import { createMetrics } from "../../src/metrics.ts";
import { CatalogueFile } from "../../src/records/catalogue-file.ts";

/** Compares the documents with the code. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");

const paths = (await Array.fromAsync(glob("{*.md,{docs,packages,bench}/**/*.md}", { cwd: root })))
  .filter((path) => !path.includes("node_modules"))
  .sort();
const pages = new Map(await Promise.all(paths.map(async (path) => [path, await read(path)] as const)));

/** The page without its code, in which brackets have other meanings. */
const prose = (page: string): string => page.replace(/^```.*?^```$/gms, "").replace(/`[^`\n]*`/g, "code");

/** GitHub's anchors of a page's headings. */
const anchors = (page: string): string[] =>
  [...page.replace(/^```.*?^```$/gms, "").matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, "")
      .replaceAll(" ", "-"),
  );

test("every internal link leads to an existing target", () => {
  const links = [...pages].flatMap(([path, page]) =>
    [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => ({ path, target: target! })),
  );
  assert.ok(links.length > 30, "the links were found");
  const broken = links.filter(({ path, target }) => {
    if (/^https?:/.test(target)) return false;
    const [file = "", anchor] = target.split("#");
    const full = file === "" ? path : join(dirname(path), file);
    if (!existsSync(join(root, full))) return true;
    return anchor !== undefined && !anchors(pages.get(full) ?? "").includes(anchor);
  });
  assert.deepEqual(broken, []);
});

/** The output of a command of the project. */
const written = ["bench/results.json", "ordeal/report/report.md"];

test("every file of the project that a document names exists, also in commands and examples", async () => {
  const ours = (await Array.fromAsync(glob("{packages,scripts,bench,ordeal}/**/*.{ts,tsx,sql}", { cwd: root })))
    .filter((path) => !path.includes("node_modules"))
    .map((path) => `/${path}`);
  const absent: { path: string; file: string }[] = [];
  let named = 0;
  for (const [path, page] of pages) {
    // From the project's folder, as in `packages/service/test/project/docs.test.ts`.
    for (const [file] of page.matchAll(
      /(?<![\w./@:-])(?:packages|docs|scripts|bench|ordeal|\.ci)\/[\w@.-]+(?:\/[\w@.-]+)*\b(?![/*…{])/g,
    )) {
      named++;
      const isThere = [root, join(root, dirname(path))].some((from) => existsSync(join(from, file)));
      if (!isThere && !written.includes(file)) absent.push({ path, file });
    }
    // Files are named by the end of their path, such as `http/errors.ts`.
    for (const [file] of page.matchAll(/(?<![\w./@:-])(?:[\w-]+\/)*[\w-]+\.tsx?\b/g)) {
      named++;
      if (!ours.some((own) => own.endsWith(`/${file}`))) absent.push({ path, file });
    }
  }
  assert.ok(named > 50, `${named} files were found`);
  assert.deepEqual(absent, []);
});

test("the index of the documentation links to every page", () => {
  const index = pages.get("docs/README.md")!;
  const unlinked = [...pages.keys()]
    .filter((path) => /^docs\/(tutorial|how-to|reference|explanation)\//.test(path))
    .filter((path) => !index.includes(`](${path.slice("docs/".length)})`));
  assert.deepEqual(unlinked, []);
});

test("every page of the documentation that a source names exists", async () => {
  const sources = await Array.fromAsync(
    glob(["{packages,scripts,bench}/**/*.{ts,tsx,sql}", ".dependency-cruiser.cjs"], { cwd: root }),
  );
  const named = await Promise.all(
    sources
      .filter((path) => !path.includes("node_modules"))
      .map(async (path) =>
        [...(await read(path)).matchAll(/(?<![\w./-])docs\/[\w/-]+\.md/g)].map(([page]) => ({ path, page })),
      ),
  );
  const mentions = named.flat();
  assert.ok(mentions.length > 20, "the mentions were found");
  assert.deepEqual(
    mentions.filter(({ page }) => !pages.has(page)),
    [],
  );
});

for (const [name, { page, table }] of Object.entries(referenceTables))
  test(`the table of ${name} in ${page} matches the code`, () => {
    assert.equal(tablePattern(name).exec(pages.get(page)!)?.[0], table());
  });

test("every setting has a topic", () => {
  const [, topics = ""] = pages.get("docs/reference/settings.md")!.split("## Set by topic");
  const named = [...topics.matchAll(/`([A-Z_]+)(…)?`/g)];
  const settings = [...referenceTables.settings.table().matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name!);
  assert.ok(settings.length > 40);
  assert.deepEqual(
    settings.filter((name) => !named.some(([, one, more]) => (more ? name.startsWith(one!) : name === one))),
    [],
  );
});

test("every flag of an order is explained", () => {
  const page = pages.get("docs/reference/orders.md")!;
  for (const [flag, meaning] of Object.entries(flagReasons))
    assert.ok(page.includes(`| \`${flag}\` | ${meaning.replace(/\.$/, "")} |`), flag);
});

test("the list of metrics matches the service", async () => {
  const metrics = createMetrics();
  metrics.request({ route: "/", method: "GET", status: 200, format: "json" }, 0.001);
  const { body } = await metrics.text();
  const counted = [...body.matchAll(/^# TYPE (paseo_\w+)/gm)].map(([, name]) => name).sort();
  const described = [...(await read("docs/reference/monitoring.md")).matchAll(/^\| `(paseo_\w+)`/gm)]
    .map(([, name]) => name)
    .sort();
  assert.deepEqual(described, counted);
});

test("the README's table matches the contract's operations", async () => {
  const listed = [...(await read("README.md")).matchAll(/^\| `(GET|POST) (\/api\/[^`]+)`/gm)].map(
    ([, method, path]) => `${method} ${path}`,
  );
  assert.deepEqual(
    listed.sort(),
    Object.values(operations)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  );
});

test("the page about OCTO lists its operations", async () => {
  const page = await read("docs/reference/octo.md");
  const listed = [...page.matchAll(/`(GET|POST|PATCH|DELETE) \/octo(\/[^`?]+)(\?[^`]*)?`/g)].map(
    ([, method, path]) => `${method} ${path}`,
  );
  const all = octoOperations.map(
    ({ method, path }) => `${method} ${path.replace(":id", path.startsWith("/bookings") ? "{uuid}" : "{id}")}`,
  );
  assert.deepEqual(listed.sort(), all.sort());
});

test("the pages about GetYourGuide and Viator list their operations", async () => {
  const channels = {
    getyourguide: gygOperations.map(({ method, path }) => `${method} ${path}`),
    viator: viatorOperations.map(({ path }) => `POST ${path}`),
  };
  for (const [channel, all] of Object.entries(channels)) {
    const page = await read(`docs/reference/${channel}.md`);
    const listed = [...page.matchAll(new RegExp(`^\\| \`(GET|POST) /${channel}(/[^\`]+)\``, "gm"))];
    assert.deepEqual(listed.map(([, method, path]) => `${method} ${path}`).sort(), [...all].sort());
  }
});

test("every curl command in the documents calls an existing operation", () => {
  const paths = [
    ...Object.values(operations).map(({ path }) => path),
    ...octoOperations.map(({ path }) => `/octo${path}`),
  ];
  const known = paths.map((path) => new RegExp(`^${path.replace(/\{\w+\}|:id/g, "[^/]+")}$`));
  const calls = [...pages].flatMap(([path, page]) =>
    [...page.matchAll(/curl [^\n]*?http:\/\/[^/\s]+(\/[^\s'"?\\]*)/g)].map(([, address]) => ({
      path,
      address: address!,
    })),
  );
  assert.ok(calls.length >= 4, "the commands were found");
  assert.deepEqual(
    calls.filter(({ address }) => !known.some((pattern) => pattern.test(address))),
    [],
  );
});

test("the example of a catalogue file can be imported", async () => {
  const [, example] = /```json\n(.*?)```/s.exec(await read("docs/reference/catalogue-file.md"))!;
  const file = JSON.parse(example!) as CatalogueFile;
  assert.deepEqual([...Value.Errors(CatalogueFile, file)], []);
  assert.deepEqual(catalogueProblems(file), []);
});

test("decision records are numbered without gaps, each under its own number", () => {
  const records = [...pages].filter(([path]) => path.startsWith("docs/decisions/"));
  assert.ok(records.length > 0);
  for (const [index, [path, page]] of records.entries()) {
    assert.ok(path.startsWith(`docs/decisions/${String(index + 1).padStart(4, "0")}-`), path);
    assert.match(
      page,
      new RegExp(`^# ${index + 1}\\. .+\n\n## Context\n.*\n## Decision\n.*\n## Consequences\n`, "s"),
      path,
    );
  }
});
