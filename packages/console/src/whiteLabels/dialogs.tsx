import { SelectInput } from "react-admin";
import type { Line } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { useFilled } from "../ui/form/errors.ts";
import { TextField } from "../ui/form/TextField.tsx";
import { usePartnerNames } from "../ui/form/usePartnerNames.ts";

/** A site of a partner. */
export type WhiteLabel = Line<"whiteLabels.list">;

/** Adds a white label to a partner. */
export function NewWhiteLabel({ onClose }: { onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const filled = useFilled();
  const partners = usePartnerNames();
  return (
    <FormDialog
      title={t("whiteLabels.create.title")}
      lead={t("whiteLabels.create.lead")}
      submit={t("frame.action.save")}
      defaults={{ code: "", name: "", partner: "" }}
      codes={{ "code-taken": { source: "code", text: t("whiteLabels.taken") } }}
      save={({ name, ...rest }) => api("whiteLabels.create", { body: { ...rest, name: name.trim() } })}
      notice={(_, { code }) => t("whiteLabels.create.done", { code })}
      onClose={onClose}
    >
      <TextField
        autoFocus
        source="code"
        label={t("whiteLabels.field.code")}
        helperText={t("whiteLabels.codeLead")}
        validate={(code) => (/^\S+$/.test(code ?? "") ? undefined : t("whiteLabels.fault.code"))}
        most={64}
      />
      <TextField source="name" label={t("whiteLabels.field.name")} required most={200} />
      <SelectInput source="partner" label={t("orders.field.partner")} choices={partners} validate={filled} />
    </FormDialog>
  );
}
