import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { ApiError } from "../api/client.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { ActionDialog } from "../ui/ActionDialog.tsx";
import { useFieldProblems } from "../ui/useFieldProblems.ts";

/** Gives a partner one more white label. */
export function NewWhiteLabel({ onClose }: { onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const client = useQueryClient();
  const [given, setGiven] = useState({ code: "", name: "", partner: "" });
  const { data: partners } = useQuery({
    queryKey: ["partners", "names"],
    queryFn: () =>
      api("partners.list", {
        query: { perPage: 500, sort: "name", order: "asc" },
      }),
  });
  const create = useMutation({
    mutationFn: () => api("whiteLabels.create", { body: { ...given, name: given.name.trim() } }),
    onSuccess: async () => {
      notify(t("whiteLabels.create.done", { code: given.code }), { type: "success" });
      await client.invalidateQueries();
      onClose();
    },
  });
  const { field, tryNow } = useFieldProblems(create.error, {
    "/code": !/^\S+$/.test(given.code) && t("whiteLabels.fault.code"),
    "/name": given.name.trim() === "" && t("frame.required"),
    "/partner": given.partner === "" && t("frame.required"),
  });
  const taken = create.error instanceof ApiError && create.error.code === "code-taken";
  const typed = (name: keyof typeof given) => ({
    value: given[name],
    onChange: ({ target }: { target: { value: string } }) => setGiven({ ...given, [name]: target.value }),
  });
  return (
    <ActionDialog
      title={t("whiteLabels.create.title")}
      lead={t("whiteLabels.create.lead")}
      submit={t("frame.action.save")}
      pending={create.isPending}
      error={taken ? null : create.error}
      onSubmit={() => tryNow() && create.mutate()}
      onClose={onClose}
    >
      <TextField
        autoFocus
        label={t("whiteLabels.field.code")}
        {...typed("code")}
        {...field("/code", t("whiteLabels.codeLead"))}
        {...(taken && { error: true, helperText: t("whiteLabels.taken") })}
        slotProps={{ htmlInput: { maxLength: 64 } }}
      />
      <TextField
        label={t("whiteLabels.field.name")}
        {...typed("name")}
        {...field("/name")}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextField select label={t("orders.field.partner")} {...typed("partner")} {...field("/partner")}>
        {(partners?.data ?? []).map(({ externalId, name }) => (
          <MenuItem key={externalId} value={externalId} sx={{ whiteSpace: "normal" }}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    </ActionDialog>
  );
}
