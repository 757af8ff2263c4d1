import Alert from "@mui/material/Alert";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { TextInput, useNotify } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useFilled } from "../ui/form/errors.ts";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import type { WhiteLabel } from "./whiteLabel.ts";

/** Renames a white label. */
export function RenameWhiteLabel({ label, onClose }: { label: WhiteLabel; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const client = useQueryClient();
  const filled = useFilled();
  const [seen, setSeen] = useState(label);
  return (
    <FormDialog
      title={t("whiteLabels.rename.title", { code: label.code })}
      submit={t("frame.action.save")}
      defaults={{ name: label.name }}
      present={{ read: () => api("whiteLabels.show", { id: label.id }), onRead: setSeen }}
      save={({ name }) =>
        api("whiteLabels.update", { id: label.id, body: { name: name.trim(), revision: seen.revision } })
      }
      onSaved={async () => {
        notify(t("whiteLabels.rename.done", { code: label.code }), { type: "success" });
        await client.invalidateQueries();
        onClose();
      }}
      onClose={onClose}
    >
      {seen !== label && <Alert severity="info">{t("whiteLabels.rename.present", { name: seen.name })}</Alert>}
      <TextInput
        autoFocus
        source="name"
        label={t("whiteLabels.field.name")}
        validate={filled}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
    </FormDialog>
  );
}
