import type * as TypeBox from "typebox";

/**
 * TypeBox's builders, as far as the contract uses them. They make the same schemas, which a test compares, without its 373 modules:
 * those take a client 75 ms of processor time to load (docs/decisions/0002-schemas-once.md).
 */

export type {
  Static,
  TArray,
  TArrayOptions,
  TNull,
  TNumberOptions,
  TObject,
  TObjectOptions,
  TOptional,
  TProperties,
  TSchema,
  TStringOptions,
  TUnion,
} from "typebox";

/** Properties that TypeBox hides: a copy must keep them. */
type Hidden = Record<"~kind" | "~optional", unknown>;

const hide = (schema: object, hidden: Partial<Hidden>): object => {
  for (const [key, value] of Object.entries(hidden))
    Object.defineProperty(schema, key, { value, configurable: true, writable: true, enumerable: false });
  return schema;
};

// The types are TypeBox's own: they compute what a schema describes, which the builders cannot express.
const make = (kind: string, schema: object, options: object = {}) =>
  hide({ ...schema, ...options }, { "~kind": kind }) as never;

const string: typeof TypeBox.String = (options?: object) => make("String", { type: "string" }, options);
const number: typeof TypeBox.Number = (options?: object) => make("Number", { type: "number" }, options);
const integer: typeof TypeBox.Integer = (options?: object) => make("Integer", { type: "integer" }, options);
const boolean: typeof TypeBox.Boolean = (options?: object) => make("Boolean", { type: "boolean" }, options);
const nothing: typeof TypeBox.Null = (options?: object) => make("Null", { type: "null" }, options);
const literal: typeof TypeBox.Literal = (value: unknown, options?: object) =>
  make("Literal", { type: typeof value, const: value }, options);
const choice = ((values: unknown, options?: object) => make("Enum", { enum: values }, options)) as typeof TypeBox.Enum;
const union = ((anyOf: unknown, options?: object) => make("Union", { anyOf }, options)) as typeof TypeBox.Union;
const array = ((items: unknown, options?: object) =>
  make("Array", { type: "array", items }, options)) as typeof TypeBox.Array;
const record = ((properties: object, options?: object) => {
  const required = Object.keys(properties).filter((key) => !isOptional(properties[key as never]));
  return make("Object", { type: "object", ...(required.length > 0 && { required }), properties }, options);
}) as typeof TypeBox.Object;

const optional = ((schema: object) =>
  hide(Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)), {
    "~optional": true,
  })) as typeof TypeBox.Optional;

const isOptional = (schema: object): boolean => "~optional" in schema;

// Not declared by these names, which are also JavaScript's globals.
export {
  array as Array,
  boolean as Boolean,
  choice as Enum,
  integer as Integer,
  literal as Literal,
  nothing as Null,
  number as Number,
  optional as Optional,
  record as Object,
  string as String,
  union as Union,
};
