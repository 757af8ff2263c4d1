import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { test } from "node:test";
import { languages } from "@paseo/contract";
import { DigestByLanguage } from "../../../contract/src/schemas.ts";

/** What a language needs beside its code. docs/how-to/add-a-language.md explains each step by the same words. */

const root = new URL("../../../../", import.meta.url);
const textOf = (path: string): Promise<string> => readFile(new URL(path, root), "utf8").catch(() => "");
const textsOf = async (pattern: string): Promise<string> =>
  (await Promise.all((await Array.fromAsync(glob(pattern, { cwd: root }))).map((path) => textOf(path)))).join("\n");

const migrations = await textsOf("packages/service/src/store/database/migrations/*.sql");
const textFiles = ["index", "refusals", "supplier", "voucher", "letters"];

/** Steps of the how-to, and whether a language has what each asks for. */
const steps: [step: string, isDone: (lang: string) => Promise<boolean> | boolean][] = [
  ["the code in `packages/contract/src/codes.ts`", (lang) => (languages as readonly string[]).includes(lang)],
  [
    "the texts in `packages/service/src/texts/`",
    async (lang) => {
      const files = textFiles.map((name) => textOf(`packages/service/src/texts/${lang}/${name}.ts`));
      return (await Promise.all(files)).every((text) => text !== "");
    },
  ],
  [
    "the columns of `page`",
    (lang) =>
      ["name", "url", "search", "hash"].every((field) => new RegExp(`\\b${field}_${lang}\\s+\\w`).test(migrations)),
  ],
  ["the column of `ticket_type`", (lang) => columnOf("ticket_type", `name_${lang}`)],
  [
    "the check of `letter_text`",
    (lang) => (migrations.match(/lang in \(([^)]*)\)/g) ?? []).at(-1)?.includes(`'${lang}'`) ?? false,
  ],
  ["the field of `DigestByLanguage`", (lang) => lang in DigestByLanguage.properties],
  [
    "the code in `packages/console/src/api/languages.ts`",
    async (lang) => new RegExp(`\\b${lang}: true`).test(await textOf("packages/console/src/api/languages.ts")),
  ],
  [
    "the language's name in the console's texts",
    async (lang) => {
      const texts = ["es", "pt", "en"].map((own) => textOf(`packages/console/src/i18n/${own}/catalogue/content.ts`));
      return (await Promise.all(texts)).every((text) => new RegExp(`\\blang: \\{[^}]*\\b${lang}: "`).test(text));
    },
  ],
];

const columnOf = (table: string, column: string): boolean =>
  new RegExp(`create table ${table} \\([^;]*\\b${column} `).test(migrations) ||
  new RegExp(`alter table ${table} add column ${column} `).test(migrations);

/** The steps that a language still lacks. */
async function lacks(lang: string): Promise<string[]> {
  const done = await Promise.all(steps.map(([, isDone]) => isDone(lang)));
  return steps.filter((_, n) => !done[n]).map(([step]) => step);
}

for (const lang of languages)
  test(`${lang} lacks nothing`, async () => {
    assert.deepEqual(await lacks(lang), []);
  });

test("a new language lacks every step of the how-to, in its order", async () => {
  const missing = await lacks("fr");
  assert.deepEqual(
    missing,
    steps.map(([step]) => step),
  );
  const page = await textOf("docs/how-to/add-a-language.md");
  const places = missing.map((step) => page.indexOf(step));
  assert.ok(
    places.every((place) => place >= 0),
    `the page does not explain ${missing.filter((_, n) => places[n]! < 0)}`,
  );
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
});
