import { type Language, languages, mapLanguages, type Page } from "@paseo/contract";
import { sql } from "kysely";
import { isPageInLanguage, pageColumns } from "../catalogue/page-lists.ts";
import type { Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";
import { hashDifference, type SumChange, storedHash } from "../versions/digest.ts";
import type { VersionCounter } from "../versions/versions.ts";

/** Gives changed pages their positions in the change log and their hashes. The caller has locked the counter. */

/** Assigns positions to changed pages. Returns the changes of each language's sums. */
export async function publishPages(tx: Tx, after: VersionCounter): Promise<Record<Language, SumChange>> {
  const rows = await changedPages(tx);
  const values = rows.map(({ id, texts }, n) => ({
    id,
    seq: after.pageSeq + n + 1,
    pos: rows[n]!.pos ?? ++after.pagePos,
    // Null: the page was never in the language.
    ...Object.fromEntries(languages.map((lang) => [`hash_${lang}`, texts[lang] && storedHash(texts[lang])])),
  }));
  after.pageSeq += rows.length;
  const hashColumns = languages.map((lang) => sql.ref(`hash_${lang}`));
  await run(tx)`
    update page p set seq = x.seq, pos = x.pos, ${sql.join(hashColumns.map((column) => sql`${column} = x.${column}`))}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as x(id uuid, seq bigint, pos bigint, ${sql.join(hashColumns.map((column) => sql`${column} bigint`))})
    where p.id = x.id`;
  return mapLanguages((lang) => {
    const now = values.flatMap((page) => (page as Record<string, unknown>)[`hash_${lang}`] ?? []) as string[];
    const before = rows.flatMap(({ hashes }) => hashes[lang] ?? []);
    return { n: now.length - before.length, hash: hashDifference(now, before) };
  });
}

/** Reads the changed pages in the order of their positions: in each language as partners read them, with their former hashes. */
const changedPages = (
  tx: Tx,
): Promise<
  {
    id: string;
    pos: number | null;
    texts: Partial<Record<Language, Page>>;
    hashes: Partial<Record<Language, string>>;
  }[]
> =>
  allRows(tx)`
    select id, pos, jsonb_strip_nulls(jsonb_build_object(${sql.join(
      languages.map(
        (lang) => sql`${sql.lit(lang)}::text,
          case when ${isPageInLanguage(lang)} then (select to_jsonb(t) from (select ${pageColumns(lang)}) t) end`,
      ),
    )})) as texts, jsonb_strip_nulls(jsonb_build_object(${sql.join(
      languages.map((lang) => sql`${sql.lit(lang)}::text, ${sql.ref(`hash_${lang}`)}::text`),
    )})) as hashes
    from page p where seq is null order by pos, external_id`;
