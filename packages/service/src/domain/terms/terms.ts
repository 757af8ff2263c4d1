import { randomUUID } from "node:crypto";
import { ambiguousLines, type TermsContent, type TermsLine } from "../../records/partners/partner-terms.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import {
  deleteTerms,
  endTerms,
  insertTerms,
  type TermsRow,
  termsOfPartner,
  unknownTargets,
} from "../../store/terms/partner-terms.ts";
import { type FieldRefusal, refusal } from "../../texts/field-refusals.ts";

/** Versions of terms: docs/decisions/0067-terms-of-partners.md. */

export interface TermsWish {
  /** Null: from now on. */
  validFrom: Date | null;
  validUntil: Date | null;
  priceListId: string | null;
  content: TermsContent;
  lines: readonly TermsLine[];
}

/** A problem of a field of the request. */
interface FieldProblem extends FieldRefusal {
  pointer: string;
}

/** Returns what is wrong with terms. The schema has checked the types of the fields. */
export async function termsProblems(
  db: Db,
  { validFrom, validUntil, content, lines }: TermsWish,
  now: Date,
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  const add = (pointer: string, problem: FieldRefusal) => problems.push({ pointer, ...problem });
  if (validFrom && validFrom < now) add("/validFrom", refusal("terms-in-past"));
  if (validUntil && validUntil <= (validFrom ?? now)) add("/validUntil", refusal("first-day-after-last"));
  if (content.basis === "net" && content.collects === "operator")
    add("/content/collects", refusal("net-collected-by-operator"));
  if (content.basis === "net" && content.noShow === "no-commission")
    add("/content/noShow", refusal("net-has-no-commission"));
  return [...problems, ...(await lineProblems(db, lines))];
}

/** Returns what is wrong with lines of terms or of a price list. */
export async function lineProblems(db: Db, lines: readonly TermsLine[]): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const [n, { itemId, productId, firstOn, lastOn }] of lines.entries()) {
    if (itemId && !productId) problems.push({ pointer: `/lines/${n}/productId`, ...refusal("item-needs-product") });
    if (firstOn && lastOn && lastOn < firstOn)
      problems.push({ pointer: `/lines/${n}/lastOn`, ...refusal("first-day-after-last") });
  }
  for (const [first, second] of ambiguousLines(lines))
    problems.push({ pointer: `/lines/${second}`, ...refusal("lines-overlap", { line: first + 1, other: second + 1 }) });
  for (const n of await unknownTargets(db, lines))
    problems.push({
      pointer: `/lines/${n}/${lines[n]!.itemId ? "itemId" : "productId"}`,
      ...refusal("target-unknown"),
    });
  return problems;
}

/** Adds a version. It replaces the former one from its first instant on. */
export async function addTerms(
  tx: Tx,
  partnerId: string,
  { validFrom, ...wish }: TermsWish,
  { by, now }: { by: string; now: Date },
): Promise<string> {
  const id = randomUUID();
  await insertTerms(tx, { id, partnerId, validFrom: validFrom ?? now, createdBy: by, ...wish }, now);
  return id;
}

/** Deletes a version that does not apply yet, or ends the one that applies. False: the version ended before. */
export async function removeTerms(tx: Tx, row: TermsRow, now: Date): Promise<boolean> {
  return row.validFrom > now ? deleteTerms(tx, row.id, now) : endTerms(tx, row.id, now);
}

/** Returns the version that applies at an instant, or null. `versions`: all of a partner's, the latest first. */
export function presentTerms(versions: readonly TermsRow[], at: Date): TermsRow | null {
  const version = versions.find(({ validFrom }) => validFrom <= at);
  return version && (version.validUntil === null || version.validUntil > at) ? version : null;
}

/** Reads the version that applies at an instant, or null. */
export const termsAt = async (db: Db | Tx, partnerId: string, at: Date): Promise<TermsRow | null> =>
  presentTerms(await termsOfPartner(db, partnerId), at);
