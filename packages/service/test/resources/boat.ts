import { sql } from "kysely";
import { importCatalogue } from "../../src/domain/import/import.ts";
import { createKey } from "../../src/domain/partners/keys.ts";
import { changeRequirements, saveResource } from "../../src/domain/resources/resources.ts";
import type { CatalogueFile } from "../../src/records/catalogue-file.ts";
import type { ResourceRequirement } from "../../src/records/resources/requirement.ts";
import type { Db } from "../../src/store/database/database.ts";
import { itemWithResources, type ResourceFields, type ResourceRow } from "../../src/store/resources/resources.ts";
import { comingShow, eventIds } from "../concurrency/booking.ts";
import { variant } from "../support/samples/catalogue.ts";

/** Three tours and the boat that they share. */

export const tours = ["north", "south", "sunset"] as const;

/** Three products whose events are at the same times, on each of `days` coming evenings. */
export function comingTours(days: number, capacity: number | null): CatalogueFile {
  const { products, ...rest } = comingShow(days, capacity as number);
  return {
    ...rest,
    products: tours.map((name) => variant(products![0]!, { externalId: name, name }, { externalId: name })),
  };
}

export const boatFields = (more: Partial<ResourceFields> = {}): ResourceFields => ({
  ...{ name: "Boat", kind: "vehicle", capacity: 20, turnaroundMinutes: 0, hours: null, daysOff: [], archived: false },
  ...more,
});

export const addResource = (db: Db, more: Partial<ResourceFields> = {}, now = new Date()): Promise<ResourceRow> =>
  db.transaction().execute((tx) => saveResource(tx, { fields: boatFields(more) }, now));

export const changeResource = (
  db: Db,
  { id, ...before }: ResourceRow,
  more: Partial<ResourceFields>,
  now = new Date(),
) => {
  const { revision: _, ...fields } = before;
  return db.transaction().execute((tx) => saveResource(tx, { id, fields: { ...fields, ...more } }, now));
};

export async function itemId(db: Db, product: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select i.id from item i join product p on p.id = i.product_id where p.external_id = ${product}`.execute(db);
  return rows[0]!.id;
}

export async function require(
  db: Db,
  product: string,
  requirements: ResourceRequirement[],
  now = new Date(),
): Promise<void> {
  const id = await itemId(db, product);
  await db.transaction().execute((tx) => {
    const change = async () => ({ item: (await itemWithResources(tx, id))!, requirements });
    return changeRequirements(tx, id, async (lock) => lock().then(change), now);
  });
}

/** Requires a seat of the boat for each person. */
export const seatOf = ({ id }: ResourceRow): ResourceRequirement => ({
  resources: [id],
  peoplePerUnit: 1,
  minutes: 90,
});

/** Creates the tours, their boat and a live key. Returns in `events` the events of each day, one for each tour. */
export async function plantTours(
  db: Db,
  days: number,
  { seats, capacity = seats }: { seats: number; capacity?: number | null },
): Promise<{ key: string; boat: ResourceRow; events: string[][] }> {
  await importCatalogue(db, comingTours(days, capacity), { now: new Date() });
  const { key } = await createKey(db, { partner: "acme", mode: "live", readOnly: false, now: new Date() });
  const boat = await addResource(db, { capacity: seats });
  for (const name of tours) await require(db, name, [seatOf(boat)]);
  const ofTours = await Promise.all(tours.map((name) => eventIds(db, name)));
  return { key, boat, events: ofTours[0]!.map((_, day) => ofTours.map((ids) => ids[day]!)) };
}

/** Counts the people of events by their orders and holds, and reads the units and seats left in the store. */
export async function stateOf(db: Db, events: readonly string[]) {
  const { rows } = await sql<{ people: number; sold: number; units: number; left: number | null }>`
    select (select coalesce(sum(seats), 0) from orders o where o.event_id = e.id and status not in ('rejected', 'cancelled'))::int as sold,
      ((select coalesce(sum(seats), 0) from orders o where o.event_id = e.id and status not in ('rejected', 'cancelled'))
        + (select coalesce(sum(seats), 0) from hold h where h.event_id = e.id and h.status = 'open'))::int as people,
      (select coalesce(sum(units), 0) from event_resource r where r.event_id = e.id)::int as units, e.capacity_left as left
    from unnest(${events}::uuid[]) with ordinality x(id, n) join event e on e.id = x.id order by n`.execute(db);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    left: rows.map(({ left }) => left),
    units: rows.map(({ units }) => units),
    people: rows.map(({ people }) => people),
    taken: sum(rows.map(({ people }) => people)),
    sold: sum(rows.map(({ sold }) => sold)),
  };
}
