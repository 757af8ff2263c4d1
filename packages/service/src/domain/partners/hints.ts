import { problemAdvice } from "./problem-hints.ts";
import { refusalAdvice } from "./refusal-hints.ts";

/** What partners do wrong, and the sentence that mends it: every code that a partner can be answered with has one. */

export interface Advice {
  /** Who has to mend it: the partner's program, nobody (it is the course of business), or this service. */
  whose: "partner" | "course" | "service";
  /** A sentence for the operator to send, to the partner's developers. */
  en: string;
  es: string;
  pt: string;
}

/** `problem`: the request failed. `refusal`: it was understood, and the business said no. */
export type CodeKind = "problem" | "refusal";

const table = new Map<string, Advice & { kind: CodeKind }>([
  ...Object.entries(problemAdvice).map(([code, advice]) => [code, { ...advice, kind: "problem" }] as const),
  ...Object.entries(refusalAdvice).map(([code, advice]) => [code, { ...advice, kind: "refusal" }] as const),
]);

/** Codes that the partner's program has to mend: its error rate counts the requests that were refused with them. */
export const mistakeCodes: readonly string[] = [...table].flatMap(([code, { whose }]) =>
  whose === "partner" ? [code] : [],
);

export type Advised<Count> = Count & Advice & { kind: CodeKind; share: number };

/** Counts of codes, each with its share of them all, from 0 to 1, and what there is to say. */
export function advised<Count extends { code: string; count: number }>(counts: readonly Count[]): Advised<Count>[] {
  const known = counts.flatMap((count) => {
    const advice = table.get(count.code);
    // Counts are kept for a year: a code of former days may have no sentence any more.
    return advice ? [{ ...count, ...advice }] : [];
  });
  const all = known.reduce((sum, { count }) => sum + count, 0);
  return known.map((one) => ({ ...one, share: Math.round((one.count / all) * 10_000) / 10_000 }));
}
