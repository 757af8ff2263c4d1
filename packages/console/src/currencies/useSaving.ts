import { useState } from "react";
import { ApiError } from "../api/client.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import type { FieldProblem } from "../ui/FieldSummary.tsx";
import { idOf } from "./CurrencyFields.tsx";
import { type Currency, type Field, faultsOf, type Given, plain, type Written } from "./currency.ts";

interface Kept {
  phase: "none" | "asking" | "told" | "saving";
  told: Written | null;
  error: unknown;
  problems: FieldProblem[];
}

const nothing: Kept = { phase: "none", told: null, error: null, problems: [] };
const fields: readonly string[] = ["code", "name", "displaySymbol", "base", "markup"] satisfies Field[];

/** Tells what a currency's change would do, and makes it; `revision` is the state that it is held against. */
export function useSaving(given: Given, currency: Currency | null, revision: number) {
  const t = useText();
  const api = useApi();
  const [kept, setKept] = useState(nothing);
  const [asked, setAsked] = useState<Given | null>(null);

  const send = (dryRun: boolean) => {
    const { code, base, markup, ...rest } = given;
    const terms = { ...rest, name: rest.name.trim(), base: plain(base), markup: plain(markup) };
    return currency
      ? api("currencies.update", { id: code, query: { dryRun }, body: { ...terms, revision } })
      : api("currencies.create", { query: { dryRun }, body: { ...terms, code } });
  };

  const problemAt = (field: Field, detail: string): FieldProblem => ({
    id: idOf(field),
    label: t(`currencies.field.${field}`),
    detail,
  });

  const failed = (error: unknown) => {
    const named = error instanceof ApiError && error.status === 400 ? error.fields : [];
    const problems = named.flatMap(({ pointer, detail }) => {
      const field = pointer.slice(1);
      return fields.includes(field) ? [problemAt(field as Field, detail)] : [];
    });
    if (error instanceof ApiError && error.code === "code-taken")
      problems.push(problemAt("code", t("currencies.taken")));
    setKept({ ...nothing, problems, error: problems.length > 0 ? null : error });
  };

  return {
    ...kept,
    stale: asked !== given,
    forget: () => setKept(nothing),
    async preview() {
      const problems = faultsOf(given, currency === null).map(({ field, fault }) =>
        problemAt(field, t(`currencies.fault.${fault}`)),
      );
      if (problems.length > 0) return setKept({ ...nothing, problems });
      setKept({ ...nothing, phase: "asking" });
      try {
        const told = await send(true);
        setAsked(given);
        setKept({ ...nothing, phase: "told", told });
      } catch (error) {
        failed(error);
      }
    },
    /** Whether it was saved. */
    async save(): Promise<boolean> {
      setKept({ ...kept, phase: "saving" });
      try {
        await send(false);
        return true;
      } catch (error) {
        failed(error);
        return false;
      }
    },
  };
}
