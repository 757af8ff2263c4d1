import { namesQueryOptions, useAnswer } from "../../api/useAnswer.ts";
import { useFormat } from "../../format/format.tsx";
import type { Choice } from "../../ui/form/controls.tsx";

/** Reads the active currencies as choices: the code with the name. */
export function useCurrencyChoices(): Choice[] {
  const format = useFormat();
  const query = { active: true, perPage: 200, sort: "code" } as const;
  const { data } = useAnswer("currencies.list", { query }, namesQueryOptions);
  return (data?.data ?? []).map((currency) => ({
    id: currency.code,
    name: `${currency.code} · ${format.currency(currency)}`,
  }));
}
