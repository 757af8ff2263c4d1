import { ApiError } from "../../api/client.ts";
import type { RefusalText } from "../../api/refusal-text.ts";
import { useText } from "../../i18n/index.ts";

/** Problem codes that belong to a field, with the text for that field. */
export type FieldProblemCodes = Record<string, { source: string; text: string }>;

/** Returns the errors of the form's fields that a refusal names, for react-hook-form. `root`: the prefix of the pointers. */
export function fieldErrors(
  error: unknown,
  values: object,
  refusalText: RefusalText,
  codes: FieldProblemCodes = {},
  root = "",
): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const known = codes[error.code];
  if (known) return { [known.source]: known.text };
  if (error.status !== 400) return {};
  const named = error.fields.map(
    (one) => [one.pointer.slice(root.length + 1).replaceAll("/", "."), refusalText(one)] as const,
  );
  return Object.fromEntries(named.filter(([source]) => source.split(".")[0]! in values));
}

/** Validates that a text is not empty. */
export function useRequiredRule(): (value: unknown) => string | undefined {
  const t = useText();
  return (value) => (String(value ?? "").trim() === "" ? t("frame.required") : undefined);
}

/** Validates that a text is a whole number within bounds. */
export function useWholeNumberRule(): (text: string, minimum: number, maximum: number) => string | undefined {
  const t = useText();
  return (text, minimum, maximum) => {
    // "1.000" and "1e3" are refused: the first would be 1, and neither is how a person writes a count.
    const number = Number(text);
    return /^-?\d+$/.test(text.trim()) && number >= minimum && number <= maximum
      ? undefined
      : t("suppliers.numberWrong", { minimum: String(minimum), maximum: String(maximum) });
  };
}

/** Returns the choices of an input. */
export const choicesOf = <Id extends string>(ids: readonly Id[], name: (id: Id) => string) =>
  ids.map((id) => ({ id, name: name(id) }));
