import Alert from "@mui/material/Alert";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import type { WhiteLabel } from "./whiteLabel.ts";

/** Renames a white label. */
export function RenameWhiteLabel({ label, onClose }: { label: WhiteLabel; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const { id, code } = label;
  return (
    <FormDialog
      title={t("whiteLabels.rename.title", { code })}
      submit={t("frame.action.save")}
      defaults={{ name: label.name }}
      record={{
        present: label,
        read: () => api("whiteLabels.show", { id }),
        show: ({ name }) => <Alert severity="info">{t("whiteLabels.rename.present", { name })}</Alert>,
      }}
      save={({ name }, { revision }) => api("whiteLabels.update", { id, body: { name: name.trim(), revision } })}
      notice={t("whiteLabels.rename.done", { code })}
      onClose={onClose}
    >
      <TextField autoFocus source="name" label={t("whiteLabels.field.name")} required most={200} />
    </FormDialog>
  );
}
