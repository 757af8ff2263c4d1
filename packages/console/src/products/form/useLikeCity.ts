import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useApi } from "../../api/useApi.ts";
import type { Draft } from "../model/draft.ts";
import type { Change } from "../model/steps.ts";
import type { Choices } from "./useChoices.ts";

/** Proposes the time zone and currency of the city's other products for a new product, unless they were chosen already. */
export function useLikeCity(
  isNew: boolean,
  initial: Draft,
  draft: Draft,
  change: Change<Draft>,
  { inCity }: Choices,
): void {
  const api = useApi();
  const id = isNew ? inCity.get(draft.cityCode.trim()) : undefined;
  const { data } = useQuery({
    queryKey: ["product-choices", "like", id],
    queryFn: () => api("products.show", { id: id! }),
    enabled: id !== undefined,
    staleTime: 60_000,
  });
  // Another city may replace a proposal, but not a typed value.
  const proposed = useRef({ timeZone: initial.timeZone, currencyCode: initial.currencyCode });
  useEffect(() => {
    if (!data || id !== data.id) return;
    const { timeZone, currencyCode } = data.source;
    const before = proposed.current;
    proposed.current = { timeZone, currencyCode };
    change((now) => ({
      ...now,
      ...(now.timeZone === before.timeZone && { timeZone }),
      ...(now.currencyCode === before.currencyCode && { currencyCode }),
    }));
  }, [data, id, change]);
}
