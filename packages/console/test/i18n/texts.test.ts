import assert from "node:assert/strict";
import { test } from "node:test";
import { detailOf, type FieldRefusalCode } from "../../../service/src/texts/field-refusals.ts";
import { texts } from "../../../service/src/texts/texts.ts";
import { refusals as englishRefusals } from "../../src/api/generated/refusals/en.ts";
import { refusals as spanishRefusals } from "../../src/api/generated/refusals/es.ts";
import { refusals as portugueseRefusals } from "../../src/api/generated/refusals/pt.ts";
import { supplierKinds } from "../../src/api/generated/supplier-kinds.ts";
import * as en from "../../src/i18n/en/index.ts";
import * as es from "../../src/i18n/es/index.ts";
import { formatText } from "../../src/i18n/plurals.ts";
import * as pt from "../../src/i18n/pt/index.ts";
import type { RefusalTable } from "../../src/i18n/refusals.ts";
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
  return [...flattenTexts(table), ...kinds, ...Object.entries(refusalsOfFields(lang))];
};

const refusals: Record<string, RefusalTable> = { en: englishRefusals, es: spanishRefusals, pt: portugueseRefusals };
/** The refusals of fields by code. Partners read refusals of sales too, in their own words. */
const refusalsOfFields = (lang: string): Record<string, string> => {
  const table = refusals[lang]!.texts;
  const ofSales = Object.keys(texts.en.refusals);
  return Object.fromEntries(Object.entries(table).filter(([code]) => !ofSales.includes(code)));
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

for (const lang of ["es", "pt"] as const)
  test(`${lang} has a text for every refusal, with values that the refusal has`, () => {
    const { texts: own, phrases } = refusals[lang]!;
    assert.deepEqual(Object.keys(own).sort(), Object.keys(englishRefusals.texts).sort());
    for (const [name, phrase] of Object.entries(englishRefusals.phrases))
      assert.deepEqual(placeholders(phrases[name]!), placeholders(phrase), name);
    for (const [code, english] of Object.entries(englishRefusals.texts)) {
      assert.notEqual(own[code], "", code);
      if (code in texts.en.refusals) assert.deepEqual(placeholders(own[code]!), placeholders(english), code);
      // The interface's detail can have values that the console does not show.
      else
        for (const name of placeholders(own[code]!))
          assert.ok(
            `${detailOf(code as FieldRefusalCode)}${english.replaceAll("%{", "{")}`.includes(`{${name}}`),
            code,
          );
    }
  });

/**
 * Words that the trade does not use, that name the same thing as a preferred word, or that only programs and our own code use. Portuguese is
 * that of Brazil.
 */
const notSaid: Record<string, RegExp[]> = {
  en: [
    /\b(a|an|each|every|no|the|this|which) letters?\b|\bletters? to\b|\bguest list\b|\bpublic price/i,
    /\binstants?\b|\bids?\b|\bbody\b|^(Id|Kind|State|Option)\b|(?<!\bThere )\bis no (?!longer)|\bpresent (address|version)\b/,
  ],
  es: [
    /\bpedidos?\b|\bcola\b|comprobante|art[ií]culo|\bopci(ón|ones)\b|\bmesa de reservas\b|\bprecio público\b/i,
    /\bsecretos?\b|\bnegocio\b|establecimiento|localizador|\bmarcador|\btus?\b/i,
  ],
  pt: [
    /\bpedidos?\b|\bfila\b|comprovante|\bite(m|ns)\b|\bop(ção|ções)\b|\blugares\b|\bassentos?\b|\bmesa de reservas\b/i,
    /\bsegredos?\b|\bloja\b|localizador|\bmarcador\b|pré-visualização/i,
    /ficheir|telemóvel|utilizador|\becrã|palavra-passe|recolha|contacto|\bliga(ção|do)\b|guardad|bilhete|\bequipa\b|\blhes?\b|\beliminad/i,
  ],
};

for (const [lang, table] of Object.entries({ en, es, pt }) as [string, TextTable][]) {
  test(`${lang} has one word of the trade for each thing`, () => {
    const wrong = allOf(lang, table).filter(([, text]) => {
      const words = text.replaceAll(/%?\{\w+\}/g, "…");
      return notSaid[lang]!.some((word) => word.test(words));
    });
    assert.deepEqual(wrong, []);
  });
}

for (const [lang, table] of Object.entries({ es, pt }) as [string, TextTable][]) {
  test(`${lang} has a small letter after a colon, except in names`, () => {
    const wrong = allOf(lang, table).filter(([, text]) => /: [¿¡]?(?!Paseo)\p{Lu}(?!\p{Lu})/u.test(text));
    assert.deepEqual(wrong, []);
  });
}

/** Texts whose number is never one, and texts with the verb "changes". */
const neverOne = [
  ...["bulk.ofEvents.max", "callbacks.range.tooMany", "day.again.price", "day.again.rate", "day.more"],
  "products.steps.eachPeople",
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
