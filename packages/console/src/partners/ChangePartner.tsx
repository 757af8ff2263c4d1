import Alert from "@mui/material/Alert";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { BooleanInput, TextInput, useNotify } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useFilled } from "../ui/form/errors.ts";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { PartnerState } from "./facts.tsx";
import type { Partner } from "./partner.ts";

/** Changes a partner. */
export function ChangePartner({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const filled = useFilled();
  const [seen, setSeen] = useState(partner);
  const refresh = () => void queries.invalidateQueries({ queryKey: ["partners"] });
  return (
    <FormDialog
      title={t("partners.change.title", { name: partner.name })}
      submit={t("frame.action.save")}
      danger={({ active }) => seen.active && !active}
      defaults={{ name: partner.name, active: partner.active }}
      present={{
        read: () => api("partners.show", { id: partner.id }),
        onRead: (present) => {
          setSeen(present);
          refresh();
        },
      }}
      save={({ name, active }) =>
        api("partners.update", { id: partner.id, body: { name: name.trim(), active, revision: seen.revision } })
      }
      onSaved={({ name }) => {
        notify(t("partners.change.done", { name }), { type: "success" });
        refresh();
        onClose();
      }}
      onClose={onClose}
    >
      {seen !== partner && (
        <Alert severity="info">
          {t("frame.presentState")} <b>{seen.name}</b> <PartnerState partner={seen} />
        </Alert>
      )}
      <TextInput
        autoFocus
        source="name"
        label={t("partners.field.name")}
        validate={filled}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <BooleanInput source="active" label={t("partners.change.active")} helperText={t("partners.change.activeLead")} />
    </FormDialog>
  );
}
