import { useNavigate } from "react-router";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { IdField } from "../ui/form/IdField.tsx";
import { TextField } from "../ui/form/TextField.tsx";

/** Creates a partner and opens its page, where its keys are made. */
export function CreatePartner({ onClose }: { onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const navigate = useNavigate();
  return (
    <FormDialog
      title={t("partners.create.title")}
      lead={t("partners.create.lead")}
      submit={t("partners.create.submit")}
      defaults={{ externalId: "", name: "" }}
      save={({ externalId, name }) =>
        api("partners.create", { body: { externalId: externalId.trim(), name: name.trim() } })
      }
      notice={({ name }) => t("partners.create.done", { name })}
      onSaved={({ id }) => navigate(`/partners/${id}/show`)}
      onClose={onClose}
    >
      <TextField autoFocus source="name" label={t("partners.field.name")} required most={200} />
      <IdField label={t("partners.field.externalId")} lead={t("partners.create.externalIdLead")} />
    </FormDialog>
  );
}
