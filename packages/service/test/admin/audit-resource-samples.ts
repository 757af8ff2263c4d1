import { sql } from "kysely";
import type { Db } from "../../src/store/database/database.ts";
import { eventIds } from "../concurrency/booking.ts";
import type { Operator } from "../support/console.ts";
import type { Ordering } from "../support/samples/ordering.ts";
import type { Sample } from "./audit-store-samples.ts";

/** Valid calls of the operations on resources. */
export function resourceSamples(db: Db, owner: Operator, ordering: Ordering): Record<string, () => Promise<Sample>> {
  const fields = (name: string) => ({
    ...{ name, kind: "guide", capacity: 1, turnaroundMinutes: 0, hours: null, daysOff: [], archived: false },
  });
  const create = async (name: string) => (await owner.ask("POST", "/resources", fields(name))).resource;
  const requirementsPath = async () => {
    const { rows } = await sql<{ id: string }>`
      select i.id from item i join product p on p.id = i.product_id where p.external_id = 'show'`.execute(db);
    return `/items/${rows[0]!.id}/requirements`;
  };
  const required = async (names: string[]) => {
    const made = [];
    for (const name of names) made.push(await create(name));
    const path = await requirementsPath();
    const { revision } = await owner.ask("GET", path);
    const requirements = [{ resources: made.map(({ id }) => id as string), peoplePerUnit: null, minutes: 60 }];
    return { path, body: { requirements, revision }, ids: requirements[0]!.resources };
  };
  const block = async (seats: number) => {
    const [event] = (await eventIds(db, "show")).slice(-2);
    const body = { name: "School", seats, release: "2026-06-20T12:00" };
    return { path: `/events/${event}/blocks`, body };
  };
  const blocked = async (seats: number): Promise<{ id: string; revision: number }> => {
    const { path, body } = await block(seats);
    return owner.ask("POST", path, body);
  };
  const calendarOf = async (name: string) => `/guides/${(await create(name)).id}/calendar`;
  return {
    "blocks.create": () => block(2),
    "blocks.update": async () => {
      const { id, revision } = await blocked(2);
      return { path: `/blocks/${id}`, body: { ...(await block(3)).body, revision } };
    },
    "blocks.release": async () => ({ path: `/blocks/${(await blocked(2)).id}` }),
    "guides.makeCalendar": async () => ({ path: await calendarOf("With calendar") }),
    "guides.revokeCalendar": async () => {
      const path = await calendarOf("Without calendar");
      await owner.ask("POST", path);
      return { path };
    },
    "resources.create": async () => ({ path: "/resources", body: fields("Created") }),
    "resources.update": async () => {
      const { id, revision } = await create("Before");
      return { path: `/resources/${id}`, body: { ...fields("After"), revision } };
    },
    "resources.changeRequirements": async () => {
      const { path, body } = await required(["Guide"]);
      return { path, body };
    },
    "resources.assign": async () => {
      const { path, body, ids } = await required(["First", "Second"]);
      await owner.ask("PUT", path, body);
      const [event] = (await eventIds(db, "show")).slice(-1);
      await ordering.buy(event!);
      const { rows } = await sql<{ id: string }>`
        select resource_id as id from event_resource where event_id = ${event!}`.execute(db);
      const from = rows[0]!.id;
      await owner.ask("PUT", path, { ...body, revision: (await owner.ask("GET", path)).revision });
      return { path: `/events/${event}/resources`, body: { position: 0, from, to: ids.find((id) => id !== from) } };
    },
  };
}
