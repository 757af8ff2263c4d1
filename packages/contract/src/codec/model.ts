import type Type from "typebox";
import { BookRequest, Currency, Event, Id } from "../schemas.ts";
import type { XmlShape } from "../shape.ts";

/**
 * A schema in the terms of the codecs, the validator and the XSD: a union with null is a `nullable` field, an attribute is a flag, a
 * pattern has the name of its format.
 */
export type Model = TextModel | NumberModel | FlagModel | ListModel | RecordModel;
export type LeafModel = TextModel | NumberModel | FlagModel;

export type TextFormat = "id" | "local-date-time" | "currency-code" | "email" | "date-time";

export interface TextModel {
  kind: "text";
  oneOf?: readonly string[];
  format?: TextFormat;
  /** The rule of `format` as a regular expression. */
  pattern?: string;
  /** Lengths count Unicode code points. */
  minLength: number;
  maxLength: number;
}

export interface NumberModel {
  kind: "integer" | "number";
  minimum: number;
  maximum: number;
}

export interface FlagModel {
  kind: "flag";
}

export interface ListModel {
  kind: "list";
  items: Model;
  /** XML name of each child element. */
  itemName: string;
  maxItems: number;
}

export interface RecordModel {
  kind: "record";
  /** XML name of the element as a root or in a list. */
  name: string;
  fields: FieldModel[];
  schema: Type.TSchema;
}

export interface FieldModel {
  key: string;
  xmlName: string;
  attribute: boolean;
  /** The field may be missing. Null and missing mean the same, and neither is stored. */
  optional: boolean;
  /** The field may be null. Null is written in JSON and omitted in XML. */
  nullable: boolean;
  description?: string;
  value: Model;
}

/** Whether every text that fits the model is free of characters that either format escapes or replaces. */
export function isPlainText(model: TextModel): boolean {
  if (model.oneOf !== undefined) return model.oneOf.every((value) => /^[\w-]*$/.test(value));
  return model.format !== undefined && model.format !== "email";
}

/** The schema keywords that the codecs support. */
interface SchemaObject {
  type?: string;
  properties?: Record<string, SchemaObject>;
  required?: string[];
  items?: SchemaObject;
  anyOf?: SchemaObject[];
  enum?: string[];
  const?: string;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  description?: string;
  xml?: XmlShape;
}

const understood = new Set(
  "type properties required items anyOf enum const pattern format minLength maxLength minimum maximum maxItems".split(
    " ",
  ),
);
const silent = new Set(["xml", "description", "default"]);

const models = new WeakMap<Type.TSchema, RecordModel>();

/** The model of a record's schema, built once per schema. Throws a TypeError for a schema that the codecs cannot carry. */
export function modelOf(schema: Type.TSchema): RecordModel {
  let model = models.get(schema);
  if (model === undefined) {
    const built = valueModel(schema as SchemaObject);
    if (built.kind !== "record") throw new TypeError("Only a record can be the root of a document");
    model = built;
    models.set(schema, model);
  }
  return model;
}

function valueModel(schema: SchemaObject): Model {
  // An unsupported keyword would be a rule that the codecs silently ignore.
  const stranger = Object.keys(schema).find((keyword) => !understood.has(keyword) && !silent.has(keyword));
  if (stranger !== undefined) throw new TypeError(`The codecs do not know the schema keyword "${stranger}"`);
  if (schema.enum !== undefined || schema.const !== undefined || schema.type === "string") return textModel(schema);
  switch (schema.type) {
    case "integer":
    case "number":
      return { kind: schema.type, minimum: schema.minimum ?? -Infinity, maximum: schema.maximum ?? Infinity };
    case "boolean":
      return { kind: "flag" };
    case "array":
      return listModel(schema);
    case "object":
      return recordModel(schema);
    default:
      throw new TypeError(`The codecs do not know the schema type "${schema.type}"`);
  }
}

const patternFormats = new Map<string, TextFormat>(
  (
    [
      [Id, "id"],
      [Event.properties.eventOn, "local-date-time"],
      [Currency.properties.code, "currency-code"],
      [BookRequest.properties.email, "email"],
    ] as const
  ).map(([schema, format]) => [(schema as SchemaObject).pattern!, format]),
);

/** Formats that the OpenAPI document has for client generators. A pattern, or the service's rules, decide what is accepted. */
const annotations = new Set(["uuid", "email", "uri", "date"]);

function textModel(schema: SchemaObject): TextModel {
  const model: TextModel = { kind: "text", minLength: schema.minLength ?? 0, maxLength: schema.maxLength ?? Infinity };
  if (schema.const !== undefined) model.oneOf = [schema.const];
  if (schema.enum !== undefined) model.oneOf = schema.enum;
  if (schema.pattern !== undefined) {
    const format = patternFormats.get(schema.pattern);
    if (format === undefined)
      throw new TypeError(`The pattern ${schema.pattern} needs a name, for its error's sentence`);
    model.format = format;
    model.pattern = schema.pattern;
  }
  if (schema.format !== undefined && !annotations.has(schema.format)) {
    if (schema.format !== "date-time") throw new TypeError(`The codecs do not know the format "${schema.format}"`);
    model.format = schema.format;
  }
  return model;
}

function listModel(schema: SchemaObject): ListModel {
  const items = schema.items!;
  // `i` is RFC 9457's name for the elements of a list in the XML of a problem.
  return {
    kind: "list",
    items: valueModel(items),
    itemName: items.xml?.name ?? "i",
    maxItems: schema.maxItems ?? Infinity,
  };
}

function recordModel(schema: SchemaObject): RecordModel {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties!).map(([key, property]) =>
    fieldModel(key, property, required.has(key)),
  );
  return { kind: "record", name: schema.xml?.name ?? "", fields, schema: schema as Type.TSchema };
}

function fieldModel(key: string, schema: SchemaObject, required: boolean): FieldModel {
  const branches = schema.anyOf?.filter((branch) => branch.type !== "null") ?? [schema];
  if (branches.length !== 1)
    throw new TypeError(`The codecs know no other union than one with null, but ${key} is one`);
  const description = branches[0]!.description;
  return {
    key,
    xmlName: schema.xml?.name ?? key,
    attribute: schema.xml?.attribute ?? false,
    optional: !required,
    nullable: schema.anyOf !== undefined,
    ...(description !== undefined && { description }),
    value: valueModel(branches[0]!),
  };
}
