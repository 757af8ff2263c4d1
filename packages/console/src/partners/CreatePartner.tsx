import TextField from "@mui/material/TextField";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify, useRefresh } from "react-admin";
import { useNavigate } from "react-router";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { ActionDialog } from "../ui/ActionDialog.tsx";
import { useFieldProblems } from "../ui/useFieldProblems.ts";

/** Makes a partner and goes to its page, where its keys are made. */
export function CreatePartner({ onClose }: { onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const [given, setGiven] = useState({ externalId: "", name: "" });
  const create = useMutation({
    mutationFn: () =>
      api("partners.create", { body: { externalId: given.externalId.trim(), name: given.name.trim() } }),
    onSuccess: ({ id, name }) => {
      notify(t("partners.create.done", { name }), { type: "success" });
      refresh();
      navigate(`/partners/${id}/show`);
    },
  });
  const { field, tryNow } = useFieldProblems(create.error, {
    "/name": given.name.trim() === "" && t("frame.required"),
    "/externalId": given.externalId.trim() === "" && t("frame.required"),
  });
  return (
    <ActionDialog
      title={t("partners.create.title")}
      lead={t("partners.create.lead")}
      submit={t("partners.create.submit")}
      pending={create.isPending}
      error={create.error}
      dirty={given.name + given.externalId !== ""}
      onSubmit={() => tryNow() && create.mutate()}
      onClose={onClose}
    >
      <TextField
        autoFocus
        label={t("partners.field.name")}
        value={given.name}
        {...field("/name")}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        onChange={({ target }) => setGiven({ ...given, name: target.value })}
      />
      <TextField
        label={t("partners.field.externalId")}
        value={given.externalId}
        {...field("/externalId", t("partners.create.externalIdLead"))}
        slotProps={{ htmlInput: { maxLength: 128, autoCapitalize: "none", spellCheck: false } }}
        onChange={({ target }) => setGiven({ ...given, externalId: target.value })}
      />
    </ActionDialog>
  );
}
