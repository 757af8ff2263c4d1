import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
import { RecordSearchField } from "../../ui/form/RecordSearchField.tsx";
import { useFilters } from "../../ui/list/filters.tsx";

interface Choice {
  id: string;
  name: string;
  more: string;
}

/** Filters by a partner or product, chosen by name. The address has the external id. */
export function NameFilter({ source }: { source: "partner" | "product" }) {
  const t = useText();
  const api = useApi();
  const { values, set } = useFilters();
  const id = values[source];
  const find = async (q: string, signal: AbortSignal): Promise<Choice[]> => {
    const request = { query: { q, perPage: 30, sort: "name", order: "asc" }, signal } as const;
    const { data } = await (source === "partner" ? api("partners.list", request) : api("products.list", request));
    return data.map((one) => ({
      id: one.externalId,
      name: one.name,
      more: "cityCode" in one ? `${one.cityCode} · ${one.externalId}` : one.externalId,
    }));
  };
  const { data: named } = useQuery({
    queryKey: ["names", source, "of", id],
    queryFn: async ({ signal }) => (await find(id!, signal)).find((one) => one.id === id) ?? null,
    enabled: Boolean(id),
    staleTime: 60_000,
  });
  const any = t(source === "partner" ? "find.anyPartner" : "find.anyProduct");
  return (
    <RecordSearchField<Choice, undefined>
      sx={{ gridColumn: { sm: "span 2" } }}
      label={t(`find.${source}`)}
      placeholder={any}
      clearText={any}
      noOptionsText={t(source === "partner" ? "find.noPartners" : "events.noProducts")}
      queryKey={["names", source]}
      find={find}
      nameOf={({ name }) => name}
      moreOf={({ more }) => more}
      value={id ? (named ?? { id, name: id, more: "" }) : null}
      onChange={(_, choice) => set({ [source]: choice?.id })}
    />
  );
}
