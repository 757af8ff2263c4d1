import { randomUUID } from "node:crypto";
import { heldByGuarantees, takenBy } from "../../records/partners/allotments.ts";
import {
  type AllotmentFields,
  type AllotmentRow,
  allotmentsByIds,
  deleteAllotment,
  eventsOfAllotment,
  itemNames,
  markAllotted,
  otherGuarantee,
  unknownPartners,
  writeAllotment,
} from "../../store/allotments/allotments.ts";
import { type AllottedEvent, readAllotted } from "../../store/allotments/allotted-events.ts";
import { lockCatalogueFiles } from "../../store/catalogue/files-lock.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { lockEvents, publishEvents, recountSeats } from "../../store/orders/order-writes.ts";
import { type FieldRefusal, refusal } from "../../texts/field-refusals.ts";

/**
 * Allotments: seats of an item's events that are guaranteed to partners, or beyond which they cannot buy. Each change counts the seats of the
 * events again: docs/decisions/0069-allotments.md.
 */

/** A problem of a field, or of an entry of a list: `closedDates/2`. */
interface AllotmentProblem extends FieldRefusal {
  field: string;
}

/** What an allotment has of one event. */
export interface AllotmentEvent {
  eventId: string;
  eventOn: string;
  capacity: number | null;
  /** Seats that its partners have bought or hold, and that all others have. */
  taken: number;
  takenByOthers: number;
  /** Seats left in all. Null: no limit. */
  left: number | null;
  /** Seats that it holds for its partners now. */
  held: number;
  /** Seats that are missing for all guarantees of the event. */
  missing: number;
  /** When the guarantee ends. Null: it is no guarantee. */
  releaseAt: Date | null;
}

/** An allotment that was written, and not published yet. */
export interface SavedAllotment {
  id: string;
  /** What it has of its coming events. */
  events: AllotmentEvent[];
  /** Products with events that somebody sees as sold out now, or on sale again. */
  products: string[];
  /** Why it must not stay. */
  problems: AllotmentProblem[];
}

/** Greatest number of coming events of one allotment. */
export const maxAllotmentEvents = 4_000;

/** Checks the fields of an allotment that the schema cannot check. */
export async function allotmentProblems(db: Db | Tx, given: AllotmentFields): Promise<AllotmentProblem[]> {
  const { itemId, kind, partnerIds, from, to, weekdays, times, releaseHours, closedDates } = given;
  const problems: AllotmentProblem[] = [];
  if (!(await itemNames(db, itemId))) problems.push({ field: "itemId", ...refusal("item-unknown") });
  const unknown = await unknownPartners(db, partnerIds);
  for (const [n, id] of partnerIds.entries())
    if (unknown.has(id)) problems.push({ field: `partnerIds/${n}`, ...refusal("no-such-partner", { value: id }) });
  const lists = { partnerIds, weekdays: weekdays ?? [], times: times ?? [], closedDates };
  for (const [field, list] of Object.entries(lists))
    for (const [n, one] of list.entries())
      if ((list as unknown[]).indexOf(one) < n) problems.push({ field: `${field}/${n}`, ...refusal("present-twice") });
  if (to < from) problems.push({ field: "to", ...refusal("before-first-day") });
  if (kind === "guaranteed" && releaseHours === null) problems.push({ field: "releaseHours", ...refusal("missing") });
  if (kind === "at-most" && releaseHours !== null)
    problems.push({ field: "releaseHours", ...refusal("release-of-no-guarantee") });
  return problems;
}

/**
 * Writes a new or changed allotment and counts its events again. With problems, the caller has to roll the transaction back; without, to
 * publish. No import may add events meanwhile, because they would not be marked.
 */
export async function saveAllotment(
  tx: Tx,
  { id = randomUUID(), fields }: { id?: string | undefined; fields: AllotmentFields },
  now: Date,
): Promise<SavedAllotment> {
  const { after, products, problems } = await changeAllotment(tx, id, () => writeAllotment(tx, id, fields), now);
  const other = await otherGuarantee(tx, id, now);
  if (other) {
    const values = {
      partner: other.partner,
      event: other.eventOn.slice(0, 16).replace("T", " "),
      allotment: other.name,
    };
    problems.push({ field: "partnerIds", ...refusal("partner-guaranteed-twice", values) });
  }
  const events = after.map((event) => eventOfAllotment(id, event, now));
  const [first, ...others] = events.filter(({ missing }) => missing > 0);
  if (first) {
    const values = {
      event: first.eventOn.slice(0, 16).replace("T", " "),
      missing: first.missing,
      others: others.length,
    };
    problems.push({ field: "seats", ...refusal("too-few-seats-to-guarantee", values) });
  }
  return { id, events, products, problems };
}

/** Removes an allotment: everybody can buy its seats. */
export async function removeAllotment(tx: Tx, id: string, now: Date): Promise<void> {
  await publishAllotment(tx, await changeAllotment(tx, id, () => deleteAllotment(tx, id), now), now);
}

/** Publishes the events whose availability a written allotment changed. Locks the version counter, so it is the last step. */
export async function publishAllotment(
  tx: Tx,
  { products }: Pick<SavedAllotment, "products">,
  now: Date,
): Promise<void> {
  if (products.length > 0) await publishEvents(tx, [], now, products);
}

/** Locks the catalogue files, the resources, then the events. */
async function changeAllotment(
  tx: Tx,
  id: string,
  write: () => Promise<void>,
  now: Date,
): Promise<{ after: AllottedEvent[] } & Pick<SavedAllotment, "products" | "problems">> {
  await lockCatalogueFiles(tx);
  const before = await eventsOfAllotment(tx, id, now, maxAllotmentEvents);
  await write();
  const after = await eventsOfAllotment(tx, id, now, maxAllotmentEvents + 1);
  if (after.length > maxAllotmentEvents)
    return {
      after: [],
      products: [],
      problems: [{ field: "to", ...refusal("too-many-allotment-events", { most: maxAllotmentEvents }) }],
    };
  const all = [...new Set([...before, ...after])];
  await lockEvents(tx, all);
  await markAllotted(tx, all);
  // An event that got its first allotment is one of these now.
  const { products } = await recountSeats(tx, await lockEvents(tx, all), now);
  const allotted = await readAllotted(tx, after);
  return { after: after.map((one) => allotted.get(one)!), products, problems: [] };
}

/** Reads what an allotment has of its coming events. */
export async function readAllotmentEvents(db: Db, id: string, now: Date): Promise<AllotmentEvent[]> {
  const ids = await eventsOfAllotment(db, id, now, maxAllotmentEvents);
  const events = await readAllotted(db, ids);
  return ids.map((one) => eventOfAllotment(id, events.get(one)!, now));
}

/** Returns what an allotment has of an event. */
function eventOfAllotment(id: string, event: AllottedEvent, now: Date): AllotmentEvent {
  const own = event.allotments.find((one) => one.id === id)!;
  const taken = takenBy(own.partnerIds, event.taken);
  const { capacityLeft, guaranteed } = event.stored;
  const left = capacityLeft === null ? null : capacityLeft + guaranteed;
  const all = Object.values(event.taken).reduce((sum, seats) => sum + seats, 0);
  return {
    eventId: event.id,
    eventOn: event.eventOn,
    capacity: event.capacity,
    taken,
    takenByOthers: all - taken,
    left,
    held: heldByGuarantees({ allotments: [own], taken: event.taken }, now),
    missing: left === null ? 0 : Math.max(0, heldByGuarantees(event, now) - left),
    releaseAt: own.releaseAt,
  };
}

/** Reads what each allotment has of an event. */
export async function allotmentsOfEvent(
  db: Db,
  eventId: string,
  now: Date,
): Promise<(AllotmentEvent & Pick<AllotmentRow, "id" | "name" | "kind" | "seats"> & { partners: string[] })[]> {
  const event = (await readAllotted(db, [eventId])).get(eventId);
  const rows = await allotmentsByIds(db, event?.allotments.map(({ id }) => id) ?? [], now);
  return rows.map(({ id, name, kind, seats, partners }) => ({
    ...eventOfAllotment(id, event!, now),
    ...{ id, name, kind, seats, partners: partners.map((partner) => partner.name) },
  }));
}
