import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
import { useFilters } from "../../ui/list/FilterBar.tsx";
import { Secondary } from "../../ui/text.tsx";

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
  const t = useText();
  const { values, set } = useFilters();
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim());
  const id = values[source];
  const { data = [], isFetching } = useQuery({
    queryKey: ["names", source, q],
    queryFn: ({ signal }) => find(q, signal),
    staleTime: 60_000,
  });
  const { data: named } = useQuery({
    queryKey: ["names", source, "of", id],
    queryFn: async ({ signal }) => (await find(id!, signal)).find((one) => one.id === id) ?? null,
    enabled: Boolean(id),
    staleTime: 60_000,
  });
  return (
    <Autocomplete<Choice>
      sx={{ gridColumn: { sm: "span 2" } }}
      options={data}
      loading={isFetching}
      filterOptions={(all) => all}
      getOptionLabel={({ name }) => name}
      getOptionKey={(choice) => choice.id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      value={id ? (named ?? { id, name: id, more: "" }) : null}
      onChange={(_, choice) => set({ [source]: choice?.id })}
      onInputChange={(_, text, reason) => setTyped(reason === "input" ? text : "")}
      renderOption={({ key: _key, ...props }: object & { key?: unknown }, choice) => (
        <li {...props} key={choice.id}>
          <span style={{ minWidth: 0, overflowWrap: "anywhere" }}>
            {choice.name}
            <Secondary span sx={{ display: "block" }}>
              {choice.more}
            </Secondary>
          </span>
        </li>
      )}
      noOptionsText={none}
      clearText={any}
      openText={label}
      closeText={t("frame.action.close")}
      loadingText={t("frame.loading")}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          placeholder={any}
          slotProps={{ ...params.slotProps, inputLabel: { ...params.slotProps?.inputLabel, shrink: true } }}
        />
      )}
    />
  );
}
