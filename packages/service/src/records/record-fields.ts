import { isDeepStrictEqual as same } from "node:util";
import type { TSchema } from "typebox";

/** Reads the fields of a catalogue record from its schema. A new field needs nothing here. */

/** JSON Schema of a record, with the annotations that catalogue-file.ts explains. */
export interface AnnotatedSchema {
  type?: string;
  enum?: string[];
  anyOf?: AnnotatedSchema[];
  properties?: Record<string, AnnotatedSchema>;
  required?: string[] | undefined;
  items?: AnnotatedSchema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  description?: string;
  operatorOnly?: boolean;
  guestFact?: boolean;
  section?: string;
  unit?: string;
  byLanguage?: boolean;
  multiline?: boolean;
  ownInput?: boolean;
}

type Fields = Record<string, unknown>;

/**
 * Returns a record's fields by name. An omitted field has its default. The fields of a group (`location`) are on the same level as the
 * record's other fields. `externalId` is omitted, because it names the record.
 */
export function schemaFields(schema: TSchema, record: object): Fields {
  const fields: Fields = {};
  for (const [name, field] of propertiesOf(schema)) {
    const value = (record as Fields)[name] ?? field.default;
    if (isFieldGroup(field)) Object.assign(fields, value);
    else if (name !== "externalId") fields[name] = value;
  }
  return fields;
}

/** Returns the names of the fields that partners cannot read, as in `schemaFields`. */
export const operatorOnlyFields = (schema: TSchema): ReadonlySet<string> => annotatedFields(schema, "operatorOnly");

/** Returns the names of the fields that guests who booked notice, as in `schemaFields`. */
export const guestFactFields = (schema: TSchema): ReadonlySet<string> => annotatedFields(schema, "guestFact");

const annotatedFields = (schema: TSchema, annotation: "operatorOnly" | "guestFact"): ReadonlySet<string> =>
  new Set(
    propertiesOf(schema).flatMap(([name, field]) =>
      !field[annotation] ? [] : isFieldGroup(field) ? Object.keys(field.properties!) : [name],
    ),
  );

const propertiesOf = (schema: TSchema): [string, AnnotatedSchema][] =>
  Object.entries((schema as AnnotatedSchema).properties ?? {});

/** Whether the field is a group: its fields are on the same level as the record's other fields. */
export const isFieldGroup = (field: AnnotatedSchema): boolean => field.properties !== undefined && !field.byLanguage;

/** Returns the fields of two records whose values differ. A missing value is null. */
export const changedFields = (was: Fields, is: Fields): string[] =>
  Object.keys({ ...was, ...is }).filter((field) => !same(was[field] ?? null, is[field] ?? null));

/** The value with its fields in the schema's order. PostgreSQL stores the fields of a `jsonb` in another order. */
export const sortFieldsBySchema = <T>(schema: TSchema, value: T): T => ordered(schema as AnnotatedSchema, value) as T;

function ordered({ properties, items }: AnnotatedSchema, value: unknown): unknown {
  if (Array.isArray(value)) return items ? value.map((one) => ordered(items, one)) : value;
  if (!properties || typeof value !== "object" || value === null) return value;
  const given = value as Fields;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) =>
      given[name] === undefined ? [] : [[name, ordered(field, given[name])]],
    ),
  );
}
