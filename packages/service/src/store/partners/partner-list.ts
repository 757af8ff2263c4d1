import { sql } from "kysely";
import Type from "typebox";
import { limitLevels } from "../../records/partners/partner-terms.ts";
import { type Filter, instant, nullable, optionalText, Revision, type Row, text } from "../../records/schemas.ts";
import { hasText } from "../catalogue/search-text.ts";
import type { Db } from "../database/database.ts";
import {
  allConditions,
  countListRows,
  type ListedRows,
  type ListPage,
  nameOrder,
  offsetAndLimit,
  sortDirection,
} from "../database/lists.ts";
import { allRows, firstRow } from "../database/rows.ts";
import { amountFields, joinAmounts, type StoreCurrency } from "../money/amounts.ts";
import { expectedPeople, noShowPeople } from "../sale/attendance.ts";

/** Partners in the back office: keys, sales, and the share of refused requests. */

/** How many days the figures of a partner cover. */
export const partnerFigureDays = 30;

const recordFields = {
  id: text,
  externalId: text,
  name: text,
  active: Type.Boolean({ description: "Whether its keys are valid." }),
  notifyChanges: Type.Boolean({ description: "Whether it gets callbacks about changes to its orders." }),
  writesToGuests: Type.Boolean({
    description: "Whether it writes to its guests itself: the service sends them no letter of its own accord.",
  }),
  showsSeats: Type.Boolean({ description: "Whether it reads how many seats are left, in `availability`." }),
  revision: Revision,
};
export type PartnerRecord = Row<typeof recordFields>;

export const PartnerLine = Type.Object({
  ...recordFields,
  liveKeys: Type.Integer({ description: "In force." }),
  testKeys: Type.Integer({ description: "In force." }),
  lastUsedAt: nullable(instant),
  orders: Type.Integer({
    description: `Standing orders of the last ${partnerFigureDays} days. Test orders are never counted.`,
  }),
  salesUsd: Type.String({ description: "Total of these orders; decimal." }),
  currencyCode: amountFields.currencyCode,
  sales: Type.String({ description: "The same in the store's currency." }),
  expectedPeople: Type.Integer({ description: "People of these orders of whom it is known whether they came." }),
  noShowPeople: Type.Integer({ description: "People of these who did not come." }),
  requests: Type.Integer({ description: `Requests with live keys in the last ${partnerFigureDays} days.` }),
  refused: Type.Integer({ description: "Refused requests, with any code." }),
  mistakes: Type.Integer({
    description: "Requests of these that were refused because of an error of the partner's program.",
  }),
  errorRate: nullable(Type.Number({ description: "Mistakes divided by requests, from 0 to 1." })),
  limitState: nullable(
    Type.Enum([...limitLevels]),
    "`near`: less is left than its warning says. `over`: nothing is left. At most a minute old. Null: it has no limit.",
  ),
  limitLeft: nullable(text, "What it can still buy; decimal. Below zero: it is over its limit."),
  limitCurrencyCode: nullable(text),
});
type PartnerLine = Type.Static<typeof PartnerLine>;

export const partnerFilter = {
  active: Type.Optional(Type.Boolean()),
  limit: Type.Optional(
    Type.Enum(["low", "over"], {
      description: "`low`: partners near their limit or over it. `over`: those that are over it.",
    }),
  ),
  q: optionalText(200, "Part of the external id or the name."),
};

/** The start of the period, and the codes that count as a partner's mistakes. */
interface PartnerFigureOptions {
  currency: StoreCurrency;
  since: Date;
  now: Date;
  mistakes: readonly string[];
}

export const partnerSorts = {
  externalId: sql`"externalId"`,
  name: nameOrder(sql`name`),
  lastUsedAt: sql`"lastUsedAt"`,
  orders: sql`orders`,
  salesUsd: sql`"salesUsd"::numeric`,
  errorRate: sql`"errorRate"`,
} as const;

export async function listPartners(
  db: Db,
  { id, q, active, limit }: Filter<typeof partnerFilter> & { id?: string },
  { currency, since, now, mistakes }: PartnerFigureOptions,
  page: ListPage<keyof typeof partnerSorts>,
): Promise<ListedRows<PartnerLine>> {
  const found = sql`where ${allConditions(
    id && sql`p.id = ${id}`,
    active !== undefined && sql`p.active = ${active}`,
    limit !== undefined &&
      sql`p.id in (
      select partner_id from partner_limit where state = any(${limit === "over" ? ["over"] : ["near", "over"]}::text[]))`,
    q && hasText(sql`p.external_id || ' ' || p.name`, q),
  )}`;
  const rows = await allRows(db)<PartnerLine>`
    with keys as (
      select partner_id, count(*) filter (where revoked_at is null and mode <> 'test') as live,
        count(*) filter (where revoked_at is null and mode = 'test') as test, max(last_used_at) as used
      from api_key group by partner_id
    ), sold as (
      select o.partner_id, count(*) as orders, sum(o.total_usd) as usd, sum(m.total) as total,
        sum(${expectedPeople(now)}) as expected, sum(${noShowPeople(now)}) as missed
      from orders o ${joinAmounts(currency)}
      where not o.test and o.created_at >= ${since} and o.status not in ('rejected', 'cancelled') group by o.partner_id
    ), usage as (
      select partner_id, sum(requests)::bigint as requests, coalesce(sum(requests) filter (where code <> ''), 0)::bigint as refused,
        coalesce(sum(requests) filter (where code = any(${mistakes}::text[])), 0)::bigint as mistakes
      from partner_usage where not test and day >= (${since}::timestamptz at time zone 'UTC')::date group by partner_id
    ), line as (
      select p.id, p.external_id as "externalId", p.name, p.active, p.notify_changes as "notifyChanges",
        p.writes_to_guests as "writesToGuests", p.shows_seats as "showsSeats", p.revision, coalesce(k.live, 0) as "liveKeys",
        coalesce(k.test, 0) as "testKeys", k.used as "lastUsedAt", coalesce(s.orders, 0) as orders,
        round(coalesce(s.usd, 0), 2)::text as "salesUsd", ${currency.code}::text as "currencyCode",
        round(coalesce(s.total, 0), ${currency.digits}::int)::text as sales, coalesce(s.expected, 0)::int as "expectedPeople", coalesce(s.missed, 0)::int as "noShowPeople",
        coalesce(u.requests, 0) as requests,
        coalesce(u.refused, 0) as refused, coalesce(u.mistakes, 0) as mistakes,
        u.mistakes::float8 / nullif(u.requests, 0) as "errorRate",
        l.state as "limitState", l.left_amount::text as "limitLeft", l.currency_code as "limitCurrencyCode"
      from partner p left join keys k on k.partner_id = p.id left join sold s on s.partner_id = p.id
        left join usage u on u.partner_id = p.id left join partner_limit l on l.partner_id = p.id
      ${found}
    )
    select * from line order by ${partnerSorts[page.sort ?? "externalId"]} ${sortDirection(page)}, "externalId" ${offsetAndLimit(page)}`;
  return { rows, total: await countListRows(db, sql`partner p ${found}`) };
}

/** Finds the partner with this id or external id. */
export const partnerRecord = (db: Db, key: { id: string } | { externalId: string }): Promise<PartnerRecord | null> =>
  firstRow(db)`
    select id, external_id as "externalId", name, active, notify_changes as "notifyChanges",
      writes_to_guests as "writesToGuests", shows_seats as "showsSeats", revision from partner
    where ${"id" in key ? sql`id = ${key.id}` : sql`external_id = ${key.externalId}`}`;

export const PartnerKey = Type.Object({
  id: text,
  partner: Type.String({ description: "The partner's external id." }),
  hint: Type.String({ description: "The key's first letters." }),
  mode: Type.Enum(["live", "test", "demo"]),
  readOnly: Type.Boolean({ description: "It may read and validate, but not place orders." }),
  assistants: Type.Boolean({ description: "An assistant may place live orders with it, over MCP." }),
  createdAt: instant,
  lastUsedAt: nullable(instant),
  revokedAt: nullable(instant),
});

/** Reads the keys of one partner or of all, valid keys first. */
export const partnerKeys = (db: Db, partnerId?: string): Promise<Type.Static<typeof PartnerKey>[]> =>
  allRows(db)`
    select k.id, p.external_id as partner, k.hint, k.mode, k.read_only as "readOnly", k.assistants, k.created_at as "createdAt",
      k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt"
    from api_key k join partner p on p.id = k.partner_id where ${allConditions(partnerId !== undefined && sql`p.id = ${partnerId}`)}
    order by p.external_id, k.revoked_at is not null, k.created_at desc, k.id`;
