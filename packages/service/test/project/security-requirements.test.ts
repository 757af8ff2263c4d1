import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** docs/reference/security-requirements.md, and the tests that it and the threat model name. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");
const page = await read("docs/reference/security-requirements.md");

/**
 * Sections of ASVS 5.0.0 with the number of their requirements of levels 1 and 2, which come before the requirements of level
 * 3.
 */
const sections = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`;
const asvs = sections
  .trim()
  .split(/\s+/)
  .flatMap((entry) => {
    const [section, count] = entry.split(":");
    return Array.from({ length: Number(count) }, (_, n) => `${section}.${n + 1}`);
  });
const requirements = [...Array.from({ length: 10 }, (_, n) => `API${n + 1}`), ...asvs];

const rows = [...page.matchAll(/^\| ((?:API)?\d[\d.]*)(?:–([\d.]+))? \| (.+?) \| (.+?) \| (.*) \|$/gm)].map(
  ([, first, last, requirement, state, where]) => ({
    first: first!,
    last: last ?? first!,
    requirement: requirement!,
    state: state!,
    where: where!,
  }),
);
const numbersOf = ({ first, last }: { first: string; last: string }): string[] =>
  requirements.slice(requirements.indexOf(first), requirements.indexOf(last) + 1);

test("every requirement of levels 1 and 2 has one row, in the lists' order", () => {
  assert.equal(asvs.length, 253);
  assert.deepEqual(rows.flatMap(numbersOf), requirements);
});

test("the counts of states match the rows", () => {
  const [, table] = /<!-- counts[^>]*-->\n(.*)<!-- \/counts -->/s.exec(page)!;
  const states = ["tested", "by design", "by configuration", "partly", "not met", "n/a"];
  assert.deepEqual(
    [...new Set(rows.map(({ state }) => state))].filter((state) => !states.includes(state)),
    [],
  );
  const counted = states.map(
    (state) => `| ${state} | ${rows.filter((row) => row.state === state).flatMap(numbersOf).length} |\n`,
  );
  assert.equal(table, `| State | Rows |\n|---|---|\n${counted.join("")}`);
});

/** Tests as documents name them: `file`: "title". */
const namedTests = (text: string): { file: string; title: string }[] =>
  [...text.matchAll(/`([\w./-]+\.test\.tsx?)`: "(.+?)"(?=;| \||\.| \(|,|$)/gm)].map(([, file, title]) => ({
    file: file!,
    title: title!,
  }));

/** The titles of a file's tests and suites, as its source writes them. */
function titlesOf(source: string): Set<string> {
  const calls = source.matchAll(
    /\b(?:test|it|describe|suite|onPostgres|onPostgres)\(\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g,
  );
  return new Set([...calls].map(([, plain, template]) => (plain ?? template)!.replaceAll('\\"', '"')));
}

/** The title that shares the most words, for a test that was renamed. */
function closest(title: string, titles: Iterable<string>): string | undefined {
  const words = title.split(/\W+/);
  const shared = (other: string) => other.split(/\W+/).filter((word) => words.includes(word)).length / other.length;
  return [...titles].sort((one, two) => shared(two) - shared(one))[0];
}

test("every row has a place, and a tested one names its tests", () => {
  assert.deepEqual(
    rows.filter(({ where }) => where.trim() === "").map(({ first }) => first),
    [],
  );
  assert.deepEqual(
    rows.filter(({ state, where }) => state === "tested" && namedTests(where).length === 0).map(({ first }) => first),
    [],
  );
});

test("every row names a test or says that it is not shown, and none does both", () => {
  const wrong = rows.filter(({ where }) => namedTests(where).length > 0 === /\bNot shown$/.test(where));
  assert.deepEqual(
    wrong.map(({ first }) => first),
    [],
  );
});

test("every threat, and every caller of another protocol, has a test or is not shown", async () => {
  const threats = [
    ...(await read("docs/explanation/threat-model.md")).matchAll(
      /^\| ((?:Spoof|Tamper|Repudi|Inform|Denial|Elev)\w*) \| (.+?) \| .+? \| (.*) \| [^|]*\|$/gm,
    ),
  ].map(([, , threat, tests]) => ({ name: threat!, tests: tests! }));
  assert.ok(threats.length > 80, `${threats.length}`);
  const [, section = ""] = /\n## Callers of other protocols\n(.*?)\n## /s.exec(page)!;
  const callers = [...section.matchAll(/^\| ([^|]+) \| (.+?) \| (?:tested|partly|by design) \| (.*) \|$/gm)].map(
    ([, caller, requirement, where]) => ({ name: `${caller}: ${requirement}`, tests: where! }),
  );
  for (const caller of ["OCTO", "GetYourGuide", "Viator", "MCP"])
    assert.ok(
      callers.some(({ name }) => name.startsWith(`${caller}: `)),
      caller,
    );
  const without = [...threats, ...callers].filter(
    ({ tests }) => namedTests(tests).length > 0 === /\bNot shown$/.test(tests),
  );
  assert.deepEqual(
    without.map(({ name }) => name),
    [],
  );
});

for (const path of ["docs/reference/security-requirements.md", "docs/explanation/threat-model.md"])
  test(`every test that ${path} names exists`, async () => {
    const text = await read(path);
    const named = namedTests(text);
    // A file named in another notation would not be checked.
    assert.equal(named.length, [...text.matchAll(/\.test\.tsx?`/g)].length);
    const absent: string[] = [];
    for (const { file, title } of named) {
      const full = file.startsWith("packages/") ? file : join("packages/service/test", file);
      if (!existsSync(join(root, full))) absent.push(full);
      else {
        const titles = titlesOf(await read(full));
        if (!titles.has(title)) absent.push(`${full}: "${title}", perhaps now "${closest(title, titles)}"`);
      }
    }
    assert.deepEqual(absent, []);
  });
