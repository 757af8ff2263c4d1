import Type from "typebox";
import { codeField, noFurtherFields, textsField, wholeField } from "../field-types.ts";

/** A ticket type in a catalogue file: the operator's description of a ticket code. */
export const CatalogueTicketType = Type.Object(
  {
    code: codeField({ description: "Code of ticket rules, such as `ADULT`." }),
    names: Type.Optional(
      textsField(60, {
        description: "Names by language. A language without one has the usual name, or else the code.",
      }),
    ),
    ageFrom: Type.Optional(wholeField(0, 120, { description: "Youngest age, included. Omitted: any." })),
    ageTo: Type.Optional(wholeField(0, 120, { description: "Oldest age, included. Omitted: any." })),
    isPerson: Type.Optional(
      Type.Boolean({
        description: "Whether the ticket is for one person; false for a vehicle or a group. Omitted: as usual.",
      }),
    ),
    conditions: Type.Optional(textsField(300, { description: "Who may buy the ticket, by language." })),
  },
  noFurtherFields,
);
export type CatalogueTicketType = Type.Static<typeof CatalogueTicketType>;
