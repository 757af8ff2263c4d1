import { languages } from "@paseo/contract";
import { sql } from "kysely";
import type { Site, SiteAddress, SitePage } from "../../records/site.ts";
import { joinPageProduct } from "../catalogue/offers.ts";
import { announceVersion } from "../database/announcements.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import { sealSecret, unsealSecret } from "../database/sealing.ts";
import { isPagePublished } from "../versions/digest.ts";

/** The operator's own booking sites, their keys, and the pages that they show. Every process reads changed sites when they are announced. */

const columns = sql`white_label as code, host, path, enabled, settings, revision`;

export const storedSites = (db: Db | Tx): Promise<Site[]> =>
  allRows(db)`select ${columns} from site order by white_label`;

export const storedSite = (db: Db | Tx, code: string): Promise<Site | null> =>
  firstRow(db)`select ${columns} from site where upper(white_label) = upper(${code})`;

/** Returns the code of the other site that has this address, or null. */
export async function siteAtAddress(
  tx: Tx,
  { host, path }: SiteAddress,
  except: string | null,
): Promise<string | null> {
  const row = await firstRow(tx)<{ code: string }>`
    select white_label as code from site
    where host is not distinct from ${host} and path = ${path} and white_label is distinct from ${except}`;
  return row?.code ?? null;
}

export const insertSite = (tx: Tx, { code, host, path, enabled, settings }: Omit<Site, "revision">): Promise<void> =>
  run(tx)`insert into site (white_label, host, path, enabled, settings)
    values (${code}, ${host}, ${path}, ${enabled}, ${JSON.stringify(settings)}::jsonb) returning ${announceVersion}`;

/** Returns false if somebody changed the site since this revision. */
export const updateSite = (tx: Tx, { code, host, path, enabled, settings, revision }: Site): Promise<boolean> =>
  anyRow(tx)`update site set host = ${host}, path = ${path}, enabled = ${enabled},
      settings = ${JSON.stringify(settings)}::jsonb, revision = revision + 1
    where white_label = ${code} and revision = ${revision} returning ${announceVersion}`;

export const deleteSite = (tx: Tx, code: string): Promise<boolean> =>
  anyRow(tx)`delete from site where white_label = ${code} returning ${announceVersion}`;

/** Stores the key with which a site uses the partner interface. */
export const writeSiteKey = (tx: Tx, code: string, { key, keyId }: { key: string; keyId: string }): Promise<void> =>
  run(tx)`insert into site_key (white_label, key_id, secret) values (${code}, ${keyId}, ${sealSecret(tx, key)})
    on conflict (white_label) do update set key_id = excluded.key_id, secret = excluded.secret returning ${announceVersion}`;

/** Returns the id of a site's key, which may be revoked. */
export async function siteKeyId(tx: Tx, code: string): Promise<string | null> {
  const row = await firstRow(tx)<{ id: string }>`select key_id as id from site_key where white_label = ${code}`;
  return row?.id ?? null;
}

/** Returns the keys by site. A site whose key was revoked, deleted or given up has none. */
export async function siteKeys(db: Db): Promise<Map<string, string>> {
  const rows = await allRows(db)<{ code: string; secret: string }>`
    select s.white_label as code, s.secret from site_key s join api_key k on k.id = s.key_id
    where k.revoked_at is null`;
  return new Map(rows.map(({ code, secret }) => [code, unsealSecret(db, secret)]));
}

/** Returns a value that changes with every change of a site or of a key. */
export async function sitesState(db: Db): Promise<string> {
  const row = await firstRow(db)<{ state: string }>`
    select coalesce(string_agg(concat_ws(' ', s.white_label, s.revision, k.key_id, a.revoked_at), ',' order by s.white_label), '') as state
    from site s left join site_key k using (white_label) left join api_key a on a.id = k.key_id`;
  return row!.state;
}

/** The texts of `page p` in the languages in which it is published. */
const byLanguage = (column: "name" | "url") =>
  sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(
    languages.map(
      (lang) =>
        sql`${sql.lit(lang)}::text, case when ${isPagePublished(lang)} then ${sql.ref(`p.${column}_${lang}`)} end`,
    ),
  )}))`;

/** Returns the published pages of a white label, in order of creation, each with what it is about. */
export const sitePages = (db: Db, code: string): Promise<SitePage[]> =>
  allRows(db)`
    select p.id, p.type, p.city_code as "cityCode", p.categories, about.id as "productId",
      ${byLanguage("name")} as names, ${byLanguage("url")} as urls
    from page p ${joinPageProduct}
    where p.published and p.pos is not null
      and (p.white_labels is null or upper(${code}) = any(p.white_labels))
    order by p.pos`;
