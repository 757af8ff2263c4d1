import { sql } from "kysely";
import type { Db } from "../database/database.ts";
import { allOf, countOf, direction, type Listed, type ListPage, slice } from "../database/lists.ts";
import { allRows, firstRow } from "../database/rows.ts";

/** Partners in the back office: keys, sales, and the share of refused requests. */

export interface PartnerRecord {
  id: string;
  externalId: string;
  name: string;
  active: boolean;
  revision: number;
}

export interface PartnerLine extends PartnerRecord {
  /** Valid keys. */
  liveKeys: number;
  testKeys: number;
  lastUsedAt: Date | null;
  /** Standing orders of the period, and their total in US dollars. */
  orders: number;
  salesUsd: string;
  /** Requests of the period with live keys, and those refused for a mistake of the partner's program. */
  requests: number;
  mistakes: number;
  /** Share of refused requests, from 0 to 1; null without requests. */
  errorRate: number | null;
}

export interface PartnerFilter {
  id?: string | undefined;
  /** A part of the external id or the name. */
  q?: string | undefined;
  active?: boolean | undefined;
}

/** The start of the period, and the codes that count as a partner's mistakes. */
export interface Lately {
  since: Date;
  mistakes: readonly string[];
}

export const partnerSorts = {
  externalId: sql`"externalId"`,
  name: sql`lower(name)`,
  lastUsedAt: sql`"lastUsedAt"`,
  orders: sql`orders`,
  salesUsd: sql`"salesUsd"::numeric`,
  errorRate: sql`"errorRate"`,
} as const;

export async function listPartners(
  db: Db,
  { id, q, active }: PartnerFilter,
  { since, mistakes }: Lately,
  page: ListPage<keyof typeof partnerSorts>,
): Promise<Listed<PartnerLine>> {
  const found = sql`where ${allOf(
    id && sql`p.id = ${id}`,
    active !== undefined && sql`p.active = ${active}`,
    q && sql`strpos(lower(p.external_id || ' ' || p.name), lower(${q})) > 0`,
  )}`;
  const rows = await allRows(db)<PartnerLine>`
    with keys as (
      select partner_id, count(*) filter (where revoked_at is null and mode <> 'test') as live,
        count(*) filter (where revoked_at is null and mode = 'test') as test, max(last_used_at) as used
      from api_key group by partner_id
    ), sold as (
      select partner_id, count(*) as orders, sum(total_usd) as usd from orders
      where not test and created_at >= ${since} and status not in ('rejected', 'cancelled') group by partner_id
    ), usage as (
      select partner_id, sum(requests)::bigint as requests,
        coalesce(sum(requests) filter (where code = any(${mistakes}::text[])), 0)::bigint as mistakes
      from partner_usage where not test and day >= (${since}::timestamptz at time zone 'UTC')::date group by partner_id
    ), line as (
      select p.id, p.external_id as "externalId", p.name, p.active, p.revision, coalesce(k.live, 0) as "liveKeys",
        coalesce(k.test, 0) as "testKeys", k.used as "lastUsedAt", coalesce(s.orders, 0) as orders,
        round(coalesce(s.usd, 0), 2)::text as "salesUsd", coalesce(u.requests, 0) as requests,
        coalesce(u.mistakes, 0) as mistakes, round(u.mistakes::numeric / nullif(u.requests, 0), 4)::float8 as "errorRate"
      from partner p left join keys k on k.partner_id = p.id left join sold s on s.partner_id = p.id
        left join usage u on u.partner_id = p.id
      ${found}
    )
    select * from line order by ${partnerSorts[page.sort ?? "externalId"]} ${direction(page)}, "externalId" ${slice(page)}`;
  return { rows, total: await countOf(db, sql`partner p ${found}`) };
}

/** The partner with this id or external id. */
export const partnerRecord = (db: Db, key: { id: string } | { externalId: string }): Promise<PartnerRecord | null> =>
  firstRow(db)`
    select id, external_id as "externalId", name, active, revision from partner
    where ${"id" in key ? sql`id = ${key.id}` : sql`external_id = ${key.externalId}`}`;

export interface PartnerKey {
  id: string;
  hint: string;
  mode: "live" | "test" | "demo";
  readOnly: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

/** A partner's keys, valid ones first. */
export const partnerKeys = (db: Db, partnerId: string): Promise<PartnerKey[]> =>
  allRows(db)`
    select id, hint, mode, read_only as "readOnly", created_at as "createdAt", last_used_at as "lastUsedAt",
      revoked_at as "revokedAt"
    from api_key where partner_id = ${partnerId} order by revoked_at is not null, created_at desc, id`;
