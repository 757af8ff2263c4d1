import Type from "typebox";

/** Schemas that many operations share. */

export const text = Type.String();
export const count = Type.Integer();
export const decimal = Type.String({ description: "Decimal." });
export const instant = Type.String({ format: "date-time", description: "ISO 8601 UTC." });
/** A short text of a query or a body: of at most so many characters. */
export const optionalText = (maxLength: number, description?: string) =>
  Type.Optional(Type.String({ maxLength, ...(description && { description }) }));
export const nullable = <T extends Type.TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], { ...(description && { description }) });
