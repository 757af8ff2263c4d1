import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import { type Filter, givenInstant, instant, nullable, optionalText, type Row, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { allConditions, countListRows, type ListedRows, type ListPage, offsetAndLimit } from "../database/lists.ts";
import { allRows, run } from "../database/rows.ts";
import type { UsageDays } from "./usage.ts";

/** Orders of partners that were refused. Of a refused order the store has no other trace. */

export interface RefusedOrder {
  id: string;
  at: Date;
  partnerId: string;
  test: boolean;
  operation: string;
  codes: string[];
  eventId: string | null;
  externalReference: string | null;
  /** The guest's e-mail address in lower case. */
  email: string | null;
}

export const addRefusedOrders = async (tx: Tx, refused: readonly RefusedOrder[]): Promise<void> => {
  if (refused.length === 0) return;
  await run(tx)`
    insert into refused_order (id, at, partner_id, test, operation, codes, event_id, external_reference, email)
    select id, at, "partnerId", test, operation, codes, "eventId", "externalReference", email
    from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as x(id uuid, at timestamptz, "partnerId" uuid, test boolean,
      operation text, codes text[], "eventId" uuid, "externalReference" text, email text)
    on conflict (id) do nothing`;
};

export const refusedOrderColumns = {
  id: text,
  at: instant,
  partnerId: text,
  partner: Type.String({ description: "The partner's name." }),
  test: Type.Boolean({ description: "Whether the key was a test key." }),
  operation: text,
  codes: Type.Array(text, { description: "Why it was refused." }),
  externalReference: nullable(text, "The partner's own order number."),
  email: nullable(text, "The guest's e-mail address. Null: none was sent, or it was erased."),
  eventId: nullable(text),
  productName: nullable(text, "Null: no event has the id that the partner sent."),
  eventOn: nullable(text, "Local date and time of the event."),
};
export type RefusedOrderRow = Row<typeof refusedOrderColumns>;

/** How many are shown. */
const mostShown = 500;

const rowsWhere = (db: Db, condition: RawBuilder<unknown>, page: RawBuilder<unknown>): Promise<RefusedOrderRow[]> =>
  allRows(db)`
    select r.id, r.at, r.partner_id as "partnerId", pa.name as partner, r.test, r.operation, r.codes,
      r.external_reference as "externalReference", r.email, r.event_id as "eventId", p.name as "productName", e.event_on as "eventOn"
    from (select * from refused_order r where ${condition} order by r.at desc, r.id ${page}) r
    join partner pa on pa.id = r.partner_id left join event e on e.id = r.event_id left join product p on p.id = e.product_id
    order by r.at desc, r.id`;

/** Lists a partner's refused orders, the latest first. `q`: the beginning of a reference or of the guest's e-mail address, a code, or an event's id. */
export const refusedOrders = (
  db: Db,
  { partnerId, days, test, q }: { partnerId: string; days: UsageDays; test: boolean; q?: string | undefined },
): Promise<RefusedOrderRow[]> =>
  rowsWhere(
    db,
    allConditions(
      sql`r.partner_id = ${partnerId} and r.test = ${test}`,
      sql`r.at >= ${days.from}::date::timestamp at time zone 'UTC' and r.at < (${days.to}::date + 1)::timestamp at time zone 'UTC'`,
      q !== undefined && q.trim() !== "" && matches(q),
    ),
    sql`limit ${mostShown}`,
  );

/** Finds refused orders of all partners, for the search over the back office. */
export const searchRefusedOrders = (db: Db, typed: string, limit: number): Promise<RefusedOrderRow[]> =>
  rowsWhere(db, matches(typed), sql`limit ${limit}`);

export const refusedOrderFilter = {
  from: Type.Optional(givenInstant),
  to: Type.Optional(givenInstant),
  partner: optionalText(128, "External id."),
  q: optionalText(
    200,
    "The beginning of the partner's reference or of the guest's e-mail address, a code, or the id of an event.",
  ),
  code: optionalText(60),
  test: Type.Optional(Type.Boolean({ description: "Orders with test keys, or without them. By default both." })),
};

/** Lists refused orders of all partners, the latest first. */
export async function listRefusedOrders(
  db: Db,
  { from, to, partner, q, code, test }: Filter<typeof refusedOrderFilter>,
  page: ListPage<never>,
): Promise<ListedRows<RefusedOrderRow>> {
  const where = allConditions(
    from !== undefined && sql`r.at >= ${new Date(from)}`,
    to !== undefined && sql`r.at < ${new Date(to)}`,
    partner !== undefined && sql`r.partner_id in (select id from partner where external_id = ${partner})`,
    code !== undefined && sql`r.codes @> array[${code}]::text[]`,
    test !== undefined && sql`r.test = ${test}`,
    q !== undefined && q.trim() !== "" && matches(q),
  );
  const rows = await rowsWhere(db, where, offsetAndLimit(page));
  return { rows, total: await countListRows(db, sql`refused_order r where ${where}`) };
}

function matches(typed: string): RawBuilder<unknown> {
  const q = typed.trim().toLowerCase();
  const begins = `${q.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(lower(r.external_reference) like ${begins} or r.email like ${begins} or r.codes @> array[${q}]::text[] or r.event_id::text = ${q})`;
}

/** How many of a partner's refused orders are stored: a program that fails in a loop must not fill the store. */
const mostOfPartner = 5_000;

/** Deletes refused orders before a time, and all but the latest ones of each partner. */
export async function purgeRefusedOrders(db: Db, before: Date): Promise<void> {
  await run(db)`delete from refused_order where at < ${before}`;
  await run(db)`
    delete from refused_order r using (
      select partner_id, (select at from refused_order o where o.partner_id = many.partner_id order by at desc, id offset ${mostOfPartner} limit 1) as at
      from (select partner_id from refused_order group by partner_id having count(*) > ${mostOfPartner}) many
    ) last where r.partner_id = last.partner_id and r.at <= last.at`;
}
