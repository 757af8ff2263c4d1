import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
import { FindField } from "../../ui/form/FindField.tsx";
import { useFilters } from "../../ui/list/FilterBar.tsx";

/** Filters by a partner or product, chosen by name. The address has the external id. */

interface Choice {
  id: string;
  name: string;
  more: string;
}

export function PartnerFilter() {
  const t = useText();
  const api = useApi();
  return (
    <NameFilter
      source="partner"
      label={t("find.partner")}
      any={t("find.anyPartner")}
      none={t("find.noPartners")}
      find={async (q, signal) => {
        const { data } = await api("partners.list", { query: { q, perPage: 30, sort: "name", order: "asc" }, signal });
        return data.map(({ externalId, name }) => ({ id: externalId, name, more: externalId }));
      }}
    />
  );
}

export function ProductFilter() {
  const t = useText();
  const api = useApi();
  return (
    <NameFilter
      source="product"
      label={t("find.product")}
      any={t("find.anyProduct")}
      none={t("events.noProducts")}
      find={async (q, signal) => {
        const { data } = await api("products.list", { query: { q, perPage: 30, sort: "name", order: "asc" }, signal });
        return data.map(({ externalId, name, cityCode }) => ({
          id: externalId,
          name,
          more: `${cityCode} · ${externalId}`,
        }));
      }}
    />
  );
}

function NameFilter({
  source,
  label,
  any,
  none,
  find,
}: {
  source: "partner" | "product";
  label: string;
  any: string;
  none: string;
  find: (q: string, signal: AbortSignal) => Promise<Choice[]>;
}) {
  const { values, set } = useFilters();
  const id = values[source];
  const { data: named } = useQuery({
    queryKey: ["names", source, "of", id],
    queryFn: async ({ signal }) => (await find(id!, signal)).find((one) => one.id === id) ?? null,
    enabled: Boolean(id),
    staleTime: 60_000,
  });
  return (
    <FindField<Choice, undefined>
      sx={{ gridColumn: { sm: "span 2" } }}
      label={label}
      placeholder={any}
      clearText={any}
      noOptionsText={none}
      queryKey={["names", source]}
      find={find}
      nameOf={({ name }) => name}
      moreOf={({ more }) => more}
      value={id ? (named ?? { id, name: id, more: "" }) : null}
      onChange={(_, choice) => set({ [source]: choice?.id })}
    />
  );
}
