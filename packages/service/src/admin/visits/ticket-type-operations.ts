import Type from "typebox";
import { Compile } from "typebox/compile";
import { ageProblems } from "../../domain/editing/catalogue-rules.ts";
import { codeField } from "../../records/field-types.ts";
import { Revision } from "../../records/schemas.ts";
import {
  TicketTypeNames,
  ticketTypeFields,
  ticketTypeFinder,
  ticketTypeTerms,
  usualTicketType,
} from "../../records/tickets/ticket-types.ts";
import { lockCatalogueFiles } from "../../store/catalogue/files-lock.ts";
import { storedTicketTypes, usedTicketCodes, writeTicketType } from "../../store/catalogue/ticket-types.ts";
import type { Db } from "../../store/database/database.ts";
import { resizeTickets } from "../../store/editing/ticket-sizes.ts";
import { publishChanges } from "../../store/publishing/publishing.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { namesSeveral, usualTicketNames } from "../../texts/ticket-names.ts";
import { catalogueRoles, invalidFields } from "../editing/changing.ts";
import { listSchema, officeRoles, operation } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";

/** Ticket types: names, ages and conditions of the codes of ticket rules. Partners read them in `contents`. */

const name = Type.String({ minLength: 1, maxLength: 60, pattern: "\\S" });
const ticketCode = Compile(codeField());
const Line = Type.Object({
  ...ticketTypeFields,
  usual: TicketTypeNames,
  items: Type.Integer({ description: "Number of items with a ticket rule of this code." }),
  asksSize: Type.Boolean({
    description: "Whether its code or name says that it is for several people, and nobody has said for how many.",
  }),
});

/** Lists the ticket types by code. */
export async function ticketTypesOf(db: Db) {
  const used = new Map((await usedTicketCodes(db)).map((one) => [one.code, one]));
  const stored = await storedTicketTypes(db);
  const codes = [...new Set([...used.keys(), ...stored.map(({ code }) => code)])].sort();
  const typeOf = ticketTypeFinder(stored);
  return codes.map((code) => {
    const { es, pt, en, isPerson, ...type } = typeOf(code);
    const { items = 0, unsized = 0 } = used.get(code) ?? {};
    const asksSize = type.people === null && unsized > 0 && (!isPerson || namesSeveral([code, es, pt, en]));
    return { ...type, asksSize, names: { es, pt, en }, usual: usualTicketNames(code), items };
  });
}

export const ticketTypeOperations = [
  operation({
    id: "ticketTypes.list",
    method: "GET",
    path: "/ticket-types",
    summary: "List the ticket types of the catalogue with their names on vouchers and lists",
    roles: [...officeRoles, "door", "guide"],
    response: listSchema(Line),
    async run({ service: { db } }) {
      const data = await ticketTypesOf(db);
      return { data, total: data.length };
    },
  }),
  operation({
    id: "ticketTypes.update",
    method: "PUT",
    path: "/ticket-types/{code}",
    summary: "Add a ticket type, or name it in the three languages, and say who may have the ticket",
    roles: catalogueRoles,
    body: Type.Object({
      ...{ es: name, pt: name, en: name },
      // A field that is omitted keeps its value.
      ...Type.Partial(Type.Object(ticketTypeTerms)).properties,
      revision: Revision,
    }),
    async run({ service: { db, clock }, params, body, change }) {
      const code = params.code!;
      const before = (await storedTicketTypes(db)).find((row) => row.code === code);
      if (!ticketCode.Check(code))
        throw invalidFields([{ pointer: "/code", ...refusal("not-a-ticket-code", { value: code }) }]);
      const { revision, es, pt, en, ...given } = body;
      const { ageFrom, ageTo, people, seats, isPerson, conditions } = before ?? usualTicketType(code);
      const terms = { ageFrom, ageTo, people, seats, conditions, ...given };
      const problems = ageProblems(terms);
      if (problems.length > 0) throw invalidFields(problems);
      const type = { es: es.trim(), pt: pt.trim(), en: en.trim(), ...terms };
      await change({ subject: code, before: before && { ...before }, after: type }, async (tx) => {
        await lockCatalogueFiles(tx);
        if (!(await writeTicketType(tx, { code, revision, ...type, isPerson }))) throw changedMeanwhile();
        await resizeTickets(tx, [code]);
        await publishChanges(tx, { ticketTypes: [code] }, clock());
      });
    },
  }),
];
