import Type from "typebox";
import {
  type AllotmentEvent,
  allotmentProblems,
  allotmentsOfEvent,
  publishAllotment,
  readAllotmentEvents,
  removeAllotment,
  saveAllotment,
} from "../../domain/booking/allotments.ts";
import { instant, nullable, optionalText, Revision, text } from "../../records/schemas.ts";
import type { Service } from "../../service.ts";
import {
  type AllotmentFields,
  AllotmentRow,
  allotmentById,
  allotmentFields,
  listAllotments,
} from "../../store/allotments/allotments.ts";
import { isUuid } from "../../web/query.ts";
import { catalogueRoles, invalidFields } from "../editing/changing.ts";
import { existingEvent } from "../events-by-id.ts";
import {
  type AdminCall,
  listSchema,
  officeRoles,
  operation,
  pageOfRows,
  pageQuery,
  requireRecord,
} from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";

/** Allotments: seats that partners have of events, guaranteed or at most. */

const { name, releaseHours, weekdays, times, closedDates, ...required } = allotmentFields;
const Given = {
  ...required,
  name: Type.Optional(Type.String({ ...name, default: "" })),
  weekdays: Type.Optional(weekdays),
  times: Type.Optional(times),
  releaseHours: Type.Optional(releaseHours),
  closedDates: Type.Optional(closedDates),
};
type GivenFields = Type.Static<Type.TObject<typeof Given>>;

const dryRunQuery = {
  dryRun: Type.Optional(
    Type.Boolean({ description: "Return what the allotment would have of each event, and change nothing." }),
  ),
};

export const AllotmentEventRow = Type.Object({
  eventId: text,
  eventOn: Type.String({ description: "Local time at the location." }),
  capacity: nullable(Type.Integer(), "Null: no limit."),
  taken: Type.Integer({ description: "Seats that its partners have bought or hold." }),
  takenByOthers: Type.Integer({ description: "Seats that all others have bought or hold." }),
  left: nullable(Type.Integer(), "Seats left in all, by the capacity and the resources. Null: no limit."),
  held: Type.Integer({ description: "Seats that it holds for its partners now." }),
  missing: Type.Integer({ description: "Seats that the event has too few for all of its guarantees." }),
  releaseAt: nullable(instant, "When the guarantee ends. Null: it is no guarantee."),
});

const Saved = Type.Object({
  allotment: nullable(AllotmentRow, "Null in a dry run."),
  events: Type.Array(AllotmentEventRow, { description: "Its coming events, by time." }),
});

const EventAllotment = Type.Object({
  ...AllotmentEventRow.properties,
  id: text,
  name: text,
  kind: allotmentFields.kind,
  seats: Type.Integer(),
  partners: Type.Array(text, { description: "Names." }),
});

/** Thrown to roll a dry run back. `events` is its result. */
class Tried extends Error {
  override name = "Tried";
  readonly events: AllotmentEvent[];
  constructor(events: AllotmentEvent[]) {
    super("tried");
    this.events = events;
  }
}

export const allotmentOperations = [
  operation({
    id: "allotments.list",
    method: "GET",
    path: "/allotments",
    summary: "List allotments by product, item and first day",
    roles: officeRoles,
    query: Type.Object({
      ...pageQuery,
      partner: optionalText(128, "External id of one of its partners."),
      itemId: Type.Optional(Type.String({ format: "uuid" })),
      ended: Type.Optional(Type.Boolean({ description: "Whether to list those whose last day is over, too." })),
    }),
    response: listSchema(AllotmentRow),
    async run({ service, query, now }) {
      const { partner, itemId, ended = false } = query;
      return pageOfRows(await listAllotments(service.db, { partner, itemId, ended }, now), query);
    },
  }),
  operation({
    id: "allotments.show",
    method: "GET",
    path: "/allotments/{id}",
    summary: "Read an allotment, and what it has of its coming events",
    roles: officeRoles,
    response: Saved,
    async run({ service, params, now }) {
      const allotment = await existing(service, params.id!, now);
      return { allotment, events: await readAllotmentEvents(service.db, allotment.id, now) };
    },
  }),
  operation({
    id: "allotments.create",
    method: "POST",
    path: "/allotments",
    summary: "Guarantee seats of an item's events to partners, or limit the seats that they can buy",
    roles: catalogueRoles,
    query: Type.Object(dryRunQuery),
    body: Type.Object(Given),
    response: Saved,
    run: (call) => save(call, null),
  }),
  operation({
    id: "allotments.update",
    method: "PUT",
    path: "/allotments/{id}",
    summary: "Change an allotment. Seats that are sold stay sold",
    roles: catalogueRoles,
    query: Type.Object(dryRunQuery),
    body: Type.Object({ ...Given, revision: Revision }),
    response: Saved,
    async run(call) {
      const { revision, ...fields } = call.body;
      const before = await existing(call.service, call.params.id!, call.now);
      return save({ ...call, body: fields }, { ...before, revision });
    },
  }),
  operation({
    id: "allotments.delete",
    method: "DELETE",
    path: "/allotments/{id}",
    summary: "Remove an allotment: everybody can buy its seats",
    roles: catalogueRoles,
    async run({ service, params, change, now }) {
      const before = await existing(service, params.id!, now);
      await change({ subject: subjectOf(before), before: noted(before) }, (tx) => removeAllotment(tx, before.id, now));
    },
  }),
  operation({
    id: "allotments.ofEvent",
    method: "GET",
    path: "/events/{id}/allotments",
    summary: "List what allotments have of an event: seats, sold, and when they are released",
    roles: officeRoles,
    response: listSchema(EventAllotment),
    async run({ service, params, now }) {
      const { id } = await existingEvent(service, params.id!, now);
      const data = await allotmentsOfEvent(service.db, id, now);
      return { data, total: data.length };
    },
  }),
];

const existing = async ({ db }: Service, id: string, now: Date): Promise<AllotmentRow> =>
  requireRecord(isUuid(id) ? await allotmentById(db, id, now) : null, "allotment");

type SaveCall = Pick<AdminCall<{ dryRun?: boolean }, GivenFields>, "service" | "query" | "body" | "recorded" | "now">;

/** Creates an allotment, or changes `before`, which has the revision that the request names. */
async function save({ service, query, body, recorded, now }: SaveCall, before: AllotmentRow | null) {
  const fields = fieldsOf(body);
  refuse(await allotmentProblems(service.db, fields));
  const saving = recorded(
    async (tx) => {
      const stored = before && (await allotmentById(tx, before.id, now));
      if (before && stored?.revision !== before.revision) throw changedMeanwhile();
      const saved = await saveAllotment(tx, { id: before?.id, fields }, now);
      if (query.dryRun) throw new Tried(saved.events);
      refuse(saved.problems);
      await publishAllotment(tx, saved, now);
      return { allotment: (await allotmentById(tx, saved.id, now))!, events: saved.events };
    },
    ({ allotment }) => ({
      subject: subjectOf(allotment),
      ...(before && { before: noted(before) }),
      after: noted(allotment),
    }),
  );
  return saving.catch((error) => {
    if (error instanceof Tried) return { allotment: null, events: error.events };
    throw error;
  });
}

/** Returns the fields with their defaults. Ids are in lower case. */
const fieldsOf = (given: GivenFields): AllotmentFields => ({
  ...given,
  name: given.name ?? "",
  itemId: given.itemId.toLowerCase(),
  partnerIds: given.partnerIds.map((id) => id.toLowerCase()),
  weekdays: given.weekdays ?? null,
  times: given.times ?? null,
  releaseHours: given.releaseHours ?? (given.kind === "guaranteed" ? 0 : null),
  closedDates: given.closedDates ?? [],
});

function refuse(problems: Awaited<ReturnType<typeof allotmentProblems>>): void {
  if (problems.length > 0)
    throw invalidFields(problems.map(({ field, ...problem }) => ({ pointer: `/${field}`, ...problem })));
}

const subjectOf = ({ name, productName, itemName }: AllotmentRow): string => name || `${productName} / ${itemName}`;

/** An allotment as the audit log shows it. */
const noted = (row: AllotmentRow) => {
  const { name, productName, itemName, kind, seats, partners, from, to, weekdays, times, releaseHours, closedDates } =
    row;
  return {
    ...{ name, item: `${productName} / ${itemName}`, kind, seats },
    partners: partners.map(({ externalId }) => externalId),
    ...{ days: `${from} – ${to}`, weekdays, times, releaseHours, closedDates },
  };
};
