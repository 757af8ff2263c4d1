import { ApiError } from "../api/client.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import type { FieldProblem } from "../ui/form/FieldSummary.tsx";
import { FieldProblems, refuse } from "../ui/form/fieldProblems.ts";
import { usePreview } from "../ui/preview/usePreview.ts";
import { idOf } from "./CurrencyFields.tsx";
import { type Currency, type Field, faultsOf, type Given, plain } from "./currency.ts";

const fields: readonly string[] = ["code", "name", "displaySymbol", "base", "markup"] satisfies Field[];

/** Shows what a currency's change would do, and saves it at this revision. */
export function useSaving(currency: Currency | null, revision: number) {
  const t = useText();
  const api = useApi();
  const problemAt = (field: Field, detail: string): FieldProblem => ({
    id: idOf(field),
    label: t(`currencies.field.${field}`),
    detail,
  });
  const send = (dryRun: boolean, { code, base, markup, ...rest }: Given) => {
    const terms = { ...rest, name: rest.name.trim(), base: plain(base), markup: plain(markup) };
    const sent = currency
      ? api("currencies.update", { id: code, query: { dryRun }, body: { ...terms, revision } })
      : api("currencies.create", { query: { dryRun }, body: { ...terms, code } });
    return sent.catch((error) => {
      if (error instanceof ApiError && error.code === "code-taken")
        throw new FieldProblems([problemAt("code", t("currencies.taken"))]);
      return refuse(error, (pointer, detail) => {
        const field = pointer.slice(1);
        return fields.includes(field) ? problemAt(field as Field, detail) : null;
      });
    });
  };
  return usePreview({
    async preview(given: Given) {
      const faults = faultsOf(given, currency === null);
      if (faults.length > 0)
        throw new FieldProblems(faults.map(({ field, fault }) => problemAt(field, t(`currencies.fault.${fault}`))));
      return send(true, given);
    },
    save: (given) => send(false, given),
  });
}
