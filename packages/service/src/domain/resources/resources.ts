import { randomUUID } from "node:crypto";
import type { ResourceRequirement } from "../../records/resources/requirement.ts";
import { lockCatalogueFiles } from "../../store/catalogue/files-lock.ts";
import type { Tx } from "../../store/database/database.ts";
import { publishChanges } from "../../store/publishing/publishing.ts";
import { lockResources, type RecountedChange, recountResources } from "../../store/resources/plan.ts";
import {
  type ItemWithResources,
  type ResourceFields,
  type ResourceRow,
  resourceById,
  writeRequirements,
  writeResource,
} from "../../store/resources/resources.ts";
import { type FieldRefusal, refusal } from "../../texts/field-refusals.ts";

/** Changes of resources and requirements. Each recounts the seats of the events that it concerns, and publishes them. */

/** Creates a resource, or changes it when `id` is given. */
export async function saveResource(
  tx: Tx,
  { id = randomUUID(), fields }: { id?: string; fields: ResourceFields },
  now: Date,
): Promise<ResourceRow> {
  await lockResources(tx);
  await writeResource(tx, id, fields);
  await recountAndPublish(tx, [{ resourceIds: [id] }], now);
  return (await resourceById(tx, id))!;
}

/**
 * Changes the requirements of an item. No import may add events of the item meanwhile, because they would not be
 * marked: it locks the catalogue files, then the resources, then the events.
 */
export async function changeRequirements(
  tx: Tx,
  itemId: string,
  change: (lock: () => Promise<void>) => Promise<{ item: ItemWithResources; requirements: ResourceRequirement[] }>,
  now: Date,
): Promise<void> {
  await lockCatalogueFiles(tx);
  const { item, requirements } = await change(() => lockResources(tx));
  const eventIds = await writeRequirements(tx, itemId, requirements, now);
  const resourceIds = [...item.requirements, ...requirements].flatMap(({ resources }) => resources);
  await recountAndPublish(tx, [...(eventIds.length > 0 ? [{ eventIds }] : []), { resourceIds }], now);
}

/** Recounts the seats of changed events and publishes these events. The caller has locked the resources. */
export async function recountAndPublish(tx: Tx, changes: RecountedChange[], now: Date): Promise<void> {
  const products = new Set<string>();
  for (const change of changes) for (const id of (await recountResources(tx, change, now)).products) products.add(id);
  if (products.size > 0) await publishChanges(tx, { touched: [...products] }, now);
}

/** A problem of a requirement; `field` is a path such as `requirements/0/minutes`. */
interface RequirementProblem extends FieldRefusal {
  field: string;
}

/** A requirement as an operator gives it: without `minutes`, it lasts as long as the item's events. */
type GivenRequirement = Omit<ResourceRequirement, "minutes"> & { minutes?: number | null | undefined };

/** Checks requirements, and adds the length of the events where none is given. */
export function completeRequirements(
  { type, durationMinutes, codes, requirements: before }: ItemWithResources,
  given: readonly GivenRequirement[],
  resources: ReadonlyMap<string, ResourceRow>,
): { requirements: ResourceRequirement[]; problems: RequirementProblem[] } {
  const problems: RequirementProblem[] = [];
  if (type !== "scheduled" && given.length > 0)
    problems.push({ field: "requirements", ...refusal("resources-need-times", { type }) });
  const used = new Map<string, number>();
  const known = new Set(before.flatMap((one) => one.resources));
  const requirements = given.map((row, n) => {
    const one = { ...row, resources: row.resources.map((id) => id.toLowerCase()) };
    for (const [m, id] of one.resources.entries()) {
      const field = `requirements/${n}/resources/${m}`;
      const resource = resources.get(id);
      if (!resource) problems.push({ field, ...refusal("no-such-resource", { value: id }) });
      else if (resource.archived && !known.has(id))
        problems.push({ field, ...refusal("resource-archived", { resource: resource.name }) });
      if (used.has(id))
        problems.push({
          field,
          ...refusal("resource-twice", { resource: resource?.name ?? id, n: used.get(id)! + 1 }),
        });
      used.set(id, n);
    }
    const minutes = one.minutes ?? durationMinutes;
    if (minutes === null) problems.push({ field: `requirements/${n}/minutes`, ...refusal("minutes-missing") });
    const { peoplePerUnit, counts, ticket } = one;
    if (ticket !== undefined && !codes.includes(ticket))
      problems.push({ field: `requirements/${n}/ticket`, ...refusal("ticket-not-of-item", { ticket }) });
    if (ticket !== undefined && (peoplePerUnit === null || counts))
      problems.push({ field: `requirements/${n}/ticket`, ...refusal("ticket-counts-units") });
    return {
      ...{ resources: one.resources, peoplePerUnit },
      ...(counts && { counts }),
      ...(ticket !== undefined && { ticket }),
      minutes: minutes ?? 0,
    };
  });
  return { requirements, problems };
}
