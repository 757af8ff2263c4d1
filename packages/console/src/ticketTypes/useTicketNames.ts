import { useCallback } from "react";
import { useLocale } from "react-admin";
import { names, useAnswer } from "../api/useAnswer.ts";

/** Gives the name of a ticket's code in the operator's language; the code itself while the names are loading. */
export function useTicketNames(): (code: string) => string {
  const locale = useLocale() as "es" | "pt" | "en";
  const { data } = useAnswer("ticketTypes.list", {}, { ...names, staleTime: 300_000 });
  return useCallback((code) => data?.data.find((type) => type.code === code)?.names[locale] ?? code, [data, locale]);
}
