import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import "../build.ts";
import * as furtherTexts from "../src/i18n/en/further.ts";
import { flattenTexts } from "../src/i18n/texts.ts";

/** What a browser loads for a page, measured in the built console. */

interface Chunk {
  file: string;
  imports: string[];
  /** The module that a dynamic import names, if one does. */
  entry: string | null;
  /** Our own modules in the chunk, each with its imports. */
  modules: Record<string, string[]>;
}

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const chunks: Chunk[] = JSON.parse(await readFile(`${dist}chunks.json`, "utf8"));
const chunkOf = (test: (chunk: Chunk) => boolean): Chunk => {
  const found = chunks.find(test);
  assert.ok(found);
  return found;
};
const entry = (name: string): Chunk => chunkOf((chunk) => chunk.entry === name);

/** Returns all names that are reached from the given names. */
function reach(names: readonly string[], next: (name: string) => readonly string[]): Set<string> {
  const found = new Set(names);
  for (const name of found) for (const one of next(name)) found.add(one);
  return found;
}

/** Returns the scripts that a browser loads for these chunks. */
const loaded = (...starts: Chunk[]): Set<string> =>
  reach(
    starts.map(({ file }) => file),
    (file) => chunkOf((chunk) => chunk.file === file).imports,
  );

const modules = new Map(chunks.flatMap((chunk) => Object.entries(chunk.modules)));
const neededBy = (...names: string[]): Set<string> => reach(names, (name) => modules.get(name) ?? []);

/** Whether a module belongs to one area of pages and not to the code that all pages share. */
const isOfPage = (name: string): boolean => /^src\/(?!(api|format|frame|i18n|session|theme|ui)\/)\w+\//.test(name);

const first = ["src/first.ts", "src/main.tsx"];
const pages = chunks.flatMap(({ entry: name }) => (name && isOfPage(name) ? [name] : []));

const bytesOf = async (files: Set<string>): Promise<number> =>
  (await Promise.all([...files].map(async (file) => (await stat(`${dist}${file}.br`)).size))).reduce((a, b) => a + b);

for (const [name, page, texts] of [
  ["sign-in page", "src/account/SignIn.tsx", ["first", "further"]],
  ["overview", "src/dashboard/Dashboard.tsx", ["first"]],
] as const)
  test(`the ${name} loads less than 300 KB of compressed scripts`, async (t) => {
    const index = chunkOf(({ file, entry: of }) => of === null && /assets\/index-/.test(file));
    // The largest of the languages.
    const sizes = await Promise.all(
      ["es", "pt", "en"].map((lang) =>
        bytesOf(
          loaded(
            index,
            ...first.slice(1).map(entry),
            entry(page),
            ...texts.map((name) => entry(`src/i18n/${lang}/${name}.ts`)),
          ),
        ),
      ),
    );
    const bytes = Math.max(...sizes);
    t.diagnostic(`${Math.round(bytes / 1000)} KB`);
    assert.ok(bytes > 100_000 && bytes < 300_000, `${bytes} bytes`);
  });

test("the overview shows none of the texts that are loaded with other pages", async () => {
  const areas = Object.keys(furtherTexts).join("|");
  // Operations can begin like texts, and the theme's colours too.
  const texts = [...flattenTexts(furtherTexts).keys()];
  const isText = (key: string) => texts.some((text) => text === key || text.startsWith(`${key}.`));
  const shown = [...loaded(entry("src/main.tsx"), entry("src/dashboard/Dashboard.tsx"))]
    .flatMap((script) => Object.keys(chunkOf(({ file }) => file === script).modules))
    .filter((module) => !/^src\/(i18n|api)\//.test(module));
  assert.ok(shown.length > 50);
  const found: string[] = [];
  for (const module of shown) {
    const source = await readFile(new URL(`../${module}`, import.meta.url), "utf8");
    for (const [, key] of source.matchAll(new RegExp(`["\`]((?:${areas})\\.[a-z]\\w*)`, "g")))
      if (isText(key!)) found.push(`${module} ${key}`);
  }
  assert.deepEqual(found, []);
});

test("every page is loaded when it is opened, and loads no code of another page", () => {
  assert.ok(pages.length > 30, pages.join(" "));
  const strangers = (names: string[]): string[] => {
    const needed = neededBy(...names);
    const scripts = loaded(...names.map(entry));
    const loadedModules = chunks.filter(({ file }) => scripts.has(file)).flatMap((chunk) => Object.keys(chunk.modules));
    return loadedModules.filter((module) => isOfPage(module) && !needed.has(module));
  };
  assert.deepEqual(strangers(["src/main.tsx"]), []);
  for (const page of pages) assert.deepEqual(strangers(["src/main.tsx", page]), [], page);
  const frame = neededBy("src/main.tsx");
  assert.deepEqual(
    pages.filter((page) => frame.has(page)),
    [],
    "no page is part of the frame",
  );
});
