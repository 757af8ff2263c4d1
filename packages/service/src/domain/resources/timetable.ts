import Type from "typebox";
import { nullable } from "../../records/schemas.ts";
import type { Db } from "../../store/database/database.ts";
import { eventIdsOfResource, timetableFacts } from "../../store/resources/timetable.ts";
import { type DayEventLine, dayEventFields, eventsByIds, listDayEvents } from "../../store/visits/day-events.ts";
import { localTimesOfProducts } from "../catalogue/local-times.ts";
import { storeCurrency } from "../money/store-currency.ts";
import { EventRequirement, requirementsOfEvents } from "./event-resources.ts";

/** The timetable: the events of some days by their times, with their resources. */

export const TimetableEvent = Type.Object({
  ...dayEventFields,
  minutes: nullable(
    Type.Integer(),
    "How long it lasts, by the description of its item or product. Null: neither says it.",
  ),
  balancesDue: Type.Integer({ description: "Standing orders on account that are not paid in full." }),
  requirements: Type.Array(EventRequirement, { description: "The resources that it takes." }),
});
type TimetableEvent = Type.Static<typeof TimetableEvent>;

/**
 * Reads the events of some local days, in order of their start. `resourceId`: only events that take this resource. `total` counts all
 * events, also those after `limit`.
 */
export async function readTimetable(
  db: Db,
  { resourceId, ...days }: { from: string; days: number; resourceId?: string | undefined },
  limit: number,
  now: Date,
): Promise<{ events: TimetableEvent[]; total: number }> {
  const times = await localTimesOfProducts(db, now);
  const { rows, total } =
    resourceId === undefined
      ? await listDayEvents(db, days, limit, now, times)
      : await ofResource(db, resourceId, days, limit, now, times);
  const ids = rows.map(({ id }) => id);
  const facts = new Map((await timetableFacts(db, ids, await storeCurrency(db))).map((one) => [one.id, one]));
  const requirements = await requirementsOfEvents(db, ids, now);
  const events = rows.map(({ tickets: _, ...row }) => ({
    ...row,
    minutes: facts.get(row.id)?.minutes ?? null,
    balancesDue: facts.get(row.id)?.balancesDue ?? 0,
    requirements: requirements.get(row.id) ?? [],
  }));
  return { events, total };
}

async function ofResource(
  db: Db,
  resourceId: string,
  days: { from: string; days: number },
  limit: number,
  now: Date,
  times: Parameters<typeof eventsByIds>[3],
): Promise<{ rows: DayEventLine[]; total: number }> {
  const found = await eventsByIds(db, await eventIdsOfResource(db, resourceId, days), now, times);
  const rows = found.filter(
    ({ state, sold, people }) => !["removed", "unpublished"].includes(state) || sold > 0 || people > 0,
  );
  return { rows: rows.slice(0, limit), total: rows.length };
}
