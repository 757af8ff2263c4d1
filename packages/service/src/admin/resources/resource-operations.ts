import Type from "typebox";
import { clashReasons } from "../../domain/resources/event-resources.ts";
import { saveResource } from "../../domain/resources/resources.ts";
import { comingClashes, type PlannedUse } from "../../domain/resources/week.ts";
import { nullable, optionalText, Revision, text } from "../../records/schemas.ts";
import type { Db } from "../../store/database/database.ts";
import {
  allResources,
  productsByResource,
  ResourceRow,
  resourceById,
  resourceFields,
  UsingProduct,
} from "../../store/resources/resources.ts";
import { type RefusedField, refusal } from "../../texts/field-refusals.ts";
import { catalogueRoles, invalidFields } from "../editing/changing.ts";
import { listSchema, officeRoles, operation, pageOfRows, pageQuery, requireRecord } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";

/** Resources: the boats, vans, rooms, guides and equipment that events share. */

export const PlannedUseRow = Type.Object({
  eventId: text,
  position: Type.Integer({ description: "Position of the item's requirement, from 0." }),
  resourceId: nullable(text, "Null: units that the event could not get."),
  units: Type.Integer(),
  from: Type.String({ description: "Local time, `yyyy-MM-ddTHH:mm`." }),
  until: Type.String({ description: "Local time, without the turnaround." }),
  productName: text,
  itemName: text,
  seats: Type.Integer({ description: "Seats that are sold or held." }),
  people: Type.Integer({ description: "People for whom they are sold or held." }),
  pool: Type.Array(text, { description: "Ids of the resources that can serve." }),
  clash: nullable(Type.Enum([...clashReasons]), "Why the event cannot run as planned. Null: it can."),
});

/** Thrown to roll a dry run back. `clashes` is the result of the dry run. */
class Tried extends Error {
  override name = "Tried";
  readonly clashes: PlannedUse[];
  constructor(clashes: PlannedUse[]) {
    super("tried");
    this.clashes = clashes;
  }
}

const Given = Type.Object(resourceFields);
const ListedResource = Type.Object({
  ...ResourceRow.properties,
  products: Type.Array(UsingProduct, { description: "Products whose events take it, by name." }),
});
const Answer = Type.Object({
  resource: ResourceRow,
  clashes: Type.Array(PlannedUseRow, {
    description: "Sold events that cannot run as planned with this resource, or for which it is missing.",
  }),
});

export const resourceOperations = [
  operation({
    id: "resources.list",
    method: "GET",
    path: "/resources",
    summary: "List boats, vans, rooms, guides and equipment by name",
    roles: officeRoles,
    query: Type.Object({
      ...pageQuery,
      q: optionalText(200, "Part of the name."),
      archived: Type.Optional(Type.Boolean({ description: "Whether it is archived. Omitted: both." })),
    }),
    response: listSchema(ListedResource),
    async run({ service, query }) {
      const { q = "", archived } = query;
      const rows = (await allResources(service.db)).filter(
        (row) =>
          row.name.toLowerCase().includes(q.toLowerCase()) && (archived === undefined || row.archived === archived),
      );
      const products = await productsByResource(service.db);
      const page = pageOfRows(rows, query);
      return { ...page, data: page.data.map((row) => ({ ...row, products: products.get(row.id) ?? [] })) };
    },
  }),
  operation({
    id: "resources.show",
    method: "GET",
    path: "/resources/{id}",
    summary: "Read a resource",
    roles: officeRoles,
    response: ResourceRow,
    run: ({ service, params }) => existing(service.db, params.id!),
  }),
  operation({
    id: "resources.create",
    method: "POST",
    path: "/resources",
    summary: "Create a resource",
    roles: catalogueRoles,
    body: Given,
    response: Answer,
    async run({ body, recorded, now }) {
      const fields = checked(body);
      const resource = await recorded(
        (tx) => saveResource(tx, { fields }, now),
        (made) => ({ subject: made.name, after: made }),
      );
      return { resource, clashes: [] };
    },
  }),
  operation({
    id: "resources.update",
    method: "PUT",
    path: "/resources/{id}",
    summary: "Change a resource. The answer names sold events that cannot run as planned then",
    roles: catalogueRoles,
    query: Type.Object({
      dryRun: Type.Optional(Type.Boolean({ description: "Return the clashes of the change, and change nothing." })),
    }),
    body: Type.Object({ ...resourceFields, revision: Revision }),
    response: Answer,
    async run({ service, params, query, body, recorded, now }) {
      const { revision, ...given } = body;
      const fields = checked(given);
      const before = await existing(service.db, params.id!);
      try {
        const { resource, clashes } = await recorded(
          async (tx) => {
            const resource = await saveResource(tx, { id: before.id, fields }, now);
            // Other operators may write the resource first, and this write waits for them. So the operation compares the revision after the
            // write. A dry run overwrites nothing, so it is also right just after the resource was saved.
            if (!query.dryRun && resource.revision !== revision + 1) throw changedMeanwhile();
            const clashes = await comingClashes(tx, now, before.id);
            if (query.dryRun) throw new Tried(clashes);
            return { resource, clashes };
          },
          ({ resource }) => ({ subject: resource.name, before, after: resource }),
        );
        return { resource, clashes };
      } catch (error) {
        if (error instanceof Tried) return { resource: before, clashes: error.clashes };
        throw error;
      }
    },
  }),
];

const existing = async (db: Db, id: string): Promise<ResourceRow> =>
  requireRecord(await resourceById(db, id), "resource");

/** Checks rules that the schema cannot express. */
function checked<Fields extends Type.Static<typeof Given>>(fields: Fields): Fields {
  const problems: RefusedField[] = fields.daysOff.flatMap(({ from, until }, n) =>
    from > until ? [{ pointer: `/daysOff/${n}/until`, ...refusal("before-first-day") }] : [],
  );
  if (fields.name.trim() === "") problems.push({ pointer: "/name", ...refusal("blank") });
  if (problems.length > 0) throw invalidFields(problems);
  return { ...fields, name: fields.name.trim() };
}
