import { useEffect, useMemo, useRef } from "react";
import { namesQueryOptions, useAnswer } from "../../api/useAnswer.ts";
import { zones } from "../../format/zones.ts";
import { useStoreZone } from "../../session/hooks.ts";
import type { ProductDraft } from "../model/draft.ts";
import type { ProductChange } from "../model/steps.ts";

export interface ProductChoices {
  currencies: { code: string; name: string }[];
  suppliers: { externalId: string; name: string }[];
  /** City codes of other products, by frequency. */
  cities: string[];
  /** A product of each city, by city code. New products of the city use its time zone and currency. */
  inCity: ReadonlyMap<string, string>;
  zones: string[];
  /** Defaults of a new product: the currency of the product that changed last, and the store's time zone. */
  usual: { currencyCode: string; timeZone: string };
  ready: boolean;
}

/** Choices for the fields of a product. */
export function useProductChoices(): ProductChoices {
  const currencies = useAnswer("currencies.list", { query: { perPage: 500 } }, namesQueryOptions);
  const suppliers = useAnswer("suppliers.list", { query: { perPage: 500 } }, namesQueryOptions);
  const others = useAnswer(
    "products.list",
    { query: { perPage: 500, sort: "updatedOn", order: "desc" } },
    namesQueryOptions,
  );
  const zone = useStoreZone();
  const ready = !currencies.isPending && !suppliers.isPending && !others.isPending;
  return useMemo(() => {
    const active = (currencies.data?.data ?? []).filter((one) => one.active);
    const lines = others.data?.data ?? [];
    const counted = Map.groupBy(lines, ({ cityCode }) => cityCode);
    const usual = lines[0]?.currencyCode ?? active[0]?.code ?? "";
    return {
      currencies: active,
      suppliers: suppliers.data?.data ?? [],
      cities: [...counted].sort(([, a], [, b]) => b.length - a.length).map(([code]) => code),
      inCity: new Map([...counted].map(([code, [line]]) => [code, line!.id])),
      zones,
      usual: { currencyCode: usual, timeZone: zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone },
      ready,
    };
  }, [currencies.data, suppliers.data, others.data, ready, zone]);
}

/** Proposes the time zone and currency of the city's other products for a new product, unless they were chosen already. */
export function useCityDefaults(
  isNew: boolean,
  initial: ProductDraft,
  draft: ProductDraft,
  change: ProductChange<ProductDraft>,
  { inCity }: ProductChoices,
): void {
  const id = isNew ? inCity.get(draft.cityCode.trim()) : undefined;
  const { data } = useAnswer("products.show", id === undefined ? null : { id }, namesQueryOptions);
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
