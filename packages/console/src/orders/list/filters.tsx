import BookmarkAddIcon from "@mui/icons-material/BookmarkAdd";
import { Button, Chip, Stack } from "@mui/material";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { names, useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
import { FormDialog } from "../../ui/dialog/FormDialog.tsx";
import { FindField } from "../../ui/form/FindField.tsx";
import { TextField } from "../../ui/form/TextField.tsx";
import { useFilters } from "../../ui/list/filters.tsx";
import { useListContext } from "../../ui/list/useList.ts";
import { useAttempt } from "../../ui/page/states.tsx";

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
    <FindField<Choice, undefined>
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

/** What a named filter keeps: not the text of a search, nor one event. */
const kept = ["status", "test", "partner", "product", "flagged", "eventFrom", "eventTo", "placedFrom", "placedTo"];

const keptOf = (filter: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(kept.flatMap((name) => (filter[name] ? [[name, String(filter[name])]] : [])));

const sameFilter = (one: Record<string, string>, other: Record<string, string>): boolean =>
  kept.every((name) => one[name] === other[name]);

/** The operator's named filters: a click applies one. */
export function SavedFilters() {
  const t = useText();
  const api = useApi();
  const { attempt } = useAttempt();
  const queries = useQueryClient();
  const { filterValues, setFilters } = useListContext();
  const [saving, setSaving] = useState(false);
  const { data } = useAnswer("filters.list", {}, names);
  const present = keptOf(filterValues);
  const saved = data?.data ?? [];
  const isNew = Object.keys(present).length > 0 && !saved.some(({ filter }) => sameFilter(filter, present));
  if (saved.length === 0 && !isNew) return null;
  const remove = (name: string) =>
    attempt(async () => {
      await api("filters.delete", { body: { name } });
      await queries.invalidateQueries({ queryKey: ["filters.list"] });
    });
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={t("find.saved")}
      sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}
    >
      {saved.map(({ name, filter }) => {
        const chosen = sameFilter(filter, present);
        return (
          <Chip
            key={name}
            size="medium"
            label={name}
            color={chosen ? "info" : "default"}
            variant={chosen ? "filled" : "outlined"}
            aria-pressed={chosen}
            onClick={() => setFilters(chosen ? {} : filter)}
            onDelete={() => void remove(name)}
          />
        );
      })}
      {isNew && (
        <Button size="small" startIcon={<BookmarkAddIcon />} onClick={() => setSaving(true)}>
          {t("find.save")}
        </Button>
      )}
      {saving && (
        <FormDialog
          title={t("find.saveTitle")}
          lead={t("find.saveLead")}
          submit={t("frame.action.save")}
          defaults={{ name: "" }}
          save={({ name }) => api("filters.save", { body: { name: name.trim(), filter: present } })}
          notice={t("find.saveDone")}
          onClose={() => setSaving(false)}
        >
          <TextField autoFocus source="name" label={t("find.name")} most={60} required />
        </FormDialog>
      )}
    </Stack>
  );
}
