import Type from "typebox";
import { usualNames } from "../../domain/visits/ticket-names.ts";
import { Revision } from "../../store/schemas.ts";
import {
  TicketTypeNames,
  ticketTypeFields,
  ticketTypes,
  usedTicketCodes,
  writeTicketType,
} from "../../store/visits/ticket-types.ts";
import { catalogueRoles, invalid } from "../editing/changing.ts";
import { everyRole, listOf, operation } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";

/** Names of ticket types. */

const name = Type.String({ minLength: 1, maxLength: 60, pattern: "\\S" });
const Line = Type.Object({
  ...ticketTypeFields,
  usual: TicketTypeNames,
  items: Type.Integer({ description: "Number of items with a ticket rule of this code." }),
});

export const ticketTypeOperations = [
  operation({
    id: "ticketTypes.list",
    method: "GET",
    path: "/ticket-types",
    summary: "List the ticket types of the catalogue with their names on vouchers and lists",
    roles: everyRole,
    response: listOf(Line),
    async run({ service: { db } }) {
      const stored = new Map((await ticketTypes(db)).map((row) => [row.code, row]));
      const used = new Map((await usedTicketCodes(db)).map(({ code, items }) => [code, items]));
      const codes = [...new Set([...used.keys(), ...stored.keys()])].sort();
      const data = codes.map((code) => {
        const { es, pt, en, revision = 0 } = { ...usualNames(code), ...stored.get(code) };
        return { code, names: { es, pt, en }, usual: usualNames(code), revision, items: used.get(code) ?? 0 };
      });
      return { data, total: data.length };
    },
  }),
  operation({
    id: "ticketTypes.update",
    method: "PUT",
    path: "/ticket-types/{code}",
    summary: "Name a ticket type in the three languages",
    roles: catalogueRoles,
    body: Type.Object({ es: name, pt: name, en: name, revision: Revision }),
    async run({ service: { db }, params, body, change }) {
      const code = params.code!;
      const before = (await ticketTypes(db)).find((row) => row.code === code);
      if (!before && !(await usedTicketCodes(db)).some((row) => row.code === code))
        throw invalid([{ pointer: "code", detail: "No item has a ticket rule of this code." }]);
      const { revision, ...names } = body;
      const trimmed = { es: names.es.trim(), pt: names.pt.trim(), en: names.en.trim() };
      await change({ subject: code, before: before && { ...before }, after: trimmed }, async (tx) => {
        if (!(await writeTicketType(tx, { code, revision, ...trimmed }))) throw changedMeanwhile();
      });
    },
  }),
];
