import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
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
      <PartnerId />
    </FormDialog>
  );
}

const isId = (text: string): boolean => /^[A-Za-z0-9._-]{1,128}$/.test(text.trim());

/** The id, which is permanent: it is checked while it is typed. */
function PartnerId() {
  const t = useText();
  const typed: string = useWatch({ name: "externalId" }) ?? "";
  const isWrong = typed !== "" && !isId(typed);
  return (
    <TextField
      source="externalId"
      label={t("partners.field.externalId")}
      helperText={isWrong ? t("products.error.code") : t("partners.create.externalIdLead")}
      validate={(text = "") => (isId(text) ? undefined : t(text.trim() ? "products.error.code" : "frame.required"))}
      slotProps={{
        htmlInput: { maxLength: 128, autoCapitalize: "none", spellCheck: false, "aria-invalid": isWrong },
        formHelperText: { role: "status", ...(isWrong && { error: true }) },
      }}
    />
  );
}
