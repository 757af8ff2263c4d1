import Type from "typebox";
import { clashReasons } from "../../domain/resources/event-resources.ts";
import { changeRequirements, completeRequirements } from "../../domain/resources/resources.ts";
import {
  type AssignmentOutcome,
  assignResource,
  candidateResources,
  comingClashes,
  readResourcePlan,
} from "../../domain/resources/week.ts";
import { dayNumber } from "../../domain/selling/dates.ts";
import { countedField, countedTicketField } from "../../records/resources/requirement.ts";
import { nullable, Revision, text } from "../../records/schemas.ts";
import { allResources, itemWithResources, ResourceRow } from "../../store/resources/resources.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { ProblemError } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { catalogueRoles, invalidFields } from "../editing/changing.ts";
import { eventSubject } from "../event-subject.ts";
import { readEvent } from "../events-by-id.ts";
import { officeRoles, operation, requireRecord } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";
import { PlannedUseRow } from "./resource-operations.ts";

/** The requirements of items, the plan of resources, and its clashes. */

const uuid = Type.String({ format: "uuid" });
const peoplePerUnit = nullable(
  Type.Integer({ minimum: 1, maximum: 10_000 }),
  "One unit for this many people: 1 for a seat of a boat. Null: the whole of one resource.",
);
const minutes = Type.Integer({ minimum: 1, maximum: 43_200 });

const RequirementsAnswer = Type.Object({
  id: text,
  name: text,
  productName: text,
  durationMinutes: nullable(Type.Integer(), "How long an event lasts, by the description of the item or the product."),
  requirements: Type.Array(
    Type.Object({
      resources: Type.Array(text),
      peoplePerUnit,
      counts: countedField,
      ticket: countedTicketField,
      minutes,
    }),
  ),
  tickets: Type.Array(text, { description: "Codes of the item's tickets." }),
  revision: Revision,
});

const requirementPosition = Type.Integer({
  minimum: 0,
  maximum: 100,
  description: "Position of the item's requirement, from 0.",
});
const presentResource = "The resource that the event has. Without it: the units that it does not have.";

const day = Type.String({ format: "date", description: "`yyyy-MM-dd`." });
const maxDays = 31;

export const resourcePlanOperations = [
  operation({
    id: "resources.requirements",
    method: "GET",
    path: "/items/{id}/requirements",
    summary: "Read which resources the events of an item take",
    roles: officeRoles,
    response: RequirementsAnswer,
    run: async ({ service, params }) => requirementsOf(service.db, params.id!),
  }),
  operation({
    id: "resources.changeRequirements",
    method: "PUT",
    path: "/items/{id}/requirements",
    summary: "Set which resources the events of an item take",
    roles: catalogueRoles,
    body: Type.Object({
      requirements: Type.Array(
        Type.Object({
          resources: Type.Array(uuid, { minItems: 1, maxItems: 200, description: "Each event takes of any of them." }),
          peoplePerUnit,
          counts: countedField,
          ticket: countedTicketField,
          minutes: Type.Optional(
            nullable(minutes, "How long an event takes them. Omitted or null: as long as the event lasts."),
          ),
        }),
        { maxItems: 20 },
      ),
      revision: Revision,
    }),
    response: RequirementsAnswer,
    async run({ service, params, body, recorded, now }) {
      const { id } = await requirementsOf(service.db, params.id!);
      await recorded(
        async (tx) => {
          const made = {} as { subject: string; before: object; after: object };
          await changeRequirements(
            tx,
            id,
            async (lock) => {
              await lock();
              const item = (await itemWithResources(tx, id))!;
              if (item.revision !== body.revision) throw changedMeanwhile();
              const resources = new Map((await allResources(tx)).map((one) => [one.id, one]));
              const { requirements, problems } = completeRequirements(item, body.requirements, resources);
              if (problems.length > 0)
                throw invalidFields(problems.map(({ field, ...problem }) => ({ pointer: `/${field}`, ...problem })));
              const named = (list: typeof requirements) =>
                list.map((one) => ({ ...one, resources: one.resources.map((of) => resources.get(of)?.name ?? of) }));
              made.subject = `${item.product} / ${item.externalId}`;
              made.before = named(item.requirements);
              made.after = named(requirements);
              return { item, requirements };
            },
            now,
          );
          return made;
        },
        (made) => made,
      );
      return requirementsOf(service.db, id);
    },
  }),
  operation({
    id: "resources.plan",
    method: "GET",
    path: "/resource-plan",
    summary: `Read which events take which resources, for up to ${maxDays} days`,
    roles: officeRoles,
    query: Type.Object({ from: day, until: day }),
    response: Type.Object({ resources: Type.Array(ResourceRow), uses: Type.Array(PlannedUseRow) }),
    async run({ service, query, now }) {
      const { from, until } = query;
      const days = dayNumber(until)! - dayNumber(from)! + 1;
      if (days < 1 || days > maxDays)
        throw invalidFields([{ pointer: "until", ...refusal("days-out-of-range", { most: maxDays, days }) }]);
      return readResourcePlan(service.db, { from, until }, now);
    },
  }),
  operation({
    id: "resources.clashes",
    method: "GET",
    path: "/resource-clashes",
    summary: "List sold events that cannot run as planned with their resources",
    roles: officeRoles,
    response: Type.Object({ clashes: Type.Array(PlannedUseRow) }),
    run: async ({ service, now }) => ({ clashes: await comingClashes(service.db, now) }),
  }),
  operation({
    id: "resources.candidates",
    method: "GET",
    path: "/events/{id}/resources",
    summary: "List the other resources that could serve an event, and why some are not free",
    roles: officeRoles,
    query: Type.Object({
      position: requirementPosition,
      from: Type.Optional(Type.String({ format: "uuid", description: presentResource })),
    }),
    response: Type.Object({
      candidates: Type.Array(
        Type.Object({
          id: text,
          name: text,
          reason: nullable(Type.Enum([...clashReasons]), "Why it is not free. Null: it is free."),
        }),
      ),
    }),
    async run({ service, params, query, now }) {
      const eventId = existingId(params.id!);
      const given = { eventId, position: query.position, from: query.from?.toLowerCase() ?? null };
      const candidates = await candidateResources(service.db, given, now);
      return { candidates: Array.isArray(candidates) ? candidates : refuse(candidates) };
    },
  }),
  operation({
    id: "resources.assign",
    method: "PUT",
    path: "/events/{id}/resources",
    summary: "Give an event another resource of its pool, such as another guide, also before its first booking",
    roles: ["owner", "catalogue", "orders"],
    body: Type.Object({
      position: requirementPosition,
      from: nullable(uuid, presentResource),
      to: nullable(uuid, "Null: none, for an event without guests."),
    }),
    async run({ service: { db }, params, body, recorded, now }) {
      const eventId = existingId(params.id!);
      const event = await readEvent({ db }, eventId, now);
      await recorded(
        async (tx) => {
          const from = body.from?.toLowerCase() ?? null;
          const result = await assignResource(tx, { ...body, from, to: body.to?.toLowerCase() ?? null, eventId }, now);
          return result.outcome === "assigned" ? result : refuse(result);
        },
        (made) => ({
          subject: event ? eventSubject([event]) : eventId,
          before: { resource: made.former?.name ?? null },
          after: { resource: made.resource?.name ?? null },
        }),
      );
    },
  }),
];

function existingId(given: string): string {
  const id = given.toLowerCase();
  return requireRecord(isUuid(id) ? id : null, "event");
}

function refuse(refused: Exclude<AssignmentOutcome, { outcome: "assigned" }>): never {
  if (refused.outcome === "unknown") return requireRecord<never>(null, "event");
  const { outcome, field, problem } = refused;
  if (outcome === "clash")
    throw new ProblemError(409, "resource-clash", problem.detail, { errors: [{ pointer: "/to", ...problem }] });
  throw invalidFields([{ pointer: `/${field === "eventId" ? "id" : field}`, ...problem }]);
}

const requirementsOf = async (db: Parameters<typeof itemWithResources>[0], id: string) => {
  const item = requireRecord(isUuid(id) ? await itemWithResources(db, id) : null, "item");
  const { name, productName, durationMinutes, requirements, codes, revision } = item;
  return { id: item.id, name, productName, durationMinutes, requirements, tickets: codes, revision };
};
