import Type from "typebox";
import { isUsuallyPerson, usualTicketNames } from "../../texts/ticket-names.ts";
import { codeField, noFurtherFields, textsField, wholeField } from "../field-types.ts";
import { nullable, Revision, text } from "../schemas.ts";
import { maxTicketSize } from "./ticket-sizes.ts";

/** Ticket types: the operator's descriptions of ticket codes. */

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
    people: Type.Optional(
      wholeField(0, maxTicketSize, {
        description:
          "People that one ticket admits: 5 for a family, 0 for a vehicle. Omitted: 1. An item's rule can differ.",
      }),
    ),
    seats: Type.Optional(
      wholeField(0, maxTicketSize, {
        description: "Seats that one ticket takes: 0 for a baby on a lap. Omitted: 1. An item's rule can differ.",
      }),
    ),
    conditions: Type.Optional(textsField(300, { description: "Who may buy the ticket, by language." })),
  },
  noFurtherFields,
);
export type CatalogueTicketType = Type.Static<typeof CatalogueTicketType>;

export const TicketTypeNames = Type.Object({ es: text, pt: text, en: text });
export type TicketTypeNames = Type.Static<typeof TicketTypeNames>;

const age = (description: string) => nullable(Type.Integer({ minimum: 0, maximum: 120 }), description);

const count = (description: string) => nullable(Type.Integer({ minimum: 0, maximum: maxTicketSize }), description);

/** The fields of a ticket type, without its names. */
export const ticketTypeTerms = {
  ageFrom: age("Youngest age, included. Null: any."),
  ageTo: age("Oldest age, included. Null: any."),
  people: count("People that one ticket admits. Null: nobody has said so; it counts as 1."),
  seats: count("Seats that one ticket takes. Null: nobody has said so; it counts as 1."),
  conditions: textsField(300, { description: "Who may buy the ticket, by language." }),
};

export const ticketTypeFields = { code: text, names: TicketTypeNames, ...ticketTypeTerms, revision: Revision };

const Terms = Type.Object(ticketTypeTerms);
type TicketTypeTerms = Type.Static<typeof Terms>;

export interface TicketTypeRow extends TicketTypeNames, TicketTypeTerms {
  code: string;
  /** Whether partners read the ticket as one for one person: by `people`, or by the code while nobody has said how many. */
  isPerson: boolean;
  revision: number;
}

/** Returns the default ticket type of a code that the operator has not described. */
export const usualTicketType = (code: string): TicketTypeRow => ({
  code,
  ...usualTicketNames(code),
  ageFrom: null,
  ageTo: null,
  people: null,
  seats: null,
  isPerson: isUsuallyPerson(code),
  conditions: {},
  revision: 0,
});

/** Returns the ticket type of a code. */
export type TicketTypeOf = (code: string) => TicketTypeRow;

/** Returns the stored ticket type of a code, or the default one. */
export function ticketTypeFinder(stored: readonly TicketTypeRow[]): TicketTypeOf {
  const byCode = new Map(stored.map((row) => [row.code, row]));
  return (code) => byCode.get(code) ?? usualTicketType(code);
}
