import * as Type from "typebox";

/**
 * Builders for the contract's shapes. Each adds OpenAPI's own `xml` keyword, so that one schema describes how a value
 * is written in JSON (camelCase properties) and in XML (PascalCase elements, attributes where the contract has them).
 */

/** OpenAPI's XML Object, as far as the contract needs it. */
export interface XmlShape {
  name?: string;
  attribute?: boolean;
  wrapped?: boolean;
}

/** PascalCase of a camelCase property: `itemId` becomes `ItemId`. */
export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** A record of the contract. Its XML name is `name`; each property's is its own name in PascalCase. */
export function recordSchema<const T extends Type.TProperties>(
  name: string,
  properties: T,
  options: Type.TObjectOptions = {},
): Type.TObject<T> {
  const named = Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => {
      const given = (schema as { xml?: XmlShape }).xml;
      // Optional markers of TypeBox are hidden properties: keep the prototype and every own descriptor.
      const copy = Object.create(Object.getPrototypeOf(schema), Object.getOwnPropertyDescriptors(schema));
      Object.defineProperty(copy, "xml", { value: { ...given, name: pascalCase(key) }, enumerable: true });
      return [key, copy];
    }),
  ) as unknown as T;
  return Type.Object(named, { ...options, xml: { name } });
}

/**
 * A collection: an element in the plural that wraps singular children. The child's name comes from the child's schema.
 */
export const collectionSchema = <T extends Type.TSchema>(items: T, options: Type.TArrayOptions = {}): Type.TArray<T> =>
  Type.Array(items, { ...options, xml: { wrapped: true } });

/** A value that may be null: written as null in JSON, left out in XML. */
export const nullable = <T extends Type.TSchema>(schema: T): Type.TUnion<[T, Type.TNull]> =>
  Type.Union([schema, Type.Null()], { xml: (schema as { xml?: XmlShape }).xml ?? {} });

/** A request field that may be left out; null means the same. */
export const optional = <T extends Type.TSchema>(schema: T): Type.TOptional<Type.TUnion<[T, Type.TNull]>> =>
  Type.Optional(nullable(schema));
