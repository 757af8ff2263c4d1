import Alert from "@mui/material/Alert";
import { BooleanInput } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { PartnerState } from "./facts.tsx";
import type { Partner } from "./partner.ts";

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
