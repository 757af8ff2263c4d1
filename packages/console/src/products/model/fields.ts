import { fields as generated, itemFields as generatedOfItem } from "../../api/generated/fields.ts";
import type { PartnerLanguage } from "../../api/languages.ts";
import { parseTypedNumber } from "../../format/typed.ts";
import { newKey } from "./keys.ts";

/** The fields of a product, from the generated list: their facts, and their values in a record and in the form. */

type Generated = (typeof generated)[number];
export type FieldName = Generated["name"];
export type SectionName = Generated["section"];
/** The groups of questions of the contract. */
export type QuestionName = Extract<Generated, { at: `/questions/${string}` }>["name"];
/** The lists whose input, draft and words are written by hand. */
export type ListName<Section = SectionName> = Extract<Generated, { kind: "list"; section: Section }>["name"];

/** The records in a list, such as meeting points. */
type RecordsOf = Extract<Generated, { kind: "records" }>;
type Part = RecordsOf["parts"][number];
type InnerPart = Extract<Part, { kind: "records" }>["parts"][number];
export type PartName = (Part | InnerPart | (typeof generatedOfItem)[number])["name"];

/** Facts about a field of a product, or of a record in a list. */
interface Facts<Name extends string> {
  name: Name;
  kind: "text" | "texts" | "choice" | "whole" | "number" | "flag" | "lines" | "choices" | "tags" | "records" | "list";
  choices?: readonly string[];
  /** The bounds of a number, or the maximum number of characters of a text. */
  least?: number;
  most?: number;
  /** Maximum number of entries of a list. */
  entries?: number;
  unit?: "min";
  multiline?: true;
  /** The pattern of a text. */
  pattern?: string;
  required?: true;
  nullable?: true;
  /** The value of an omitted field. */
  default?: boolean | string | null;
  /** The fields of a list's records. */
  parts?: readonly RecordPart[];
}

/** A field of a record in a list. */
export type RecordPart = Facts<PartName>;

export interface ProductField extends Facts<FieldName> {
  /** Pointer into the record. */
  at: string;
  section: SectionName;
}

// The form proposes the id from the name, so the id comes after it.
const beforeId: readonly string[] = ["name", "names", "type"];

/** The fields in the order of the form. */
export const productFields: readonly ProductField[] = [
  ...generated.filter(({ name }) => beforeId.includes(name)),
  ...generated.filter(({ name }) => !beforeId.includes(name)),
];

/** The fields of an item in which it differs from its product. */
export const itemFields: readonly RecordPart[] = generatedOfItem;

const byName: ReadonlyMap<string, ProductField> = new Map(productFields.map((field) => [field.name, field]));
export const productField = (name: FieldName): ProductField => byName.get(name)!;
/** Returns the product's field of this name, if it has one. */
export const findProductField = (name: string): ProductField | undefined => byName.get(name);

export const fieldsInSection = (section: SectionName): ProductField[] =>
  productFields.filter((field) => field.section === section);

const isQuestion = (field: Generated): field is Extract<Generated, { name: QuestionName }> =>
  field.at.startsWith("/questions/");
export const questionNames: QuestionName[] = generated.filter(isQuestion).map(({ name }) => name);

/** Texts by language. An empty text means no text in this language. */
export type TextsDraft = Partial<Record<PartnerLanguage, string>>;

/** The key of each choice's text. The type checker reports a missing text where the key is used. */
export type ChoiceKey = Generated | Part extends infer F
  ? F extends { name: infer Name extends string; choices: readonly (infer C extends string)[] }
    ? `products.${Name}.${C}`
    : never
  : never;

/** An entry of a list of texts by language. */
export type LineDraft = TextsDraft & { key: string };
/** A record in a list, or the listing of an item: numbers are text. */
export type RecordDraft = { key: string } & { [Name in PartName]?: PartDraft };
export type PartDraft = string | boolean | TextsDraft | LineDraft[] | RecordDraft[];

type Choice<F> = F extends { choices: readonly (infer C)[] } ? C | (F extends { required: true } ? never : "") : string;
type Typed<F extends Generated> = F extends { kind: "flag" }
  ? boolean
  : F extends { kind: "texts" }
    ? TextsDraft
    : F extends { kind: "lines" }
      ? LineDraft[]
      : F extends { kind: "records" }
        ? RecordDraft[]
        : F extends { kind: "choices" }
          ? string[]
          : Choice<F>;
/** The plain fields in the form: numbers are text, so that no typed value is lost. */
export type PlainDraft = { [F in Exclude<Generated, { kind: "list" }> as F["name"]]: Typed<F> };
/** The plain fields with one text. */
export type TextName = { [Name in keyof PlainDraft]: PlainDraft[Name] extends string ? Name : never }[keyof PlainDraft];

const plain = productFields.filter(
  (field): field is ProductField & { name: keyof PlainDraft } => field.kind !== "list",
);

/** Returns the plain fields of a record in the form. */
export const typedFields = (record: object): PlainDraft =>
  // The list has each name, and `typed` the type of its kind.
  Object.fromEntries(plain.map((field) => [field.name, typed(field, valueAtPointer(record, field.at))])) as PlainDraft;

function typed(
  { kind, parts = [], default: usual }: Pick<ProductField, "kind" | "parts" | "default">,
  value: unknown,
): unknown {
  if (kind === "flag") return value ?? usual ?? false;
  if (kind === "texts") return { ...(value as TextsDraft | undefined) };
  const list = (value ?? []) as object[];
  if (kind === "lines") return list.map((texts) => ({ key: newKey(), ...texts }));
  if (kind === "choices") return list;
  if (kind === "tags") return list.join(", ");
  if (kind === "records") return list.map((record) => recordDraft(parts, record));
  return String(value ?? usual ?? "");
}

/** Returns whether a field of the form holds something else than an omitted field. */
export function isFilled({ default: usual }: Pick<ProductField, "default">, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "boolean") return value !== (usual ?? false);
  if (typeof value === "object" && value !== null) return fieldTexts(value as TextsDraft) !== undefined;
  const text = String(value ?? "").trim();
  return text !== "" && text !== String(usual ?? "");
}

/** Returns a record of a list in the form, or an empty record if none is given. */
export const recordDraft = (parts: readonly RecordPart[], record: object = {}): RecordDraft => ({
  key: newKey(),
  ...Object.fromEntries(parts.map((part) => [part.name, typed(part, (record as Record<string, unknown>)[part.name])])),
});

/** Returns the part of a record that the plain fields of the form make, without omitted fields. An invalid number becomes NaN. */
export function recordFromPlainDraft(draft: PlainDraft): object {
  const record: Record<string, unknown> = {};
  for (const field of plain) {
    const value = givenBy(field, draft[field.name]);
    const [, group = "", name] = field.at.split("/");
    if (value === undefined || (!field.required && value === field.default)) continue;
    record[group] = name === undefined ? value : { ...(record[group] as object), [name]: value };
  }
  return record;
}

type Drafted = boolean | string | TextsDraft | LineDraft[] | RecordDraft[] | string[];

function givenBy(
  field: Pick<ProductField, "kind" | "parts" | "nullable" | "required" | "pattern" | "most">,
  given: Drafted,
): unknown {
  const { kind, parts = [], nullable, required } = field;
  if (Array.isArray(given)) {
    const list = given.map((one) =>
      typeof one === "string"
        ? one
        : kind === "lines"
          ? (fieldTexts(withoutKey(one)) ?? {})
          : recordFromDraft(parts, one),
    );
    return list.length > 0 ? list : undefined;
  }
  if (typeof given === "boolean") return given;
  if (typeof given === "object") return fieldTexts(given);
  if (kind === "tags") return parseTags(given);
  const text = given.trim();
  if (text === "" && nullable) return null;
  if (text === "" && !required) return undefined;
  if (kind === "whole" || kind === "number") return numberFromInput(text, field.most);
  return isDecimal(field) ? parseTypedNumber(text, decimalFieldDigits, field.most) : text;
}

/** Returns whether a field is a decimal that the service takes as a text. */
export const isDecimal = ({ kind, pattern }: Pick<ProductField, "kind" | "pattern">): boolean =>
  kind === "text" && pattern !== undefined && /^\^\\d[^a-z]*\(\\\.\\d/.test(pattern);

const withoutKey = <T extends { key: string }>({ key: _, ...rest }: T) => rest as TextsDraft;

/** Returns a record of a list, without omitted fields. */
export const recordFromDraft = (parts: readonly RecordPart[], draft: LineDraft | RecordDraft): object =>
  Object.fromEntries(
    parts.flatMap((part) => {
      const value = givenBy(part, (draft as RecordDraft)[part.name] ?? "");
      return value === undefined || (!part.required && value === part.default) ? [] : [[part.name, value]];
    }),
  );

/** Reads `es, pt-BR` as a list. */
export function parseTags(text: string): string[] | undefined {
  const tags = text.split(/[\s,;]+/).filter((tag) => tag !== "");
  return tags.length > 0 ? tags : undefined;
}

/** Returns the texts that are not blank. */
export function fieldTexts(texts: TextsDraft): TextsDraft | undefined {
  const given = Object.entries(texts).flatMap(([lang, text]) => (text.trim() ? [[lang, text.trim()] as const] : []));
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** Digits after the decimal mark of a plain field, such as a latitude. */
export const decimalFieldDigits = 8;

/** Reads a number. The checks report invalid numbers. */
export const numberFromInput = (text: string, most?: number): number =>
  Number(parseTypedNumber(text, decimalFieldDigits, most) || Number.NaN);

/** Returns the value at a pointer; undefined if there is none. */
export const valueAtPointer = (whole: unknown, at: string): unknown =>
  at
    .split("/")
    .slice(1)
    .reduce((value: unknown, name) => (value as Record<string, unknown> | null | undefined)?.[name], whole);
