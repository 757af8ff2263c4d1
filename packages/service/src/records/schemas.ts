import Type from "typebox";

/**
 * Schemas that rows, filters and operations of the back office share. One schema per row: TypeScript infers the row's type from it, and
 * the OpenAPI document publishes it.
 */

export const text = Type.String();
/** The pattern of a text on one line that is not blank. */
export const oneLine = "^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$";
export const count = Type.Integer();
export const decimal = Type.String({ description: "Decimal." });
/** A `Date` of a row, which JSON writes as text. */
export const instant = Type.Unsafe<Date>(Type.String({ format: "date-time", description: "ISO 8601 UTC." }));
/** An amount in a request. */
export const givenAmount = (description: string, decimals: 2 | 4 = 4) =>
  Type.String({ pattern: `^\\d{1,9}(\\.\\d{1,${decimals}})?$`, maxLength: 10 + decimals, description });
/** A local day in a request. */
export const givenDay = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", description: "Local day, yyyy-MM-dd." });
/** An instant in a request, as text. */
export const givenInstant = Type.String({ format: "date-time", description: "ISO 8601 UTC." });
export const Revision = Type.Integer({
  minimum: 0,
  maximum: 2 ** 31 - 1,
  description: "Of the record as it was read.",
});
/** A short text of a query or a body, with a maximum number of characters. */
export const optionalText = (maxLength: number, description?: string) =>
  Type.Optional(Type.String({ maxLength, ...(description && { description }) }));
export const nullable = <T extends Type.TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], { ...(description && { description }) });

/** An object whose fields another schema checks. */
export const openObject = (description: string) =>
  Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true, description }));

/** A row with these columns. */
export type Row<Columns extends Type.TProperties> = Type.Static<Type.TObject<Columns>>;

/** The values of a filter; a missing value equals an undefined value. */
export type Filter<Fields extends Type.TProperties, Values = Row<Fields>> = {
  [Name in keyof Values]?: Values[Name] | undefined;
};
