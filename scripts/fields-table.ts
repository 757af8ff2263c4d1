import { type AnnotatedSchema, isFieldGroup } from "../packages/service/src/records/record-fields.ts";

/** Writes the fields of a record as a table of Markdown, from its schema. `apart`: a list whose fields have a heading of their own. */
export const fieldsTable = (schema: AnnotatedSchema, apart: string): string =>
  ["| Field | | Accepts | Meaning |\n", "|---|---|---|---|\n", ...rowsOf(schema, "", apart)].join("");

const rowsOf = (schema: AnnotatedSchema, at: string, apart?: string): string[] =>
  Object.entries(schema.properties!).flatMap(([name, field]) => {
    const { description, operatorOnly, items } = field;
    if (!description) throw new Error(`${at}${name} has no description`);
    const hidden = operatorOnly ? ". Partners do not see it; a change makes no version" : "";
    const meaning = `${description.replace(/\.$/, "")}${hidden}`;
    const row = `| \`${at}${name}\` | ${presence(schema, name, field)} | ${accepted(field)} | ${meaning} |\n`;
    if (isFieldGroup(field)) return [row, ...rowsOf(field, `${at}${name}.`)];
    return [row, ...(items?.properties && !items.byLanguage && name !== apart ? rowsOf(items, `${at}${name}[].`) : [])];
  });

function presence(schema: AnnotatedSchema, name: string, field: AnnotatedSchema): string {
  if (schema.required?.includes(name)) return "required";
  return field.default === undefined ? "optional" : `default ${field.default}`;
}

/** Describes in words what a field accepts. */
function accepted(field: AnnotatedSchema): string {
  const { type, anyOf, minimum, maximum, maxLength, minItems, maxItems } = field;
  if (anyOf) return `${accepted(anyOf[0]!)}, or null`;
  if (field.enum) return field.enum.map((value) => `\`${value}\``).join(", ");
  if (type === "boolean") return "true or false";
  if (type === "string") return maxLength === undefined ? "a text" : `a text of at most ${maxLength} characters`;
  if (type === "integer") return `a whole number from ${count(minimum!)} to ${count(maximum!)}`;
  if (type === "number") return `a number from ${count(minimum!)} to ${count(maximum!)}`;
  if (field.byLanguage) return `for each language ${accepted(Object.values(field.properties!)[0]!)}`;
  if (type === "object") return "an object";
  const list = maxItems === undefined ? "a list" : `a list of ${minItems} to ${maxItems}`;
  const { items } = field;
  return items?.enum || items?.byLanguage || items?.type === "string" ? `${list}: ${accepted(items)}` : list;
}

const count = (n: number): string => n.toLocaleString("en");
