import { namesQueryOptions, useAnswer } from "../../api/useAnswer.ts";
import { useText } from "../../i18n/index.ts";
import { partnerNameText } from "../partner-name.ts";
import type { Choice } from "./controls.tsx";

/** Reads the partners by name, as choices of their external ids. */
export function usePartnerNames(): Choice[] {
  const t = useText();
  const { data } = useAnswer(
    "partners.list",
    { query: { perPage: 500, sort: "name", order: "asc" } },
    namesQueryOptions,
  );
  return (
    data?.data.map(({ externalId, name }) => ({ id: externalId, name: partnerNameText(externalId, name, t) })) ?? []
  );
}

/** Gives the name of a partner by its external id; the id itself while the names are loading. */
export function usePartnerName(): (externalId: string) => string {
  const partners = usePartnerNames();
  return (externalId) => partners.find(({ id }) => id === externalId)?.name ?? externalId;
}
