import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useLocale } from "react-admin";
import { useApi } from "../api/useApi.ts";

/** Gives the name of a ticket's code in the operator's language; the code itself while the names are loading. */
export function useTicketNames(): (code: string) => string {
  const api = useApi();
  const locale = useLocale() as "es" | "pt" | "en";
  const { data } = useQuery({
    queryKey: ["ticketTypes"],
    queryFn: () => api("ticketTypes.list"),
    staleTime: 300_000,
  });
  return useCallback((code) => data?.data.find((type) => type.code === code)?.names[locale] ?? code, [data, locale]);
}
