import Alert from "@mui/material/Alert";
import TextField from "@mui/material/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { ActionDialog } from "../ui/ActionDialog.tsx";
import { Overtaken } from "../ui/Overtaken.tsx";
import { useFieldProblems } from "../ui/useFieldProblems.ts";
import type { WhiteLabel } from "./whiteLabel.ts";

/** Renames a white label, unless somebody else did since it was read: then what it is now is shown, and what was typed stays. */
export function RenameWhiteLabel({ label, onClose }: { label: WhiteLabel; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const client = useQueryClient();
  const [name, setName] = useState(label.name);
  const [present, setPresent] = useState<WhiteLabel | null>(null);
  const save = useMutation({
    mutationFn: () => {
      const { revision } = present ?? label;
      return api("whiteLabels.update", { id: label.id, body: { name: name.trim(), revision } });
    },
    onSuccess: async () => {
      notify(t("whiteLabels.rename.done", { code: label.code }), { type: "success" });
      await client.invalidateQueries();
      onClose();
    },
  });
  const { field, tryNow } = useFieldProblems(save.error, { "/name": name.trim() === "" && t("frame.required") });
  return (
    <ActionDialog
      title={t("whiteLabels.rename.title", { code: label.code })}
      submit={t("frame.action.save")}
      pending={save.isPending}
      error={save.error}
      errorAction={
        <Overtaken
          error={save.error}
          read={() => api("whiteLabels.show", { id: label.id })}
          onRead={(now) => {
            setPresent(now);
            save.reset();
          }}
        />
      }
      onSubmit={() => tryNow() && save.mutate()}
      onClose={onClose}
    >
      {present && <Alert severity="info">{t("whiteLabels.rename.present", { name: present.name })}</Alert>}
      <TextField
        autoFocus
        label={t("whiteLabels.field.name")}
        value={name}
        onChange={({ target }) => setName(target.value)}
        {...field("/name")}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
    </ActionDialog>
  );
}
