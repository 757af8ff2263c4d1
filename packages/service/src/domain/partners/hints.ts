import type { Language } from "@paseo/contract";
import { codeNames } from "../../texts/hints/code-names.ts";
import type { Hint } from "../../texts/hints/hint.ts";
import { problemHints } from "../../texts/hints/problem-hints.ts";
import { refusalHints } from "../../texts/hints/refusal-hints.ts";

/** Hints for partner developers. Every error code that a partner can receive has one. */

/** `problem`: the request is invalid. `refusal`: the request is valid, and a business rule refuses it. */
export type ErrorCodeKind = "problem" | "refusal";

const table = new Map<string, Hint & { kind: ErrorCodeKind }>([
  ...Object.entries(problemHints).map(([code, hint]) => [code, { ...hint, kind: "problem" }] as const),
  ...Object.entries(refusalHints).map(([code, hint]) => [code, { ...hint, kind: "refusal" }] as const),
]);

/** Codes that the partner's developers can fix. A partner's error rate counts these requests. */
export const mistakeCodes: readonly string[] = [...table].flatMap(([code, { whose }]) =>
  whose === "partner" ? [code] : [],
);

const languages: readonly Language[] = ["en", "es", "pt"];
const names: Readonly<Record<string, readonly string[]>> = codeNames;

/** Returns the short name of a code for the operator, such as `No seats`. A code of an older version has no other name. */
const nameOfCode = (code: string, lang: Language): string => names[code]?.[languages.indexOf(lang)] ?? code;

/** Why a request was refused: the code, its name, and what to tell the partner. */
export interface NamedCode {
  code: string;
  name: string;
  /** Null: a code of an older version. */
  hint: string | null;
}
export const namedCodes = (codes: readonly string[], lang: Language): NamedCode[] =>
  codes.map((code) => ({ code, name: nameOfCode(code, lang), hint: table.get(code)?.[lang] ?? null }));

export type WithHint<Count> = Count & Hint & { name: string; kind: ErrorCodeKind; share: number };

/** Adds to each count its share of the total, from 0 to 1, its hint, and its name in the language. */
export function addHints<Count extends { code: string; count: number }>(
  counts: readonly Count[],
  lang: Language,
): WithHint<Count>[] {
  const known = counts.flatMap((count) => {
    const hint = table.get(count.code);
    // Counts are stored for a year. A code of an older version may have no hint.
    return hint ? [{ ...count, ...hint, name: nameOfCode(count.code, lang) }] : [];
  });
  const all = known.reduce((sum, { count }) => sum + count, 0);
  return known.map((one) => ({ ...one, share: one.count / all }));
}
