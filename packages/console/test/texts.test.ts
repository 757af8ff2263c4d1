import assert from "node:assert/strict";
import { test } from "node:test";
import { en } from "../src/i18n/en/index.ts";
import { es } from "../src/i18n/es/index.ts";
import { pt } from "../src/i18n/pt/index.ts";
import { pathsOf } from "../src/i18n/texts.ts";

/** The console's texts: what their types cannot check. */

type Table = Parameters<typeof pathsOf>[0];

const flat = (table: Table, path = ""): Map<string, string> =>
  new Map(
    Object.entries(table).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" ? [[path + name, value]] : [...flat(value, `${path}${name}.`)],
    ),
  );

/** The placeholders of a text; a language may use one twice. */
const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name!))].sort();

for (const [lang, table] of Object.entries({ es, pt }) as [string, Table][]) {
  test(`${lang} has every text of English, react-admin's own too, with the same placeholders`, () => {
    const paths = pathsOf(en as Table);
    const [english, translated] = [flat(en as Table), flat(table)];
    assert.ok(paths.length > 400);
    assert.deepEqual(pathsOf(table).sort(), paths.sort());
    for (const path of paths) {
      const text = translated.get(path)!;
      assert.notEqual(text, "", path);
      const [first = "", ...plural] = text.split(" |||| ");
      const names = placeholders(english.get(path)!.split(" |||| ").at(-1)!);
      // A singular may say "1" instead of the number.
      assert.deepEqual(placeholders(plural.at(-1) ?? first), names, path);
    }
  });
}
