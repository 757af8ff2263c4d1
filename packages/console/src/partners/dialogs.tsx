import AddIcon from "@mui/icons-material/Add";
import EditIcon from "@mui/icons-material/Edit";
import Alert from "@mui/material/Alert";
import { useNavigate } from "react-router";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FormButton } from "../ui/FormDialog.tsx";
import { BooleanField } from "../ui/form/choices.tsx";
import { IdField } from "../ui/form/IdField.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { type Partner, PartnerState } from "./facts.tsx";

/** Creates a partner and opens its page, where its keys are made. */
export function CreatePartner() {
  const t = useText();
  const api = useApi();
  const navigate = useNavigate();
  return (
    <FormButton
      button={{ variant: "contained", startIcon: <AddIcon /> }}
      label={t("partners.create.button")}
      title={t("partners.create.button")}
      lead={t("partners.create.lead")}
      submit={t("partners.create.submit")}
      defaults={{ externalId: "", name: "" }}
      save={({ externalId, name }) =>
        api("partners.create", { body: { externalId: externalId.trim(), name: name.trim() } })
      }
      notice={({ name }) => t("partners.create.done", { name })}
      onSaved={({ id }) => navigate(`/partners/${id}/show`)}
    >
      <TextField autoFocus source="name" label={t("field.name")} required most={200} />
      <IdField label={t("field.externalId")} lead={t("partners.create.externalIdLead")} />
    </FormButton>
  );
}

/** Changes a partner. */
export function ChangePartner({ partner }: { partner: Partner }) {
  const t = useText();
  const api = useApi();
  const { id } = partner;
  return (
    <FormButton
      button={{ variant: "outlined", startIcon: <EditIcon /> }}
      label={t("operators.change.button")}
      title={t("partners.change.title", { name: partner.name })}
      submit={t("frame.action.save")}
      danger={({ active }) => partner.active && !active}
      defaults={{
        name: partner.name,
        active: partner.active,
        notifyChanges: partner.notifyChanges,
        writesToGuests: partner.writesToGuests,
        showsSeats: partner.showsSeats,
      }}
      record={{
        present: partner,
        read: () => api("partners.show", { id }),
        show: (present) => (
          <Alert severity="info">
            {t("frame.presentState")} <b>{present.name}</b> <PartnerState partner={present} />
          </Alert>
        ),
        undo: true,
      }}
      save={({ name, ...switches }, { revision }) =>
        api("partners.update", { id, body: { name: name.trim(), ...switches, revision } })
      }
      notice={({ name }) => t("partners.change.done", { name })}
    >
      <TextField autoFocus source="name" label={t("field.name")} required most={200} />
      <BooleanField source="active" label={t("field.active")} helperText={t("partners.change.activeLead")} />
      <BooleanField
        source="notifyChanges"
        label={t("partners.change.notifyChanges")}
        helperText={t("partners.change.notifyChangesLead")}
      />
      <BooleanField
        source="writesToGuests"
        label={t("partners.change.writesToGuests")}
        helperText={t("partners.change.writesToGuestsLead")}
      />
      <BooleanField source="showsSeats" label={t("terms.seats.title")} helperText={t("terms.seats.lead")} />
    </FormButton>
  );
}
