import Alert from "@mui/material/Alert";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { ActionDialog } from "../ui/ActionDialog.tsx";
import { Overtaken } from "../ui/Overtaken.tsx";
import { useFieldProblems } from "../ui/useFieldProblems.ts";
import { PartnerState } from "./facts.tsx";
import type { Partner } from "./partner.ts";

/** Changes a partner. When somebody else did meanwhile, what was typed stays, beside what the partner is now. */
export function ChangePartner({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const [seen, setSeen] = useState(partner);
  const [given, setGiven] = useState({ name: partner.name, active: partner.active });
  const renew = () => queries.invalidateQueries({ queryKey: ["partners"] });
  const save = useMutation({
    mutationFn: () => {
      const body = { name: given.name.trim(), active: given.active, revision: seen.revision };
      return api("partners.update", { id: partner.id, body });
    },
    onSuccess: ({ name }) => {
      notify(t("partners.change.done", { name }), { type: "success" });
      void renew();
      onClose();
    },
  });
  const { field, tryNow } = useFieldProblems(save.error, { "/name": given.name.trim() === "" && t("frame.required") });
  return (
    <ActionDialog
      title={t("partners.change.title", { name: partner.name })}
      submit={t("frame.action.save")}
      danger={seen.active && !given.active}
      pending={save.isPending}
      error={save.error}
      dirty={given.name !== seen.name || given.active !== seen.active}
      errorAction={
        <Overtaken
          error={save.error}
          read={() => api("partners.show", { id: partner.id })}
          onRead={(present) => {
            setSeen(present);
            save.reset();
            void renew();
          }}
        />
      }
      onSubmit={() => tryNow() && save.mutate()}
      onClose={onClose}
    >
      {seen !== partner && (
        <Alert severity="info">
          {t("frame.presentState")} <b>{seen.name}</b> <PartnerState partner={seen} />
        </Alert>
      )}
      <TextField
        autoFocus
        label={t("partners.field.name")}
        value={given.name}
        {...field("/name")}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        onChange={({ target }) => setGiven({ ...given, name: target.value })}
      />
      <div>
        <FormControlLabel
          control={<Switch checked={given.active} onChange={(_, active) => setGiven({ ...given, active })} />}
          label={t("partners.change.active")}
        />
        <FormHelperText>{t("partners.change.activeLead")}</FormHelperText>
      </div>
    </ActionDialog>
  );
}
