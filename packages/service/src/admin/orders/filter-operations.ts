import Type from "typebox";
import { text } from "../../records/schemas.ts";
import { countSavedFilters, deleteFilter, savedFilters, saveFilter } from "../../store/orders/saved-filters.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { conflict } from "../../web/problems.ts";
import { invalidFields } from "../editing/changing.ts";
import { listSchema, officeRoles, operation, requireRecord } from "../operation.ts";

/** Filters of lists that an operator has saved under a name. Nobody else sees them. */

/** Maximum number of saved filters of one operator. */
const most = 50;

/** The filters of each list. The text of a search is not among them: it can name a guest, whose data may have to be erased. */
const fields = {
  orders: [
    "status",
    "test",
    "partner",
    "product",
    "flagged",
    "noShow",
    "balanceDue",
    "eventFrom",
    "eventTo",
    "placedFrom",
    "placedTo",
  ],
  events: ["productId", "item", "cityCode", "from", "to", "state"],
  products: ["published", "deleted", "hasAvailability", "type", "cityCode", "currencyCode", "supplier"],
};
const list = Type.Enum(Object.keys(fields) as (keyof typeof fields)[]);
const Filter = Type.Object(
  Object.fromEntries(
    Object.values(fields)
      .flat()
      .map((field) => [field, Type.Optional(Type.String({ maxLength: 128 }))]),
  ),
  { minProperties: 1 },
);
const name = Type.String({ minLength: 1, maxLength: 60, pattern: "\\S" });

export const filterOperations = [
  operation({
    id: "filters.list",
    method: "GET",
    path: "/filters",
    summary: "List the operator's named filters of a list",
    roles: officeRoles,
    query: Type.Object({ list }),
    response: listSchema(Type.Object({ name: text, filter: Type.Record(text, text) })),
    async run({ service: { db }, operator, query }) {
      const data = await savedFilters(db, operator.id, query.list);
      return { data, total: data.length };
    },
  }),
  operation({
    id: "filters.save",
    method: "POST",
    path: "/filters",
    summary: "Save a filter of a list under a name. A filter of that name is replaced",
    roles: officeRoles,
    body: Type.Object({ list, name, filter: Filter }),
    async run({ service: { db }, operator, body, change }) {
      const others = Object.keys(body.filter).filter((field) => !fields[body.list].includes(field));
      if (others.length > 0)
        throw invalidFields(
          others.map((field) => ({ pointer: `/filter/${field}`, ...refusal("filter-unknown", { list: body.list }) })),
        );
      if ((await countSavedFilters(db, operator.id)) >= most)
        throw conflict("too-many-filters", `There are ${most} filters already: delete one first.`);
      const filter = body.filter as Record<string, string>;
      const given = { name: body.name.trim(), filter };
      await change({ subject: given.name, after: filter }, (tx) => saveFilter(tx, operator.id, body.list, given));
    },
  }),
  operation({
    id: "filters.delete",
    method: "POST",
    path: "/filters/delete",
    summary: "Delete a named filter of a list",
    roles: officeRoles,
    body: Type.Object({ list, name }),
    run: ({ operator, body, change }) =>
      change({ subject: body.name }, async (tx) => {
        requireRecord((await deleteFilter(tx, operator.id, body.list, body.name)) || null, "filter");
      }),
  }),
];
