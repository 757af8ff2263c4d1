import type { Content, Language } from "@paseo/contract";
import { CatalogueProduct } from "../../records/catalogue-file.ts";
import { contentJson } from "../../records/content-json.ts";
import type { AnnotatedSchema } from "../../records/record-fields.ts";
import { sizesOfRules } from "../../records/tickets/ticket-sizes.ts";
import type { TicketTypeOf } from "../../records/tickets/ticket-types.ts";

/**
 * Returns the content of a product that an operator is still writing. Incomplete and invalid values are omitted, so that the preview can
 * update at each key press. Partners would read the remaining values in `contents`.
 */
export function contentPreview(
  source: object,
  lang: Language,
  { typeOf, now }: { typeOf: TicketTypeOf; now: Date },
): Content {
  // `objectOf` returns every required field, so the result has the schema's type.
  const { items, ...record } = objectOf(CatalogueProduct as AnnotatedSchema, source, blank) as CatalogueProduct;
  const shown = items.map(({ published = true, ...item }) => ({
    ...{ id: noId, record: item, published },
    ticketSizes: sizesOfRules(item.ticketRules, typeOf),
  }));
  return contentJson({ id: noId, record, items: shown }, lang, { typeOf, updatedOn: now });
}

/** The service assigns ids when it saves. */
const noId = "00000000-0000-0000-0000-000000000000";

/** Returns the valid part of a value; undefined if there is none. */
function validPart(schema: AnnotatedSchema, value: unknown): unknown {
  const { type, anyOf, pattern, maxLength = Infinity, minimum = -Infinity, maximum = Infinity } = schema;
  if (anyOf) return validPart(anyOf[0]!, value);
  if (schema.enum) return schema.enum.includes(value as string) ? value : undefined;
  if (schema.properties) return objectOf(schema, value, blank);
  if (schema.items) {
    const list = listOf(schema.items, value).slice(0, schema.maxItems);
    return list.length > 0 ? list : undefined;
  }
  if (type === "string") {
    if (typeof value !== "string" || value === "") return undefined;
    return pattern && !new RegExp(pattern, "u").test(value) ? undefined : value.slice(0, maxLength);
  }
  if (type === "boolean") return typeof value === "boolean" ? value : undefined;
  if (typeof value !== "number" || (type === "integer" && !Number.isInteger(value))) return undefined;
  return value >= minimum && value <= maximum ? value : undefined;
}

/**
 * Returns the valid entries of a list. An entry without a required code, number or text by language is left out, because no page can show
 * it.
 */
const listOf = (schema: AnnotatedSchema, value: unknown): unknown[] =>
  Array.isArray(value)
    ? value.flatMap((one) => {
        const part = schema.properties ? objectOf(schema, one, neededIn) : validPart(schema, one);
        return part === undefined ? [] : [part];
      })
    : [];

/** Returns the valid fields of an object. `missing`: returns a value for a required field that is missing; undefined drops the object. */
function objectOf(
  schema: AnnotatedSchema,
  value: unknown,
  missing: (field: AnnotatedSchema) => unknown,
): object | undefined {
  const given = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const fields: [string, unknown][] = [];
  for (const [name, field] of Object.entries(schema.properties!)) {
    const part = validPart(field, given[name]) ?? (schema.required?.includes(name) ? missing(field) : undefined);
    if (part !== undefined) fields.push([name, part]);
    else if (schema.required?.includes(name)) return undefined;
  }
  return schema.byLanguage && fields.length === 0 ? undefined : Object.fromEntries(fields);
}

const neededIn = (field: AnnotatedSchema): unknown =>
  field.pattern || field.byLanguage || field.type === "integer" ? undefined : blank(field);

function blank(field: AnnotatedSchema): unknown {
  if (field.anyOf) return null;
  if (field.enum) return field.enum[0];
  if (field.items) return [];
  if (field.properties) return objectOf(field, {}, blank);
  return field.type === "string" ? "" : field.type === "boolean" ? false : 0;
}
