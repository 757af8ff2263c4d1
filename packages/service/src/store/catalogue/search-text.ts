import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database/database.ts";
import { anyRow } from "../database/rows.ts";

/** Converts texts to lower case without accents, for searching: `sao paulo` finds `São Paulo`. */
export function searchableText(...parts: (string | null | undefined)[]): string {
  return parts
    .filter((part) => part)
    .join(" ")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
}

/** Returns LIKE patterns, one for each word of the query. A record must match all patterns. */
export function searchPatterns(query: string): string[] {
  return searchableText(query)
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
}

/** Returns the words of a query, spelt as in a searchable text. */
export const searchWords = (query: string): string[] =>
  searchableText(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

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
  const words = searchWords(query);
  if (!words.some((word) => /\p{L}/u.test(word) && word.length >= leastLetters)) return null;
  return sql`(select bool_and(word_similarity(word, ${text}) >= ${sql.lit(leastAlike)}) from unnest(${words}::text[]) word)`;
}

/** Returns the condition on product `p` for a search text: words of name, city or external id, or else similar words. */
export async function productFound(db: Db, query: string): Promise<RawBuilder<unknown>> {
  const exact = sql`p.search || ' ' || lower(p.external_id) like all (${searchPatterns(query)}::text[])`;
  const nearly = isNearly(sql`p.search`, query);
  if (!nearly || (await anyRow(db)`select from product p where not p.deleted and ${exact} limit 1`)) return exact;
  return nearly;
}
