import { useCallback } from "react";
import { namesQueryOptions, useAnswer } from "../api/useAnswer.ts";
import { useLocale } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import type { Choice } from "../ui/form/controls.tsx";
import type { Party } from "./ticket-size.ts";

type Names = Record<"es" | "pt" | "en", string>;

/**
 * Gives the name of a ticket's code in the operator's language; the code itself while the names are loading. `known`: names that
 * the device stores, by code.
 */
export function useTicketNames(known?: Record<string, Names>): (code: string) => string {
  const locale = useLocale();
  const types = useTicketTypes().data?.data;
  const isPartner = useRights().has("own.ticketNames");
  const ofPartner = useAnswer("own.ticketNames", isPartner ? {} : null, rarely).data?.data;
  const data = types ?? ofPartner;
  return useCallback(
    (code) => (data?.find((type) => type.code === code)?.names ?? known?.[code])?.[locale] ?? code,
    [data, known, locale],
  );
}

/** Returns the ticket types of the catalogue as choices: the name with the code. */
export function useTicketChoices(): Choice[] {
  const locale = useLocale();
  const { data } = useTicketTypes();
  return (data?.data ?? []).map(({ code, names }) => ({
    id: code,
    name: names[locale] === code ? code : `${names[locale]} (${code})`,
  }));
}

/** Gives the size of a ticket by its ticket type; one person on one seat while nobody has said so. */
export function useTicketTypeSizes(): (code: string) => Party {
  const { data } = useTicketTypes();
  return (code) => {
    const { people, seats } = data?.data.find((type) => type.code === code) ?? {};
    return { people: people ?? 1, seats: seats ?? 1 };
  };
}

const rarely = { ...namesQueryOptions, staleTime: 300_000 } as const;

/** Reads the ticket types. A person of a partner reads their names only. */
function useTicketTypes() {
  const isPartner = useRights().has("own.ticketNames");
  return useAnswer("ticketTypes.list", isPartner ? null : {}, rarely);
}
