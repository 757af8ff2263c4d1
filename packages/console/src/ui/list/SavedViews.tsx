import BookmarkAddIcon from "@mui/icons-material/BookmarkAdd";
import { Button, Chip, Stack } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RequestBody } from "../../api/types.ts";
import { namesQueryOptions, useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { FormDialog } from "../FormDialog.tsx";
import { TextField } from "../form/TextField.tsx";
import { useRequestOnClick } from "../page/states.tsx";
import { useListContext } from "./useList.ts";

type ListName = RequestBody<"filters.save">["list"];
type Filter = Record<string, string>;

/** Parameters that are not saved: the text of a search, and a single event. */
const savable = (filter: Filter): Filter => {
  const { q: _, eventId: __, ...saved } = filter;
  return saved;
};

const isSame = (one: Filter, other: Filter): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

/**
 * The operator's named filters of the surrounding list, with their counts: a click applies a filter. `initial`: the filters of a list
 * that was just opened, which nobody needs to save.
 */
export function SavedViews({ initial = {} }: { initial?: Filter | undefined }) {
  const t = useText();
  const api = useApi();
  const { attempt } = useRequestOnClick();
  const queries = useQueryClient();
  const { resource, filterValues, setFilters } = useListContext();
  const list = resource as ListName;
  const [saving, setSaving] = useState(false);
  const { data } = useAnswer("filters.list", { query: { list } }, namesQueryOptions);
  const present = savable(filterValues);
  const saved = data?.data ?? [];
  const isNew =
    Object.keys(present).length > 0 &&
    !isSame(present, initial) &&
    !saved.some(({ filter }) => isSame(filter, present));
  if (saved.length === 0 && !isNew) return null;
  const remove = (name: string) =>
    attempt(async () => {
      await api("filters.delete", { body: { list, name } });
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
        const chosen = isSame(filter, present);
        return (
          <Chip
            key={name}
            size="medium"
            label={
              <>
                {name} <Count list={list} filter={filter} />
              </>
            }
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
          {t("find.saveTitle")}
        </Button>
      )}
      {saving && (
        <FormDialog
          title={t("find.saveTitle")}
          lead={t("find.saveLead")}
          submit={t("frame.action.save")}
          defaults={{ name: "" }}
          save={({ name }) => api("filters.save", { body: { list, name: name.trim(), filter: present } })}
          notice={t("find.saveDone")}
          onClose={() => setSaving(false)}
        >
          <TextField autoFocus source="name" label={t("field.name")} most={60} required />
        </FormDialog>
      )}
    </Stack>
  );
}

/** Number of records that a filter finds. The list itself counts them: its answer has the total. */
function Count({ list, filter }: { list: ListName; filter: Filter }) {
  const { count } = useFormat();
  const { data } = useAnswer(`${list}.list`, { query: { ...filter, perPage: 1 } as object }, { staleTime: 30_000 });
  return data ? <b>{count(data.total)}</b> : null;
}
