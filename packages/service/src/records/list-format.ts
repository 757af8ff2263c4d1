import Type from "typebox";

/** Formats of the guest list with one row a person, such as a harbour's passenger list. The operator names each once. */

/** Facts of a person's order and event that a column can have, besides the answer to a question. */
export const listFacts = [
  "row",
  "ticket",
  "reference",
  "lead-name",
  "product",
  "item",
  "event-date",
  "event-time",
  "email",
  "phone",
  "language",
  "partner",
  "external-reference",
  "status",
  "notes",
  "to-collect",
  "to-collect-currency",
] as const;
export type ListFact = (typeof listFacts)[number];

/** Formats of a date, as Luxon writes them. */
export const listDateFormats = [
  "yyyy-MM-dd",
  "dd/MM/yyyy",
  "MM/dd/yyyy",
  "dd.MM.yyyy",
  "dd-MM-yyyy",
  "yyyyMMdd",
] as const;
export const listSeparators = ["comma", "semicolon", "tab"] as const;

export const listFormatFields = {
  file: Type.Enum(["csv", "xlsx"]),
  separator: Type.Enum([...listSeparators], { description: "Between the columns of a CSV file." }),
  dateFormat: Type.Enum([...listDateFormats]),
  columns: Type.Array(
    Type.Object({
      source: Type.String({
        minLength: 1,
        maxLength: 60,
        description: "The code of a question, or a fact of the order: see `listFormats.columns`.",
      }),
      heading: Type.String({ maxLength: 100, description: "Empty: the name of the question or fact." }),
    }),
    { minItems: 1, maxItems: 60, description: "From left to right." },
  ),
};
const Fields = Type.Object(listFormatFields);
export type ListFormatFields = Type.Static<typeof Fields>;
