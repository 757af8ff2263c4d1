import { type Answer, availabilityCodes, type Language } from "@paseo/contract";
import { foldText } from "@paseo/contract/folded-text";
import { sql } from "kysely";
import Type from "typebox";
import { nullable, type Row, text } from "../../records/schemas.ts";
import { deskSalesEndAt } from "../catalogue/event-sales.ts";
import { hasText, productFound } from "../catalogue/search-text.ts";
import type { Db } from "../database/database.ts";
import { nameOrder } from "../database/lists.ts";
import { allRows } from "../database/rows.ts";
import { orderSearchCondition } from "../sale/order-words.ts";
import { orderFields } from "./order-list.ts";

/** Search over the whole back office. Each statement is bounded. */

export const foundOrderFields = {
  id: text,
  status: orderFields.status,
  test: Type.Boolean(),
  email: text,
  phoneNumber: text,
  partner: Type.String({ description: "The partner's name." }),
  externalReference: nullable(text),
  productName: text,
  eventOn: orderFields.eventOn,
};
export type FoundOrder = Row<typeof foundOrderFields> & {
  number: number;
  lang: Language;
  confirmation: string | null;
  answers: Answer[];
};

/** Maximum number of matches that are compared. A short word can match more: then any of the matches are shown. */
const maxCompared = 1000;

/** Finds matching orders, the order whose event is nearest to now first. */
export async function searchOrders(db: Db, text: string, now: Date, limit: number): Promise<FoundOrder[]> {
  const matches = await orderSearchCondition(db, text);
  return allRows(db)<FoundOrder>`
    select o.id, o.number, o.lang, o.test, o.status, pa.name as partner, o.external_reference as "externalReference",
      o.confirmation, o.email, o.phone_number as "phoneNumber", o.agreed ->> 'productName' as "productName",
      o.event_on as "eventOn", o.answers
    from (select * from orders o where ${matches} limit ${maxCompared}) o join partner pa on pa.id = o.partner_id
    order by abs(extract(epoch from o.event_on - (${now}::timestamptz at time zone 'UTC'))), o.created_at, o.number limit ${limit}`;
}

export const FoundProduct = Type.Object({ id: text, externalId: text, name: text, cityCode: text });
type FoundProduct = Type.Static<typeof FoundProduct>;

export const searchProducts = async (db: Db, text: string, limit: number): Promise<FoundProduct[]> =>
  allRows(db)`
    select p.id, p.external_id as "externalId", p.name, p.city_code as "cityCode" from product p
    where not p.deleted and ${await productFound(db, text)}
    order by ${nameOrder(sql`p.name`)}, p.id limit ${limit}`;

export const FoundEvent = Type.Object({
  id: text,
  productName: text,
  itemName: text,
  eventOn: orderFields.eventOn,
  setting: Type.Enum([...availabilityCodes], { description: "What the operator has set." }),
});
type FoundEvent = Type.Static<typeof FoundEvent>;

/**
 * Reads the next events of these products, at most `each` for each product. An event that has started is among them while guests may be late.
 * `day`: all events of this local day.
 */
export const nextEvents = (
  db: Db,
  productIds: readonly string[],
  now: Date,
  each: number,
  day: string | undefined,
): Promise<FoundEvent[]> =>
  allRows(db)`
    select e.id, p.name as "productName", e."itemName", e."eventOn", e.setting
    from product p cross join lateral (
      select e.id, i.name as "itemName", e.event_on as "eventOn", e.availability as setting from event e join item i on i.id = e.item_id
      where e.product_id = p.id and e.availability <> 'removed' and not e.hidden and e.day_ends_at > ${now}
        and e.event_on >= (${now}::timestamptz at time zone 'UTC')::date - 1
        ${day === undefined ? sql`and (p.type <> 'scheduled' or ${deskSalesEndAt} > ${now})` : sql`and e.event_on >= ${day}::date and e.event_on < ${day}::date + 1`}
      order by e.event_on, e.id limit ${each}) e
    where p.id = any(${productIds}::uuid[]) and p.type <> 'dateless' order by e."eventOn", p.name`;

export const FoundPartner = Type.Object({ id: text, externalId: text, name: text });
type FoundPartner = Type.Static<typeof FoundPartner>;

export const searchPartners = (db: Db, text: string, limit: number): Promise<FoundPartner[]> =>
  allRows(db)`
    select id, external_id as "externalId", name from partner
    where ${hasText(sql`external_id || ' ' || name`, text)}
    order by strpos(folded_text(name), ${foldText(text.trim())}) = 1 desc, name, id limit ${sql.lit(limit)}`;
