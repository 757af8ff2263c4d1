import assert from "node:assert/strict";
import { test } from "node:test";
import * as en from "../src/i18n/en/index.ts";
import * as es from "../src/i18n/es/index.ts";
import * as pt from "../src/i18n/pt/index.ts";
import { parseSearch } from "../src/search/asked.ts";

/** Interprets texts that are typed into Ctrl K. Today is Monday, 15 June 2026. */

const tables = { en, es, pt };
const asked = (lang: keyof typeof tables, text: string) => {
  const { verb, day, words } = parseSearch(text, tables[lang].commands.words, lang, "2026-06-15");
  return [verb, day, words];
};

test("a verb, a day and the words to find are told apart, in each language", () => {
  assert.deepEqual(asked("en", "close tonight's flamenco"), ["close", "2026-06-15", "flamenco"]);
  assert.deepEqual(asked("en", "Close tonight’s  Flamenco"), ["close", "2026-06-15", "flamenco"]);
  assert.deepEqual(asked("en", "tell the guests of saturday's boat"), ["inform", "2026-06-20", "boat"]);
  assert.deepEqual(asked("en", "flamenco tomorrow"), [null, "2026-06-16", "flamenco"]);
  assert.deepEqual(asked("en", "cancel boat 2026-06-20"), ["cancel", "2026-06-20", "boat"]);
  assert.deepEqual(asked("es", "cerrar el flamenco de hoy"), ["close", "2026-06-15", "flamenco"]);
  assert.deepEqual(asked("es", "mover flamenco mañana"), ["move", "2026-06-16", "flamenco"]);
  assert.deepEqual(asked("es", "avisar barco sábado"), ["inform", "2026-06-20", "barco"]);
  assert.deepEqual(asked("pt", "fechar passeio hoje à noite"), ["close", "2026-06-15", "passeio"]);
  assert.deepEqual(asked("pt", "cancelar barco sexta"), ["cancel", "2026-06-19", "barco"]);
});

test("a search without a request stays as it was typed", () => {
  for (const text of ["García Luc", "close", "tonight", "612 345 678", "noche de flamenco", "2026-02-30 boat"])
    assert.deepEqual(asked(text.startsWith("noche") ? "es" : "en", text), [null, null, text]);
});
