import { TextInput } from "react-admin";
import { useNavigate } from "react-router";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { useFilled } from "../ui/form/errors.ts";

/** Creates a partner and opens its page, where its keys are made. */
export function CreatePartner({ onClose }: { onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const navigate = useNavigate();
  const filled = useFilled();
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
      <TextInput
        autoFocus
        source="name"
        label={t("partners.field.name")}
        validate={filled}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextInput
        source="externalId"
        label={t("partners.field.externalId")}
        helperText={t("partners.create.externalIdLead")}
        validate={filled}
        slotProps={{ htmlInput: { maxLength: 128, autoCapitalize: "none", spellCheck: false } }}
      />
    </FormDialog>
  );
}
