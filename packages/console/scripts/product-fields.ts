import { ProductFields } from "../../service/src/store/catalogue/catalogue-file.ts";
import { type Annotated, isGroup } from "../../service/src/store/catalogue/record-fields.ts";

/** The module with the fields of a product that its form shows, from the product's schema. */
export const productFields =
  (): string => `// Generated from the schema of a product. Do not edit: run "npm run generate".

/** The fields of a product that its form shows, in the schema's order. docs/how-to/add-a-field.md explains them. */
export const fields = [
${fieldsOf(ProductFields, "")
  .map((field) => `  ${JSON.stringify(field)},\n`)
  .join("")}] as const;
`;

/** Lists the fields of the form below a JSON pointer, also the fields of groups. A group's fields have the group's section. */
const fieldsOf = (schema: Annotated, at: string, group?: string): object[] =>
  Object.entries(schema.properties!).flatMap(([name, field]): object[] => {
    const section = field.section ?? group;
    if (isGroup(field)) return fieldsOf(field, `${at}/${name}`, section);
    if (section === undefined) return [];
    const { unit, default: usual } = field;
    const required = schema.required?.includes(name) ? { required: true } : {};
    return [{ name, at: `${at}/${name}`, section, ...inputOf(field), unit, ...required, default: usual }];
  });

/** The kind of a field's input, and its bounds. */
function inputOf(field: Annotated): object {
  const { type, anyOf, minimum, maximum, maxLength } = field;
  if (anyOf) return { ...inputOf(anyOf[0]!), nullable: true };
  if (field.enum) return { kind: "choice", choices: field.enum };
  if (type === "boolean") return { kind: "flag" };
  if (type === "string") return { kind: "text", most: maxLength };
  if (type === "integer") return { kind: "whole", least: minimum, most: maximum };
  if (type === "number") return { kind: "number", least: minimum, most: maximum };
  if (field.byLanguage) return { kind: "texts", most: Object.values(field.properties!)[0]!.maxLength };
  return { kind: "list" };
}
