import Alert from "@mui/material/Alert";
import { BooleanInput } from "react-admin";
import { useNavigate } from "react-router";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { IdField } from "../ui/form/IdField.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { type Partner, PartnerState } from "./facts.tsx";

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

/** Changes a partner. */
export function ChangePartner({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const { id } = partner;
  return (
    <FormDialog
      title={t("partners.change.title", { name: partner.name })}
      submit={t("frame.action.save")}
      danger={({ active }) => partner.active && !active}
      defaults={{ name: partner.name, active: partner.active, notifyChanges: partner.notifyChanges }}
      record={{
        present: partner,
        read: () => api("partners.show", { id }),
        show: (present) => (
          <Alert severity="info">
            {t("frame.presentState")} <b>{present.name}</b> <PartnerState partner={present} />
          </Alert>
        ),
      }}
      save={({ name, active, notifyChanges }, { revision }) =>
        api("partners.update", { id, body: { name: name.trim(), active, notifyChanges, revision } })
      }
      notice={({ name }) => t("partners.change.done", { name })}
      onClose={onClose}
    >
      <TextField autoFocus source="name" label={t("partners.field.name")} required most={200} />
      <BooleanInput source="active" label={t("partners.change.active")} helperText={t("partners.change.activeLead")} />
      <BooleanInput
        source="notifyChanges"
        label={t("partners.change.notifyChanges")}
        helperText={t("partners.change.notifyChangesLead")}
      />
    </FormDialog>
  );
}
