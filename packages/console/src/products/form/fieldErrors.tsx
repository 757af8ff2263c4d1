import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlined";
import { Chip } from "@mui/material";
import { createContext, useContext, useEffect, useRef } from "react";
import type { RefusedField } from "../../api/client.ts";
import type { RefusalText } from "../../api/refusal-text.ts";
import { type Translate, useText } from "../../i18n/index.ts";
import type { DraftError } from "../model/checks.ts";
import type { ProductDraft } from "../model/draft.ts";
import { itemFields, type ProductField, productFields, valueAtPointer } from "../model/fields.ts";
import type { PricesDraft } from "../model/prices.ts";
import type { ProductSource } from "../product.ts";

/** An error of a field: a pointer into the draft, and the text. */
export interface FieldError {
  at: string;
  text: string;
}

const Shown = createContext<ReadonlyMap<string, string>>(new Map());
export const FieldErrorsProvider = Shown.Provider;

/** Returns the error of a field, if it has one. */
export const useFieldError = (at: string): string | undefined => useContext(Shown).get(at);

/** Returns which of these pointers have an error, there or below. */
export function useWrongFields(ats: readonly string[]): string[] {
  const all = [...useContext(Shown).keys()];
  return ats.filter((at) => all.some((one) => isBelow(one, [at])));
}

/** Counts the wrong fields at or below these pointers. */
export function useErrorCount(...paths: string[]): number {
  const all = useContext(Shown);
  return [...all.keys()].filter((at) => isBelow(at, paths)).length;
}

export const isBelow = (at: string, paths: readonly string[]): boolean =>
  paths.some((path) => at === path || at.startsWith(`${path}/`));

/** The number of wrong fields of a section, in its heading. */
export function ErrorCount({ paths }: { paths: string[] }) {
  const t = useText();
  const n = useErrorCount(...paths);
  if (n === 0) return null;
  const label = t("productForm.form.inSection", { smart_count: n });
  return <Chip variant="filled" color="error" icon={<ErrorOutlineIcon />} label={label} sx={{ fontWeight: 600 }} />;
}

/** Returns the id of a field's input, to which errors link. */
export const fieldId = (at: string): string => `product${at.replaceAll("/", "-")}`;

/** The fields that show errors. An error at any other pointer is shown at the nearest of these fields. */
const shown = [
  ...productFields.filter(({ kind }) => kind !== "flag" && kind !== "list").flatMap(inputsOf),
  /^\/refundTiers\/\d+\/(hours|percent)/,
  /^\/items\/\d+\/(name|externalId|partNumber)(?=\/|$)/,
  ...itemFields.flatMap(({ name, ...part }) => inputsOf({ ...part, at: `/items/\\d+/${name}` })),
  /^\/items\/\d+\/ticketRules\/\d+\/\w+/,
  /^\/items\/\d+\/ticketRules(?=\/|$)/,
  // The amount of a price is shown at the pointer of the price.
  /^\/items\/\d+\/.*\/prices\/\d+(\/steps\/\d+\/(from|amount)|\/stepsCount|\/stepsApply|\/stock)?/,
  /^\/items\/\d+\/schedules\/\d+\/exceptions\/\d+\/(date|time|availability|capacity)/,
  /^\/items\/\d+\/schedules\/\d+\/exceptions\/\d+/,
  /^\/items\/\d+\/schedules\/\d+\/(from|to|capacity|weekdays|times)/,
  /^\/items\/\d+\/schedules\/\d+/,
  /^\/items\/\d+\/events\/\d+\/(eventOn|availability|capacity)/,
  /^\/items\/\d+\/events\/\d+/,
  /^\/items\/\d+/,
];
function inputsOf(field: Pick<ProductField, "kind" | "parts" | "at">): RegExp[] {
  return pathsOf(field).map((path) => new RegExp(`^${field.at}${path}(?=/|$)`));
}

/** Returns the paths of a field's inputs, the innermost first. */
function pathsOf({ kind, parts = [] }: Pick<ProductField, "kind" | "parts">): string[] {
  if (kind === "texts") return ["/\\w+"];
  if (kind === "lines") return ["/\\d+/\\w+"];
  if (kind !== "records") return [""];
  const inner = parts.flatMap((part) => pathsOf(part).map((path) => `/\\d+/${part.name}${path}`));
  return [...inner, "/\\d+/\\w+", "/\\d+"];
}

export const errorFieldPointer = (at: string): string =>
  shown.map((field) => field.exec(at)?.[0]).find((found) => found !== undefined) ?? "";

/** The collapsed parts of the form, which open when a field in them is wanted. */
const collapsed = new Set<(at: string) => void>();

/** Opens a collapsed part when a field at or below these pointers, or in this language, is wanted. */
export function useOpenOnRequest(isWithin: (at: string) => boolean, open: (at: string) => void): void {
  const latest = useRef({ isWithin, open });
  latest.current = { isWithin, open };
  useEffect(() => {
    const listener = (at: string) => latest.current.isWithin(at) && latest.current.open(at);
    collapsed.add(listener);
    return () => void collapsed.delete(listener);
  }, []);
}

/** Moves the focus to a field, also to one in a collapsed part. */
export function focusField(at: string): void {
  const focus = () => {
    const field = document.getElementById(fieldId(at));
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
    return field !== null;
  };
  if (focus()) return;
  for (const open of collapsed) open(at);
  setTimeout(focus);
}

export const errorTexts = (errors: readonly DraftError[], t: Translate): FieldError[] =>
  errors.map(({ at, key, values }) => ({ at, text: t(key as "products.error.long", { most: 0, ...values }) }));

/** Assigns the service's errors to the draft's fields. The service counts the prices that were sent; the form identifies them by ticket. */
export function refusedFields(
  fields: readonly RefusedField[],
  sent: ProductSource,
  refusalText: RefusalText,
): FieldError[] {
  return fields.map((refused) => {
    const text = refusalText(refused);
    const at = refused.pointer.replace(/^\/source/, "");
    const price = at.match(/^(\/items\/(\d+)\/.*\/prices)\/(\d+)(\/.*)?/);
    if (!price) return { at, text };
    const [, list = "", item = "0", nth = "0", part = ""] = price;
    const prices = valueAtPointer(sent, list) as { code: string }[] | undefined;
    const code = prices?.[Number(nth)]?.code;
    const ticket = sent.items[Number(item)]?.ticketRules.findIndex((rule) => rule.code === code) ?? -1;
    return { at: errorFieldPointer(`${list}/${Math.max(0, ticket)}${part}`), text };
  });
}

/** Returns the value that an error of the service concerns. When it changes, the error is hidden. */
export function valueOfError(draft: ProductDraft, at: string): string {
  const price = at.match(/^(\/items\/(\d+)\/.*\/prices)\/(\d+)/);
  if (!price) {
    const field = productFields.find((one) => isBelow(at, [one.at]));
    const [, item, name] = at.match(/^(\/items\/\d+)\/(\w+)/) ?? [];
    const listed = itemFields.some((one) => one.name === name) ? at.replace(`${item}/`, `${item}/listing/`) : at;
    return JSON.stringify(valueAtPointer(draft, field ? at.replace(field.at, `/${field.name}`) : listed) ?? draft);
  }
  const [, list = "", item = "0", nth = "0"] = price;
  const key = draft.items[Number(item)]?.ticketRules[Number(nth)]?.key ?? "";
  return JSON.stringify((valueAtPointer(draft, list) as PricesDraft | null | undefined)?.[key] ?? null);
}
