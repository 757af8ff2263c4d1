import type { Db, Tx } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import { prepared } from "../database/statement-names.ts";
import type { Requirement } from "./allocation.ts";
import type { DayOff, WorkingHours } from "./working-times.ts";

/** The resources, and the requirements of items. A store has tens of them, so each recount reads all. */

export const resourceKinds = ["vehicle", "room", "guide", "equipment"] as const;
export type ResourceKind = (typeof resourceKinds)[number];

export interface ResourceRow {
  id: string;
  name: string;
  kind: ResourceKind;
  capacity: number;
  turnaroundMinutes: number;
  hours: WorkingHours[] | null;
  daysOff: DayOff[];
  archived: boolean;
  revision: number;
}

export const allResources = (db: Db): Promise<ResourceRow[]> =>
  allRows(db)`${prepared("all-resources")}
    select id, name, kind, capacity, turnaround_minutes as "turnaroundMinutes", hours, days_off as "daysOff", archived, revision
    from resource order by lower(name), id`;

/** The requirements of each item that has some. */
export async function allRequirements(tx: Db | Tx): Promise<Map<string, Requirement[]>> {
  const rows = await allRows(tx)<{ itemId: string; requirements: Requirement[] }>`${prepared("all-requirements")}
    select item_id as "itemId", requirements from item_resources where requirements <> '[]'`;
  return new Map(rows.map(({ itemId, requirements }) => [itemId, requirements]));
}
