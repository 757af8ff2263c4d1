import type { Language } from "@paseo/contract";
import Type from "typebox";
import { nullable, type Row, text } from "../../records/schemas.ts";
import { type RefusedOrderRow, refusedOrderColumns } from "../../store/partners/refused-orders.ts";
import { namedCodes } from "./hints.ts";

/** Refused orders of partners, with what an operator reads about their codes. */

export const namedRefusalColumns = {
  ...refusedOrderColumns,
  reasons: Type.Array(
    Type.Object({ code: text, name: text, hint: nullable(text, "What to tell the partner. Null: an older code.") }),
    { description: "The codes with their names, in the caller's language." },
  ),
};
type NamedRefusal = Row<typeof namedRefusalColumns>;

export const withCodeNames = (rows: readonly RefusedOrderRow[], lang: Language): NamedRefusal[] =>
  rows.map((row) => ({ ...row, reasons: namedCodes(row.codes, lang) }));
