import { fields as generated } from "../../api/generated/fields.ts";
import type { PartnerLanguage } from "../../api/languages.ts";
import { amountOf } from "../../format/typed.ts";

/** The fields of a product, from the generated list: their facts, and their values in a record and in the form. */

type Generated = (typeof generated)[number];
export type FieldName = Generated["name"];
export type SectionName = Generated["section"];
export type QuestionName = Extract<Generated, { section: "questions" }>["name"];
export type TextsName = Extract<Generated, { kind: "texts" }>["name"];
/** The fields whose input, draft and words are written by hand. */
export type ListName<Section = SectionName> = Extract<Generated, { kind: "list"; section: Section }>["name"];

export interface Field {
  name: FieldName;
  /** Pointer into the record. */
  at: string;
  section: SectionName;
  kind: "text" | "texts" | "choice" | "whole" | "number" | "flag" | "list";
  choices?: readonly string[];
  /** The bounds of a number, or the most characters of a text. */
  least?: number;
  most?: number;
  unit?: "min";
  required?: true;
  nullable?: true;
  /** The value of an omitted field. */
  default?: boolean | null;
}

// The form proposes the id from the name, so the id comes after it.
const beforeId: readonly string[] = ["name", "names", "type"];

/** In the order of the form. */
export const fields: readonly Field[] = [
  ...generated.filter(({ name }) => beforeId.includes(name)),
  ...generated.filter(({ name }) => !beforeId.includes(name)),
];

const byName: ReadonlyMap<string, Field> = new Map(fields.map((field) => [field.name, field]));
export const fieldNamed = (name: FieldName): Field => byName.get(name)!;
/** The product's field of this name, if it has one. */
export const anyField = (name: string): Field | undefined => byName.get(name);

export const fieldsIn = (section: SectionName): Field[] => fields.filter((field) => field.section === section);

export const questionNames: QuestionName[] = generated.flatMap((field) =>
  field.section === "questions" ? [field.name] : [],
);

/** Texts by language; empty: none in this language. */
export type TextsDraft = Partial<Record<PartnerLanguage, string>>;

/** The key of each choice's text. The type checker reports a missing text where the key is used. */
export type ChoiceKey = Generated extends infer F
  ? F extends { name: infer Name extends string; choices: readonly (infer C extends string)[] }
    ? `products.${Name}.${C}`
    : never
  : never;

type Choice<F> = F extends { choices: readonly (infer C)[] } ? C | (F extends { required: true } ? never : "") : string;
type Typed<F extends Generated> = F extends { kind: "flag" }
  ? boolean
  : F extends { kind: "texts" }
    ? TextsDraft
    : Choice<F>;
/** The plain fields in the form: numbers are text, so that no typed value is lost. */
export type PlainDraft = { [F in Exclude<Generated, { kind: "list" }> as F["name"]]: Typed<F> };
/** The plain fields with one text. */
export type TextName = { [Name in keyof PlainDraft]: PlainDraft[Name] extends string ? Name : never }[keyof PlainDraft];

const plain = fields.filter((field): field is Field & { name: keyof PlainDraft } => field.kind !== "list");

/** The plain fields of a record in the form. */
export const typedFields = (record: object): PlainDraft =>
  // The list has each name, and `typed` the type of its kind.
  Object.fromEntries(plain.map((field) => [field.name, typed(field, valueAt(record, field.at))])) as PlainDraft;

function typed({ kind, default: usual }: Field, value: unknown): unknown {
  if (kind === "flag") return value ?? usual ?? false;
  if (kind === "texts") return { ...(value as TextsDraft | undefined) };
  return String(value ?? usual ?? "");
}

/** The part of a record that the plain fields of the form make, without omitted fields. An invalid number becomes NaN. */
export function recordOf(draft: PlainDraft): object {
  const record: Record<string, unknown> = {};
  for (const field of plain) {
    const value = givenBy(field, draft[field.name]);
    const [, group = "", name] = field.at.split("/");
    if (value === undefined || (!field.required && value === field.default)) continue;
    record[group] = name === undefined ? value : { ...(record[group] as object), [name]: value };
  }
  return record;
}

function givenBy({ kind, nullable, required }: Field, given: boolean | string | TextsDraft): unknown {
  if (typeof given === "boolean") return given;
  if (typeof given === "object") return textsOf(given);
  const text = given.trim();
  if (text === "" && nullable) return null;
  if (text === "" && !required) return undefined;
  return kind === "whole" || kind === "number" ? numberOf(text) : text;
}

/** The texts that are not blank. */
export function textsOf(texts: TextsDraft): TextsDraft | undefined {
  const given = Object.entries(texts).flatMap(([lang, text]) => (text.trim() ? [[lang, text.trim()] as const] : []));
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** Invalid numbers are left for the checks to report. */
export const numberOf = (text: string): number => Number(amountOf(text) || Number.NaN);

/** The value at a pointer; undefined if there is none. */
export const valueAt = (whole: unknown, at: string): unknown =>
  at
    .split("/")
    .slice(1)
    .reduce((value: unknown, name) => (value as Record<string, unknown> | null | undefined)?.[name], whole);
