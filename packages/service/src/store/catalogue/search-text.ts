import { foldedWords, foldText } from "@paseo/contract/folded-text";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database/database.ts";
import { anyRow } from "../database/rows.ts";

/** Joins texts as searches compare them: `sao paulo` finds `São Paulo`. */
export const searchableText = (...parts: (string | null | undefined)[]): string =>
  foldText(parts.filter((part) => part).join(" "));

/** Whether a text of the store has what somebody typed in it, as searches compare texts. */
export const hasText = (text: RawBuilder<unknown>, typed: string): RawBuilder<unknown> =>
  sql`strpos(folded_text(${text}), ${foldText(typed.trim())}) > 0`;

/** Returns LIKE patterns, one for each word of the query. A record must match all patterns. */
export function searchPatterns(query: string): string[] {
  return searchableText(query)
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
}

/**
 * Minimum similarity of a word and its correct spelling, by trigrams: `julai` and `julia` have 0.5, `mria` and `maria`
 * 0.4.
 */
const leastAlike = 0.4;
/** Shorter words are similar to too many other words. */
const leastLetters = 4;

/**
 * Whether every word of a query is similar to a word of a searchable text: a letter is wrong, missing or swapped. It
 * compares every row, so it runs only after a search that found nothing. Null: the query has no word that is long
 * enough.
 */
export function isNearly(text: RawBuilder<unknown>, query: string): RawBuilder<unknown> | null {
  const words = foldedWords(query);
  if (!words.some((word) => /\p{L}/u.test(word) && word.length >= leastLetters)) return null;
  return sql`(select bool_and(word_similarity(word, ${text}) >= ${sql.lit(leastAlike)}) from unnest(${words}::text[]) word)`;
}

/** Returns the condition on product `p` for a search text: words of name, city or external id, or else similar words. */
export async function productFound(db: Db, query: string): Promise<RawBuilder<unknown>> {
  const exact = sql`p.search || ' ' || folded_text(p.external_id) like all (${searchPatterns(query)}::text[])`;
  const nearly = isNearly(sql`p.search`, query);
  if (!nearly || (await anyRow(db)`select from product p where not p.deleted and ${exact} limit 1`)) return exact;
  return nearly;
}
