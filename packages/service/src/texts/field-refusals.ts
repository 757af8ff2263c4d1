import { fieldRefusalTexts } from "./en/field-refusals.ts";
import { filled } from "./refusals.ts";

/**
 * A refusal of a field, a file or a request is a code with values. This is the one record of the codes: programs get the English detail,
 * and the console has the text of the code in the operator's language.
 */

type English = typeof fieldRefusalTexts;
export type FieldRefusalCode = keyof English;

/** The console's text of each code in another language. */
export type FieldRefusalTexts = Record<FieldRefusalCode, string>;

/** `values` has a value for each placeholder of the texts. A ticket, product or resource is named as the catalogue names it. */
export interface FieldRefusal {
  code: FieldRefusalCode;
  values: Record<string, string | number>;
  /** In English. */
  detail: string;
}

/** A refused field; `pointer` is its JSON pointer or the name of a parameter. */
export interface RefusedField extends FieldRefusal {
  pointer: string;
}

type TextsOf<Text> = Text extends { detail: infer Detail; text: infer Own } ? Detail | Own : Text;
type PlaceholderOf<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceholderOf<Rest> : never;
type ValuesOf<Name extends string> = [Name] extends [never] ? [] : [values: Record<Name, string | number>];

/** Codes whose detail has no placeholders. A schema with a rule of its own names the rule by such a code. */
export type PlainFieldRefusalCode = {
  [Code in FieldRefusalCode]: [PlaceholderOf<TextsOf<English[Code]>>] extends [never] ? Code : never;
}[FieldRefusalCode];

export const isPlainCode = (text: string): text is PlainFieldRefusalCode =>
  Object.hasOwn(fieldRefusalTexts, text) && !detailOf(text as FieldRefusalCode).includes("{");

/** Returns a refusal with its English detail. A placeholder without a value is a type error. */
export function refusal<Code extends FieldRefusalCode>(
  code: Code,
  ...[given]: ValuesOf<PlaceholderOf<TextsOf<English[Code]>>>
): FieldRefusal {
  const values: Record<string, string | number> = given ?? {};
  return { code, values, detail: filled(detailOf(code), values) };
}

/** Returns the English detail of a code, with its placeholders. */
export function detailOf(code: FieldRefusalCode): string {
  const english: string | { detail: string } = fieldRefusalTexts[code];
  return typeof english === "string" ? english : english.detail;
}

/** Returns the refusal of an address that the service does not call. `fault`: what the rules for outgoing requests found. */
export function refusedAddress(
  fault: "address-private" | "address-port-blocked" | Extract<PlainFieldRefusalCode, `address-${string}`>,
  url: string,
): FieldRefusal {
  if (fault === "address-private") return refusal(fault, { setting: "CALLBACK_ALLOW_PRIVATE" });
  return fault === "address-port-blocked" ? refusal(fault, { port: new URL(url).port }) : refusal(fault);
}
