import ArrowDownwardIcon from "@mui/icons-material/ArrowDownward";
import ArrowUpwardIcon from "@mui/icons-material/ArrowUpward";
import DeleteIcon from "@mui/icons-material/Delete";
import DownloadIcon from "@mui/icons-material/Download";
import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import { Box, Button, Divider, IconButton, MenuItem, Stack, Typography } from "@mui/material";
import { useState } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import type { ListRecord, RequestBody } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { useDownload } from "../ui/download.tsx";
import { FormButton, FormDialog } from "../ui/FormDialog.tsx";
import { BooleanField } from "../ui/form/choices.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { SelectField, TextField } from "../ui/form/TextField.tsx";
import { MenuButton } from "../ui/MenuButton.tsx";

/** The export of an event's guests: one row an order, one row a person, or a list that the operator named. */

type GuestList = ListRecord<"listFormats.list">;

/** Downloads the default list, and offers the others in a menu. */
export function GuestListExport({ eventId: id }: { eventId: string }) {
  const t = useText();
  const mayEdit = useRights().has("listFormats.create");
  const { download, pending } = useDownload();
  const { data } = useAnswer("listFormats.list", {});
  const [edited, setEdited] = useState<GuestList | "new" | null>(null);
  const lists = data?.data ?? [];
  const first = lists.find(({ isDefault }) => isDefault);
  const save = (list: string) => download("events.manifestExport", { id, query: { format: "csv", list } });
  const usual = [
    { id: "orders", name: t("guestLists.orders") },
    { id: "persons", name: t("guestLists.persons") },
  ];
  return (
    <>
      <Button
        size="small"
        startIcon={<DownloadIcon />}
        loading={pending}
        loadingPosition="start"
        onClick={() => save(first?.id ?? "orders")}
      >
        {first?.name ?? "CSV"}
      </Button>
      <MenuButton
        button={(props) => (
          <IconButton {...props} size="small" aria-label={t("guestLists.more")} title={t("guestLists.more")}>
            <ExpandMoreIcon fontSize="small" />
          </IconButton>
        )}
      >
        {(close) => {
          const entry = (key: string, name: string, run: () => void) => (
            <MenuItem
              key={key}
              onClick={() => {
                close();
                run();
              }}
            >
              {name}
            </MenuItem>
          );
          return [
            ...[...usual, ...lists].map((list) => entry(list.id, list.name, () => save(list.id))),
            mayEdit && <Divider key="line" component="li" />,
            ...(mayEdit
              ? lists.map((list) =>
                  entry(`${list.id} edit`, t("guestLists.edit", { name: list.name }), () => setEdited(list)),
                )
              : []),
            mayEdit && entry("new", t("guestLists.create"), () => setEdited("new")),
          ];
        }}
      </MenuButton>
      {edited && <GuestListDialog list={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
    </>
  );
}

type Values = Omit<RequestBody<"listFormats.create">, "isDefault"> & { isDefault: boolean };

const dateFormats = ["yyyy-MM-dd", "dd/MM/yyyy", "MM/dd/yyyy", "dd.MM.yyyy", "dd-MM-yyyy", "yyyyMMdd"] as const;
const separators = ["comma", "semicolon", "tab"] as const;

/** A new list has the names, the ticket and the reference. */
const newList: Values = {
  ...{ name: "", file: "csv", separator: "comma", dateFormat: "yyyy-MM-dd", isDefault: false },
  columns: ["row", "passenger-first-name", "passenger-last-name", "ticket", "reference"].map((source) => ({
    source,
    heading: "",
  })),
};

/** Names a list, or changes or deletes one. */
function GuestListDialog({ list, onClose }: { list: GuestList | null; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const { id = "", revision = 0, ...known } = list ?? {};
  return (
    <FormDialog<Values, GuestList>
      title={list ? t("guestLists.edit", { name: list.name }) : t("guestLists.create")}
      lead={t("guestLists.createLead")}
      submit={t("frame.action.save")}
      defaults={{ ...newList, ...known }}
      codes={{ "name-taken": { source: "name", text: t("problems.name-taken") } }}
      save={(values) => {
        const body = { ...values, name: values.name.trim() };
        return list
          ? api("listFormats.update", { id, body: { ...body, revision } })
          : api("listFormats.create", { body });
      }}
      notice={({ name }) => t("guestLists.saved", { name })}
      onClose={onClose}
    >
      <GuestListFields />
      {list && (
        <FormButton
          danger
          button={{ color: "error", sx: { alignSelf: "flex-start" } }}
          of={list.name}
          label={t("products.action.delete.button")}
          title={t("guestLists.deleteTitle", { name: list.name })}
          save={() => api("listFormats.delete", { id, query: { revision } })}
          notice={t("guestLists.deleted", { name: list.name })}
          onSaved={onClose}
        />
      )}
    </FormDialog>
  );
}

function GuestListFields() {
  const t = useText();
  const file = useWatch({ name: "file" });
  return (
    <>
      <TextField autoFocus required source="name" label={t("guestLists.name")} most={100} />
      <Stack direction="row" sx={{ gap: 1.5, "& > *": { flex: 1 } }}>
        <SelectField
          source="file"
          label={t("guestLists.file")}
          choices={[
            { id: "csv", name: "CSV" },
            { id: "xlsx", name: "XLSX" },
          ]}
        />
        <SelectField source="dateFormat" label={t("guestLists.dateFormat")} choices={choicesOf(dateFormats, String)} />
      </Stack>
      {file === "csv" && (
        <SelectField
          source="separator"
          label={t("guestLists.separator")}
          choices={choicesOf(separators, (one) => t(`guestLists.separators.${one}`))}
        />
      )}
      <ColumnFields />
      <BooleanField source="isDefault" label={t("guestLists.isDefault")} />
    </>
  );
}

/** The columns from left to right, one below the other. */
function ColumnFields() {
  const t = useText();
  const { data } = useAnswer("listFormats.columns", {});
  const { fields, append, remove, move } = useFieldArray({ name: "columns" });
  const chosen = useWatch({ name: "columns" }) as Values["columns"];
  const names = new Map((data?.data ?? []).map(({ source, name }) => [source, name]));
  const choicesFor = (source: string) =>
    [...names, ...(names.has(source) || !source ? [] : [[source, source] as const])].map(([id, name]) => ({
      id,
      name,
    }));
  return (
    <Box role="group" aria-label={t("guestLists.columns")}>
      <Typography variant="subtitle2" sx={{ mb: 1 }}>
        {t("guestLists.columns")}
      </Typography>
      <Stack sx={{ gap: 1.5 }}>
        {fields.map((field, index) => {
          const n = index + 1;
          const source = chosen[index]?.source ?? "";
          return (
            <Stack key={field.id} direction="row" sx={{ gap: 0.5, alignItems: "flex-start" }}>
              <Stack sx={{ gap: 1, flex: 1, minWidth: 0 }}>
                <SelectField
                  source={`columns.${index}.source`}
                  label={t("guestLists.column", { n })}
                  choices={choicesFor(source)}
                />
                <TextField
                  source={`columns.${index}.heading`}
                  label={t("guestLists.heading", { n })}
                  placeholder={names.get(source) ?? ""}
                  most={100}
                />
              </Stack>
              <Stack>
                <IconButton
                  size="small"
                  disabled={index === 0}
                  aria-label={t("guestLists.up", { n })}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowUpwardIcon fontSize="small" />
                </IconButton>
                <IconButton
                  size="small"
                  disabled={n === fields.length}
                  aria-label={t("guestLists.down", { n })}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDownwardIcon fontSize="small" />
                </IconButton>
                <IconButton
                  size="small"
                  disabled={fields.length === 1}
                  aria-label={t("guestLists.remove", { n })}
                  onClick={() => remove(index)}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              </Stack>
            </Stack>
          );
        })}
        <Button size="small" sx={{ alignSelf: "flex-start" }} onClick={() => append({ source: "", heading: "" })}>
          {t("guestLists.add")}
        </Button>
      </Stack>
    </Box>
  );
}
