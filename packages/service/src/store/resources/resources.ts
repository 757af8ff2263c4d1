import { sql } from "kysely";
import Type from "typebox";
import type { ResourceRequirement } from "../../records/resources/requirement.ts";
import { nullable, Revision, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { nameOrder } from "../database/lists.ts";
import { allRows, firstRow, run } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";

/** The resources, and the requirements of items. A store has tens of them, so each recount reads all. */

export const resourceKinds = ["vehicle", "room", "guide", "equipment"] as const;

const time = Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$", description: "`HH:mm`." });
const date = Type.String({ format: "date", description: "`yyyy-MM-dd`." });

/** The fields of a resource that an operator gives. */
export const resourceFields = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  kind: Type.Enum([...resourceKinds]),
  capacity: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    description: "Units that events can take at the same time: seats of a boat, pieces of a set, 1 for a guide.",
  }),
  turnaroundMinutes: Type.Integer({
    minimum: 0,
    maximum: 1_440,
    description: "Minutes after each event during which it takes no other event.",
  }),
  hours: nullable(
    Type.Array(
      Type.Object({
        day: Type.Integer({ minimum: 1, maximum: 7, description: "Monday is 1." }),
        from: time,
        until: Type.String({ ...time, description: "`HH:mm`. At or before `from`: on the next day." }),
      }),
      { maxItems: 50 },
    ),
    "Working hours in local time. Null: always.",
  ),
  daysOff: Type.Array(Type.Object({ from: date, until: date, reason: Type.String({ maxLength: 200 }) }), {
    maxItems: 500,
    description: "Days without work, both included.",
  }),
  archived: Type.Boolean({ description: "Whether it takes no more events." }),
};
const Fields = Type.Object(resourceFields);
export type ResourceFields = Type.Static<typeof Fields>;

export const ResourceRow = Type.Object({ id: text, ...resourceFields, revision: Revision });
export type ResourceRow = Type.Static<typeof ResourceRow>;

export const allResources = (db: Db): Promise<ResourceRow[]> =>
  allRows(db)`${prepareAs("all-resources")}
    select id, name, kind, capacity, turnaround_minutes as "turnaroundMinutes", hours, days_off as "daysOff", archived, revision
    from resource order by ${nameOrder(sql`name`)}, id`;

export const resourceById = async (db: Db, id: string): Promise<ResourceRow | null> =>
  (await allResources(db)).find((one) => one.id === id.toLowerCase()) ?? null;

/** Writes a resource. Each change counts its revision. */
export async function writeResource(tx: Tx, id: string, fields: ResourceFields): Promise<void> {
  const { name, kind, capacity, turnaroundMinutes, hours, daysOff, archived } = fields;
  await run(tx)`
    insert into resource as r (id, name, kind, capacity, turnaround_minutes, hours, days_off, archived)
    values (${id}, ${name}, ${kind}, ${capacity}, ${turnaroundMinutes}, ${hours && JSON.stringify(hours)}::jsonb,
      ${JSON.stringify(daysOff)}::jsonb, ${archived})
    on conflict (id) do update set name = excluded.name, kind = excluded.kind, capacity = excluded.capacity,
      turnaround_minutes = excluded.turnaround_minutes, hours = excluded.hours, days_off = excluded.days_off,
      archived = excluded.archived, revision = r.revision + 1`;
}

/** Reads the requirements of each item that has some. */
export async function allRequirements(tx: Db | Tx): Promise<Map<string, ResourceRequirement[]>> {
  const rows = await allRows(tx)<{
    itemId: string;
    requirements: ResourceRequirement[];
  }>`${prepareAs("all-requirements")}
    select item_id as "itemId", requirements from item_resources where requirements <> '[]'`;
  return new Map(rows.map(({ itemId, requirements }) => [itemId, requirements]));
}

export const UsingProduct = Type.Object({ id: text, name: text });

/** Returns for each resource the products whose items need it, in the order of their names. It leaves out deleted products and dropped items. */
export async function productsByResource(db: Db): Promise<Map<string, Type.Static<typeof UsingProduct>[]>> {
  const rows = await allRows(db)<{ resourceId: string; products: Type.Static<typeof UsingProduct>[] }>`
    select u.resource as "resourceId", jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by ${nameOrder(sql`p.name`)}, p.id) as products
    from (
      select distinct resource, i.product_id from item_resources r join item i on i.id = r.item_id and not i.dropped,
        jsonb_array_elements(r.requirements) as requirement, jsonb_array_elements_text(requirement -> 'resources') as resource
    ) u join product p on p.id = u.product_id and not p.deleted
    group by u.resource`;
  return new Map(rows.map(({ resourceId, products }) => [resourceId, products]));
}

/** An item with its requirements, and the fields by which requirements are checked. `revision` 0: it never had requirements. */
export interface ItemWithResources {
  id: string;
  externalId: string;
  name: string;
  product: string;
  productName: string;
  type: string;
  /** How long its events last, by the item's or the product's description. */
  durationMinutes: number | null;
  requirements: ResourceRequirement[];
  /** Codes of the item's tickets. */
  codes: string[];
  revision: number;
}

export const itemWithResources = (db: Db | Tx, id: string): Promise<ItemWithResources | null> =>
  firstRow(db)`
    select i.id, i.external_id as "externalId", i.name, p.external_id as product, p.name as "productName", p.type,
      coalesce((i.record ->> 'durationMinutes')::int, (p.record ->> 'durationMinutes')::int) as "durationMinutes",
      jsonb_path_query_array(i.record, '$.ticketRules[*].code') as codes, coalesce(r.requirements, '[]') as requirements, coalesce(r.revision, 0) as revision
    from item i join product p on p.id = i.product_id left join item_resources r on r.item_id = i.id where i.id = ${id}`;

/** Writes an item's requirements, and marks its coming events. Returns these events. */
export async function writeRequirements(
  tx: Tx,
  itemId: string,
  requirements: readonly ResourceRequirement[],
  now: Date,
): Promise<string[]> {
  await run(tx)`
    insert into item_resources as r (item_id, requirements) values (${itemId}, ${JSON.stringify(requirements)}::jsonb)
    on conflict (item_id) do update set requirements = excluded.requirements, revision = r.revision + 1`;
  await run(tx)`
    select 1 from event where item_id = ${itemId} and day_ends_at > ${now} order by id for update`;
  const rows = await allRows(tx)<{ id: string }>`
    update event set needs_resources = ${requirements.length > 0} where item_id = ${itemId} and day_ends_at > ${now}
    returning id`;
  return rows.map(({ id }) => id);
}

/** Reads the names of events, by id. */
export async function eventNames(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Map<string, { productName: string; itemName: string }>> {
  const rows = await allRows(db)<{ id: string; productName: string; itemName: string }>`
    select e.id, p.name as "productName", i.name as "itemName" from event e join item i on i.id = e.item_id
    join product p on p.id = e.product_id where e.id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}
