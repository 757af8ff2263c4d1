import { ItemFields, ProductFields } from "../../service/src/records/catalogue-file.ts";
import { ItemListing } from "../../service/src/records/listing-fields.ts";
import { type AnnotatedSchema, isFieldGroup } from "../../service/src/records/record-fields.ts";

/** The module with the fields of a product that its form shows, from the product's schema. */
export const productFields =
  (): string => `// Generated from the schema of a product. Do not edit: run "npm run generate".

/** The fields of a product that its form shows, in the schema's order. docs/how-to/add-a-field.md explains them. */
export const fields = [
${fieldsOf(ProductFields, "")
  .map((field) => `  ${JSON.stringify(field)},\n`)
  .join("")}] as const;

/** The fields of an item in which it differs from its product. */
export const itemFields = [
${Object.keys(ItemListing)
  .map((name) => `  ${JSON.stringify({ name, ...factsOf(ItemFields, name) })},\n`)
  .join("")}] as const;
`;

/** Lists the fields of the form below a JSON pointer, also the fields of groups. A group's fields have the group's section. */
const fieldsOf = (schema: AnnotatedSchema, at: string, group?: string): object[] =>
  Object.entries(schema.properties!).flatMap(([name, field]): object[] => {
    const section = field.section ?? group;
    if (isFieldGroup(field)) return fieldsOf(field, `${at}/${name}`, section);
    if (section === undefined) return [];
    return [{ name, at: `${at}/${name}`, section, ...factsOf(schema, name) }];
  });

/** Facts about a field, of a product or of a record in a list. */
function factsOf(schema: AnnotatedSchema, name: string): object {
  const field = schema.properties![name]!;
  const { unit, multiline, pattern, default: usual } = field;
  const required = schema.required?.includes(name) ? { required: true } : {};
  return { ...inputOf(field), unit, multiline, pattern, ...required, default: usual };
}

/** The kind of a field's input, and its bounds. */
function inputOf(field: AnnotatedSchema): object {
  const { type, anyOf, minimum, maximum, maxLength } = field;
  if (anyOf) return { ...inputOf(anyOf[0]!), nullable: true };
  if (field.enum) return { kind: "choice", choices: field.enum };
  if (type === "boolean") return { kind: "flag" };
  if (type === "string") return { kind: "text", most: maxLength };
  if (type === "integer") return { kind: "whole", least: minimum, most: maximum };
  if (type === "number") return { kind: "number", least: minimum, most: maximum };
  if (field.byLanguage) return { kind: "texts", most: Object.values(field.properties!)[0]!.maxLength };
  return field.ownInput ? { kind: "list" } : { ...listOf(field.items!), entries: field.maxItems };
}

/** The kind of a list by its entries. */
function listOf(items: AnnotatedSchema): object {
  if (items.byLanguage) return { ...inputOf(items), kind: "lines" };
  if (items.enum) return { kind: "choices", choices: items.enum };
  if (items.type === "string") return { kind: "tags", most: items.maxLength };
  return {
    kind: "records",
    parts: Object.keys(items.properties!).map((name) => ({ name, ...factsOf(items, name) })),
  };
}
