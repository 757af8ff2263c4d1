import Type from "typebox";
import { countSavedFilters, deleteFilter, savedFilters, saveFilter } from "../../store/orders/saved-filters.ts";
import { text } from "../../store/schemas.ts";
import { conflict } from "../../web/problems.ts";
import { found, listOf, officeRoles, operation } from "../operation.ts";

/** Filters of the list of orders that an operator named. Nobody else sees them. */

const list = "orders";
/** The most filters of one operator. */
const most = 50;

/** The search text is not stored: it can contain a guest's name, which may have to be erased. */
const fields = [
  ...["status", "test", "partner", "product", "flagged"],
  ...["eventFrom", "eventTo", "placedFrom", "placedTo"],
];
const Filter = Type.Object(
  Object.fromEntries(fields.map((field) => [field, Type.Optional(Type.String({ maxLength: 128 }))])),
  { minProperties: 1 },
);
const name = Type.String({ minLength: 1, maxLength: 60, pattern: "\\S" });

export const filterOperations = [
  operation({
    id: "filters.list",
    method: "GET",
    path: "/filters",
    summary: "List the operator's named filters of orders",
    roles: officeRoles,
    response: listOf(Type.Object({ name: text, filter: Type.Record(text, text) })),
    async run({ service: { db }, operator }) {
      const data = await savedFilters(db, operator.id, list);
      return { data, total: data.length };
    },
  }),
  operation({
    id: "filters.save",
    method: "POST",
    path: "/filters",
    summary: "Save a filter of orders under a name. A filter of that name is replaced",
    roles: officeRoles,
    body: Type.Object({ name, filter: Filter }),
    async run({ service: { db }, operator, body, change }) {
      if ((await countSavedFilters(db, operator.id)) >= most)
        throw conflict("too-many-filters", `There are ${most} filters already: delete one first.`);
      const filter = body.filter as Record<string, string>;
      const given = { name: body.name.trim(), filter };
      await change({ subject: given.name, after: filter }, (tx) => saveFilter(tx, operator.id, list, given));
    },
  }),
  operation({
    id: "filters.delete",
    method: "POST",
    path: "/filters/delete",
    summary: "Delete a named filter of orders",
    roles: officeRoles,
    body: Type.Object({ name }),
    run: ({ operator, body, change }) =>
      change({ subject: body.name }, async (tx) => {
        found((await deleteFilter(tx, operator.id, list, body.name)) || null, "filter");
      }),
  }),
];
