import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { weakPassword } from "../../../service/src/admin/operators/operator-problems.ts";
import { supplierKinds } from "../../src/api/generated/supplier-kinds.ts";
import { problemText } from "../../src/api/problem-text.ts";
import * as en from "../../src/i18n/en/index.ts";
import * as es from "../../src/i18n/es/index.ts";
import { formatText } from "../../src/i18n/plurals.ts";
import * as pt from "../../src/i18n/pt/index.ts";
import { flattenTexts, type TextTable } from "../../src/i18n/texts.ts";

/** Checks rules of the console's texts that their types cannot check. */

/** Returns the texts of one language within a value that has each text in every language. */
function ofLanguage(lang: string, value: unknown, path = ""): [string, string][] {
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, one]): [string, string][] =>
        name === lang ? [[path, String(one)]] : ofLanguage(lang, one, `${path}.${name}`),
      )
    : [];
}

/** All texts of a language, including the texts of supplier kinds. */
const allOf = (lang: string, table: TextTable): [string, string][] => {
  const kinds = ofLanguage(lang, supplierKinds, "supplierKinds");
  assert.ok(kinds.length > 8);
  return [...flattenTexts(table), ...kinds];
};

/** Returns the placeholders of a text once each, because a language may repeat one. */
const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name!))].sort();

for (const [lang, table] of Object.entries({ es, pt }) as [string, TextTable][]) {
  test(`${lang} has every text of English with the same placeholders`, () => {
    const [english, translated] = [flattenTexts(en as TextTable), flattenTexts(table)];
    const paths = [...english.keys()].sort();
    assert.ok(paths.length > 400);
    assert.deepEqual([...translated.keys()].sort(), paths);
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

for (const [lang, table] of Object.entries({ es, pt }) as [string, TextTable][]) {
  test(`${lang} has no text in English`, () => {
    const english = /\b(the|of|is|are|and|with|your|to)\b/i;
    const left = allOf(lang, table).filter(([, text]) => english.test(text.replaceAll(/%\{\w+\}/g, "")));
    assert.deepEqual(left, []);
  });
}

/** Words that the trade does not use, or that name the same thing as a preferred word. */
const notSaid: Record<string, RegExp> = {
  es: /\bpedidos?\b|\bcola\b|comprobante|art[ií]culo|\bopci(ón|ones)\b/i,
  pt: /\bpedidos?\b|\bfila\b|comprovante|\bite(m|ns)\b|\bop(ção|ções)\b|\blugares\b|\bassentos?\b/i,
};

for (const [lang, table] of Object.entries({ es, pt }) as [string, TextTable][]) {
  test(`${lang} has one word of the trade for each thing`, () => {
    const wrong = allOf(lang, table).filter(([, text]) => notSaid[lang]!.test(text));
    assert.deepEqual(wrong, []);
  });
}

/** Texts whose number is never one, and texts with the verb "changes". */
const neverOne = [
  ...["bulk.ofEvents.max", "callbacks.range.tooMany", "day.again.price", "day.again.rate", "day.more"],
  ...["importExport.problem.manyRows", "importExport.problem.reportDays"],
];

test("a number in front of a counted noun has a singular", () => {
  const texts = [...flattenTexts(en as TextTable)];
  const wordAfterNumber = (form: string) => /%\{\w+\} (\w+)/.exec(form)?.[1];
  const nouns = new Set(
    texts.flatMap(([, text]) => {
      const [one, several] = text.split(" |||| ").map(wordAfterNumber);
      return several && several !== one ? [several] : [];
    }),
  );
  assert.ok(nouns.has("seats") && nouns.has("orders"));
  const wrong = texts.filter(
    ([path, text]) =>
      !text.includes(" |||| ") &&
      !neverOne.includes(path) &&
      [...text.matchAll(/%\{\w+\} (\w+)/g)].some(([, word]) => nouns.has(word!)),
  );
  assert.deepEqual(wrong, []);
});

test("plurals and numbers follow the rules of the language", () => {
  const say = (language: string, { changes }: Pick<typeof es, "changes">, n: number) =>
    formatText(language, changes.counted.pages.added, { smart_count: n });
  assert.deepEqual(
    [say("es", es, 1), say("es", es, 2), say("es", es, 12_345)],
    ["1 página nueva", "2 páginas nuevas", "12.345 páginas nuevas"],
  );
  // In Portuguese zero is singular.
  assert.deepEqual(
    [say("pt", pt, 0), say("pt", pt, 1), say("pt", pt, 1234)],
    ["0 página nova", "1 página nova", "1.234 páginas novas"],
  );
  assert.deepEqual([say("en", en, 0), say("en", en, 1)], ["0 new pages", "1 new page"]);
});

/** Source files with messages about faults of an imported file, and example values for the names in these messages. */
const finders = [
  "catalogue-rules.ts",
  "schedules.ts",
  "exchange.ts",
  "files/shapes.ts",
  "../import/import-run.ts",
  "event-sheet.ts",
  "event-sheet-changes.ts",
  "bulk-changes.ts",
  "../../suppliers/kind.ts",
];
const examples: Record<string, string> = {
  'own.join(" or ")': "{city} or {name}",
  currencyCode: "EUR",
  before: "5",
  hours: "24",
  "before.hours": "12",
  percent: "100",
  "before.percent": "50",
  "price.toFixed(digits)": "12.00",
  digits: "2",
  former: "3",
  isNew: "This event is not there yet: to add it,",
  ageFrom: "12",
  ageTo: "8",
  maximum: "4",
  minimum: "1",
  quantity: "5",
  increment: "1",
  maxCapacity: "1000000",
  noTicket: "-",
  productType: "timeless",
  type: "timeless",
  "limits.tickets": "100",
  "limits.xmlDepth": "32",
  "plan.currencyCode": "EUR",
  "plan.productType": "timeless",
};

test("every problem that the service finds in a file has a text", async () => {
  const details = new Set<string>();
  for (const name of finders) {
    const url = new URL(`../../../service/src/domain/editing/${name}`, import.meta.url);
    const source = await readFile(url, "utf8");
    const texts =
      /(?:detail[:=]|detail =|\(\) =>|(?:report|problem|ChangeRefused)\([^"`]*(?:"[^"]*"|`[^`]*`)?[^"`]*,|problems\.set\([^,]*,)\s*(?:"([^"]+)"|`((?:[^`$]|\$\{[^}]*\})+)`)/g;
    for (const [, plain, template] of source.matchAll(texts))
      details.add(plain ?? template!.replaceAll(/\$\{([^}]*)\}/g, (_, value: string) => examples[value] ?? "x"));
  }
  const sentences = [...details].filter((detail) => detail.includes(" "));
  const untranslated = sentences.filter((detail) => {
    let key = "";
    problemText(detail, ((found: string) => {
      key = found;
      return found;
    }) as never);
    return key === "" || !flattenTexts(es as unknown as TextTable).has(key);
  });
  assert.ok(sentences.length > 40, `${sentences.length}`);
  assert.deepEqual(untranslated, []);
});

/** Refusals of requests that no page of the console sends: only programs read them. */
const ofPrograms = [
  // Of a problem in a row of a file. The console shows row and column beside the problem.
  "Row xx",
  "is not a parameter here",
  "It cannot be combined with single events.",
  "Exactly one of x is needed.",
  "An item needs the productId of its product.",
  "x is not an id.",
  "Only a move has a target.",
  "There is no event with this id.",
  "Only the orders of one event move together.",
  "is no filter of x",
  "Ask for 1 to 5 days. These are 5.",
  "Only the switch of a product can be removed.",
  "Only a reminder and thanks have hours.",
  "remoteHost must be an IP address",
  "callbackUrl must be an absolute http or https address",
  "is there twice",
  "it has a DOCTYPE.",
  "it is nested deeper than x.",
  "it is not in UTF-8.",
  "description x.",
  // The first of several problems of a file, each of which `errors` names.
  "x: xx",
  "Not a date: write yyyy-MM-dd, yyyy-MM-ddTHH:mm:ss, dd-MM-yyyy or dd-MM-yyyy HH:mm.",
];

test("every refusal of a field that the back office can answer has a text, or is for programs", async () => {
  const source = fileURLToPath(new URL("../../../service/src/", import.meta.url));
  const literal = /(?:"((?:[^"\\]|\\.)+)"|`((?:[^`$]|\$\{[^}]*\})+)`)/.source;
  const finders = [
    String.raw`\bdetail(?::| =)\s*${literal}`,
    String.raw`\bdetail(?::| =)[^;?]*\?\s*${literal}\s*:\s*${literal}`,
    String.raw`\b(?:wrong|refuse|PhotoAddressRefused)\(\s*${literal}`,
    String.raw`\binvalid\("\w+",\s*${literal}`,
  ].map((finder) => new RegExp(finder, "g"));
  const details = new Set<string>();
  for await (const path of glob(["admin/**/*.ts", "domain/**/*.ts"], { cwd: source })) {
    const text = await readFile(source + path, "utf8");
    for (const found of finders.flatMap((finder) => [...text.matchAll(finder)]))
      for (const detail of found.slice(1).filter((one) => one !== undefined)) details.add(exampleOf(detail));
  }
  const sentences = [...details].filter((detail) => detail.includes(" "));
  assert.ok(sentences.length > 80, `${sentences.length}`);
  const known = flattenTexts(es as unknown as TextTable);
  const key = (detail: string) => problemText(detail, ((found: string) => found) as never);
  assert.deepEqual(
    sentences.filter((detail) => !known.has(key(detail)) && !ofPrograms.includes(detail)),
    [],
  );
});

/** Writes an example for each value of a message. */
function exampleOf(message: string): string {
  const values: Record<string, string> = { ...examples, only: "is for a sale on account." };
  return message
    .replaceAll(/\$\{(amountText\([^}]*)\}/g, "5.00 EUR")
    .replaceAll(/\$\{((?:code|event\.currencyCode|currencyCode))\}/g, "EUR")
    .replaceAll(/\$\{((?:\w*[dD]ays|count|max\w*|most\w*|least\w*|\w+\.length)[^}]*)\}/g, "5")
    .replaceAll(/\$\{(used\.get[^}]*|answer\.status)\}/g, "5")
    .replaceAll(/\$\{([^}]*)\}/g, (_, value: string) => values[value] ?? "x");
}

test("what is wrong with a password or a code is said in the operator's language", () => {
  const key = (detail: string) => problemText(detail, ((found: string) => found) as never);
  for (const [weakness, code] of [
    ["common", "password-common"],
    ["personal", "password-personal"],
  ] as const) {
    const [error] = weakPassword("/password", weakness).errors!;
    assert.equal(key(error!.detail), `problems.${code}`);
  }
});

test("a refund above the order's price is refused in the operator's language", () => {
  const text = problemText("The order's price leaves 56.00 EUR to pay back.", ((name: string, values: object) =>
    JSON.stringify([name, values])) as never);
  assert.equal(text, '["importExport.problem.refundMost",{"most":"56.00 EUR"}]');
});
