import { recountAndPublish } from "../../domain/resources/resources.ts";
import { readResourcePlan } from "../../domain/resources/week.ts";
import { msPerDay } from "../../domain/selling/dates.ts";
import { lockCatalogueFiles } from "../../store/catalogue/files-lock.ts";
import { lockResources } from "../../store/resources/plan.ts";
import { type ResourceFields, writeRequirements, writeResource } from "../../store/resources/resources.ts";
import { addDays } from "./catalogue.ts";
import type { Seeding } from "./place-orders.ts";

/** The boats, vans and guides of the demo's operator, with a real week, and the items that take them. */

/** Days of the plan before the demo's creation: the guides have worked too. */
const pastDays = 7;

interface Shift {
  /** Monday is 1. */
  days: readonly number[];
  from: string;
  until: string;
}

interface DemoResource extends Pick<ResourceFields, "name" | "kind" | "capacity" | "turnaroundMinutes"> {
  shifts?: readonly Shift[];
}

const guide = (name: string, ...shifts: Shift[]): DemoResource => ({
  ...{ name, kind: "guide", capacity: 1, turnaroundMinutes: 20, shifts },
});
const days = (list: readonly number[], from = "09:00", until = "19:00"): Shift => ({ days: list, from, until });

const resources: Record<string, DemoResource> = {
  ines: guide("Inés Cantarina", days([1, 2, 3, 4, 5])),
  martin: guide("Martín Sendero", days([3, 4, 6, 7]), days([5], "16:00", "21:00")),
  beatriz: guide("Beatriz Plazuela", days([2, 5, 6, 7])),
  luisa: guide("Luísa Calçada", days([5, 6, 7], "09:00", "21:00")),
  rocio: guide("Rocío Azahar", days([2, 3, 4, 5])),
  curro: guide("Curro Girasolar", days([4, 6, 7]), days([5], "16:00", "22:00")),
  camila: guide("Camila Rayuelo", days([2, 3, 4, 6, 7])),
  bruno: guide("Bruno Riberano", days([5, 6, 7])),
  camalote: { name: "Lancha Camalote", kind: "vehicle", capacity: 20, turnaroundMinutes: 60 },
  junco: { name: "Lancha Junco", kind: "vehicle", capacity: 16, turnaroundMinutes: 60 },
  van1: { name: "Combi 1", kind: "vehicle", capacity: 15, turnaroundMinutes: 45 },
  van2: { name: "Combi 2", kind: "vehicle", capacity: 12, turnaroundMinutes: 45 },
  van3: { name: "Combi 3", kind: "vehicle", capacity: 8, turnaroundMinutes: 45 },
};

/** What events of an item take: one guide, or a seat for each guest. */
const needs: [item: string, of: (keyof typeof resources)[], perSeat: boolean, minutes: number][] = [
  ["mad-austrias-a-pie-1", ["ines", "martin", "beatriz"], false, 120],
  ["mad-austrias-a-pie-2", ["luisa", "beatriz"], false, 120],
  ["mad-austrias-a-pie-3", ["beatriz", "luisa", "martin"], false, 120],
  ["svq-triana-a-pie-1", ["rocio", "curro"], false, 120],
  ["bue-san-telmo-a-pie-1", ["camila", "bruno"], false, 150],
  ["bue-san-telmo-a-pie-2", ["bruno", "camila"], false, 150],
  ["bue-tigre-delta-1", ["camalote", "junco"], true, 300],
  ["bue-estancia-1", ["van1", "van2", "van3"], true, 600],
];

/** A guide has a week off. */
const holiday = { who: "bruno", ahead: 9, days: 7, reason: "Vacaciones" };
/** The guide of the first sold tour of this product from the second day on falls ill, so that the tour still misses a guide. */
const illness = { product: "Triana", ahead: 2, reason: "Médico" };

/** Creates the resources, and plans the week: each event takes a free guide, and keeps that guide when the guide falls ill. */
export async function createDemoResources({ tx, now, newId }: Seeding): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const since = new Date(now.getTime() - pastDays * msPerDay);
  const idOf = (name: string) => newId(`resource ${name}`);
  await lockCatalogueFiles(tx);
  await lockResources(tx);
  const write = (name: string, daysOff: ResourceFields["daysOff"]) => {
    const { shifts, ...fields } = resources[name]!;
    const hours = shifts?.flatMap(({ days, from, until }) => days.map((day) => ({ day, from, until }))) ?? null;
    return writeResource(tx, idOf(name), { ...fields, hours, daysOff, archived: false });
  };
  const { who, ahead, days: length, reason } = holiday;
  const week = { from: addDays(today, ahead), until: addDays(today, ahead + length - 1), reason };
  for (const name of Object.keys(resources)) await write(name, name === who ? [week] : []);
  const eventIds: string[] = [];
  for (const [item, of, perSeat, minutes] of needs) {
    const requirement = { resources: of.map(idOf), peoplePerUnit: perSeat ? 1 : null, minutes };
    eventIds.push(...(await writeRequirements(tx, newId(`item ${item}`), [requirement], since)));
  }
  await recountAndPublish(tx, [{ eventIds }], since);
  const span = { from: addDays(today, illness.ahead), until: addDays(today, illness.ahead + 7) };
  const tour = (await readResourcePlan(tx, span, now)).uses.find(
    ({ productName, seats, resourceId }) => seats > 0 && resourceId !== null && productName.includes(illness.product),
  );
  const ill = Object.keys(resources).find((name) => idOf(name) === tour?.resourceId);
  if (!tour || !ill) return;
  const day = tour.from.slice(0, 10);
  await write(ill, [{ from: day, until: day, reason: illness.reason }]);
  await recountAndPublish(tx, [{ resourceIds: [idOf(ill)] }], now);
}
