import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/useApi.ts";
import type { Choice } from "./controls.tsx";

/** Partners by name, as choices of their external ids. */
export function usePartnerNames(): Choice[] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ["partners", "names"],
    queryFn: () => api("partners.list", { query: { perPage: 500, sort: "name", order: "asc" } }),
    staleTime: 60_000,
  });
  return data?.data.map(({ externalId, name }) => ({ id: externalId, name })) ?? [];
}

/** Gives the name of a partner by its external id; the id itself while the names are loading. */
export function usePartnerName(): (externalId: string) => string {
  const names = usePartnerNames();
  return (externalId) => names.find(({ id }) => id === externalId)?.name ?? externalId;
}
