import { localTimesOfProducts } from "../domain/catalogue/local-times.ts";
import type { Service } from "../service.ts";
import { type DayEventLine, eventsByIds } from "../store/visits/day-events.ts";
import { isUuid } from "../web/query.ts";
import { requireRecord } from "./operation.ts";

/** Reads events that a request names. */

/** Reads the events with these ids, in order of their start. An id without an event is left out. */
export const readEvents = async (
  { db }: Pick<Service, "db">,
  ids: readonly string[],
  now: Date,
): Promise<DayEventLine[]> => eventsByIds(db, ids, now, await localTimesOfProducts(db, now));

/** Reads an event. Null: the id is not a GUID, or there is no such event. */
export async function readEvent(service: Pick<Service, "db">, id: string, now: Date): Promise<DayEventLine | null> {
  const [event] = isUuid(id) ? await readEvents(service, [id], now) : [];
  return event ?? null;
}

/** Reads an event. Throws a 404 if there is none. */
export const existingEvent = async (service: Pick<Service, "db">, id: string, now: Date): Promise<DayEventLine> =>
  requireRecord(await readEvent(service, id, now), "event");
