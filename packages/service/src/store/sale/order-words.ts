import { foldedWords } from "@paseo/contract/folded-text";
import { parsedReference } from "@paseo/contract/order-reference";
import { type RawBuilder, sql } from "kysely";
import { isNearly, searchableText } from "../catalogue/search-text.ts";
import type { Db } from "../database/database.ts";
import { allRows, anyRow, run } from "../database/rows.ts";

/**
 * Finds orders by the beginnings of words: names, e-mail address, references, telephone number. Accents and letter case
 * do not count. The expression must equal the expression of the index orders_search, or every search reads all orders.
 */
const guestNames = sql`jsonb_path_query_array(o.answers, '$[*] ? (@.code == "passenger-first-name" || @.code == "passenger-last-name").value')::text`;
const words = sql`search_words(
  o.email || ' ' || coalesce(o.external_reference, '') || ' ' || coalesce(o.confirmation, '')
  || ' p' || regexp_replace(o.phone_number, '[^0-9]', '', 'g')
  || ' r' || reverse(regexp_replace(o.phone_number, '[^0-9]', '', 'g')) || ' ' || ${guestNames})`;

/**
 * Adds the words of new orders to their indexes. Otherwise a booking does this whenever the list of new words is full. A
 * search reads both. Only the index's owner may merge.
 */
export const mergeNewWords = (db: Db): Promise<void> =>
  run(db)`
    select gin_clean_pending_list(oid) from pg_class
    where oid in (to_regclass('orders_search'), to_regclass('orders_words')) and pg_has_role(relowner, 'usage')`;

/** Minimum digits of a telephone number in a search: a shorter number would match too many. */
const leastDigits = 4;

/** Returns the condition on order `o` for a search text; null when the text has no word to search for. */
export function orderMatches(text: string): RawBuilder<unknown> | null {
  const number = parsedReference(text)?.number;
  const query = wordQuery(text);
  const byNumber = number !== undefined && sql`o.number = ${number}`;
  const byWords = query !== null && sql`${words} @@ ${query}::tsquery`;
  if (byNumber && byWords) return sql`(${byNumber} or ${byWords})`;
  return byNumber || byWords || null;
}

/** How many of the latest orders are compared for a name that matches no order. 20,000 take some 0.1 s. */
const maxCompared = 20_000;

/**
 * Returns the condition on order `o` for a search text: words that begin with it, or else, among the latest orders, guests with similar
 * names.
 */
export async function orderSearchCondition(db: Db, text: string): Promise<RawBuilder<unknown>> {
  const exact = orderMatches(text);
  const nearly = isNearly(sql`folded_text(${guestNames})`, text);
  if (exact === null) return sql`false`;
  if (!nearly || (await anyRow(db)`select from orders o where ${exact} limit 1`)) return exact;
  return sql`(${nearly} and o.id in (select id from orders order by created_at desc limit ${sql.lit(maxCompared)}))`;
}

/** Returns the names that are similar to the search text. */
export async function similarNames(db: Db, names: readonly string[], typed: string): Promise<Set<string>> {
  const [known, nearly] = [names.map((name) => ({ name, text: searchableText(name) })), isNearly(sql`n.text`, typed)];
  if (!nearly) return new Set();
  const rows = await allRows(db)<{ name: string }>`
    select name from json_to_recordset(${JSON.stringify(known)}::json) as n(name text, text text) where ${nearly}`;
  return new Set(rows.map(({ name }) => name));
}

/** Returns a tsquery: every word must be the beginning of a word of the order, or digits of its telephone number. */
export function wordQuery(text: string): string | null {
  const found = foldedWords(text);
  const digits = text.replace(/\D/g, "");
  const phone =
    digits.length >= leastDigits && /^[\d\s()+./-]+$/.test(text.trim())
      ? `'p${digits}':* | 'r${[...digits].reverse().join("")}':*`
      : null;
  const named = found.map((word) => `'${word}':*`).join(" & ");
  if (named === "") return null;
  return phone === null ? named : `(${named}) | ${phone}`;
}
