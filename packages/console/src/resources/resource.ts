import type { ApiAnswer, ListRecord, RequestBody } from "../api/types.ts";
import { allWeekdays } from "../format/days.ts";
import type { Translate } from "../i18n/index.ts";
import { filteredListAddress } from "../ui/text.tsx";

/** A resource, and the values of its form: numbers are text, and equal hours of several weekdays are one row. */

export type ListedResource = ListRecord<"resources.list">;
export type Resource = Omit<ListedResource, "products">;

export interface WorkingHours {
  days: number[];
  from: string;
  until: string;
}

export interface ResourceValues {
  name: string;
  kind: Resource["kind"];
  capacity: string;
  turnaroundMinutes: string;
  limited: boolean;
  hours: WorkingHours[];
  daysOff: Resource["daysOff"];
  archived: boolean;
}

export const resourceKinds = ["vehicle", "room", "guide", "equipment"] as const satisfies readonly Resource["kind"][];

/** Returns the product of an event, with its item unless both have one name. */
export const eventName = ({ productName, itemName }: { productName: string; itemName: string }): string =>
  productName === itemName ? productName : `${productName} · ${itemName}`;

/** Returns what a requirement counts its units by. */
export const countedBy = ({
  peoplePerUnit,
  counts,
}: {
  peoplePerUnit: number;
  counts?: "seats" | "people" | undefined;
}): "seats" | "people" => counts ?? (peoplePerUnit === 1 ? "seats" : "people");

/** The list of the events that lack resources, in which an operator selects and cancels events. */
export const lackingEventsAddress = filteredListAddress("events/list", { state: "no-resources" });

/** Returns the address of a week of the plan, of one resource. */
export const resourceWeekAddress = (id: string, day?: string): string =>
  `/resource-plan?${new URLSearchParams({ resource: id, ...(day && { day }) })}`;

export type Obstacle = ApiAnswer<"resources.candidates">["candidates"][number]["reason"];

/** Says why an event cannot have a resource, or that the resource is free. */
export const obstacleText = (reason: Obstacle, t: Translate): string =>
  reason === null
    ? t("resources.week.free")
    : t(reason === "overlap" ? "resources.week.taken" : `resources.clash.${reason}`);

/** Returns the kind of a resource and its capacity: the units of boats, vehicles and rooms are seats. */
export const kindAndCapacity = ({ kind, capacity }: Pick<Resource, "kind" | "capacity">, t: Translate): string =>
  `${t(`resources.kind.${kind}`)} · ${t(kind === "vehicle" || kind === "room" ? "blocks.count" : "resources.units", { smart_count: capacity })}`;

export const newWorkingHours = (): WorkingHours => ({ days: allWeekdays, from: "09:00", until: "18:00" });

export const emptyResource: ResourceValues = {
  ...{ name: "", kind: "vehicle", capacity: "1", turnaroundMinutes: "0" },
  ...{ limited: false, hours: [], daysOff: [], archived: false },
};

export function resourceValues({ hours, capacity, turnaroundMinutes, ...resource }: Resource): ResourceValues {
  const { name, kind, daysOff, archived } = resource;
  const byTimes = Map.groupBy(hours ?? [], ({ from, until }) => `${from} ${until}`);
  const shifts = [...byTimes.values()].map((list) => ({ ...list[0]!, days: list.map(({ day }) => day).sort() }));
  return {
    ...{ name, kind, daysOff, archived, limited: hours !== null },
    hours: shifts.map(({ days, from, until }) => ({ days, from, until })),
    capacity: String(capacity),
    turnaroundMinutes: String(turnaroundMinutes),
  };
}

export const resourceBody = ({
  limited,
  hours,
  capacity,
  turnaroundMinutes,
  ...values
}: ResourceValues): RequestBody<"resources.create"> => ({
  ...values,
  name: values.name.trim(),
  capacity: Number(capacity),
  turnaroundMinutes: Number(turnaroundMinutes),
  hours: limited ? hours.flatMap(({ days, from, until }) => days.map((day) => ({ day, from, until }))) : null,
});

/** Returns whether the service can check the values: all days and hours are filled in. */
export const areValuesComplete = ({ name, capacity, turnaroundMinutes, hours, daysOff }: ResourceValues): boolean =>
  name.trim() !== "" &&
  [capacity, turnaroundMinutes].every((text) => /^\d+$/.test(text)) &&
  Number(capacity) > 0 &&
  hours.every(({ from, until }) => from !== "" && until !== "") &&
  daysOff.every(({ from, until }) => from !== "" && until >= from);
