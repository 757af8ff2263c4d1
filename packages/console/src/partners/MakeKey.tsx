import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Switch from "@mui/material/Switch";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { ActionDialog } from "../ui/form/ActionDialog.tsx";
import { ShownOnce } from "../ui/secrets/ShownOnce.tsx";
import type { Partner } from "./partner.ts";

const modes = ["live", "test"] as const;

/** Makes a key and shows it, once. */
export function MakeKey({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const [mode, setMode] = useState<(typeof modes)[number]>("live");
  const [readOnly, setReadOnly] = useState(false);
  const make = useMutation({
    mutationFn: () => api("partners.createKey", { id: partner.id, body: { mode, readOnly } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["partners"] }),
  });
  if (make.data)
    return (
      <ShownOnce
        title={t("partners.keys.shown", { name: partner.name })}
        label={t("partners.keys.key")}
        text={make.data.key}
        warning={t("partners.keys.shownLead")}
        copy={t("partners.keys.copy")}
        done={t("partners.keys.shownDone")}
        onClose={onClose}
      />
    );
  return (
    <ActionDialog
      title={t("partners.keys.makeTitle", { name: partner.name })}
      lead={t("partners.keys.makeLead")}
      submit={t("partners.keys.make")}
      pending={make.isPending}
      error={make.error}
      onSubmit={make.mutate}
      onClose={onClose}
    >
      <FormControl>
        <FormLabel id="key-mode">{t("partners.keys.for")}</FormLabel>
        <RadioGroup aria-labelledby="key-mode" value={mode} onChange={(_, value) => setMode(value as typeof mode)}>
          {modes.map((one) => (
            <div key={one}>
              <FormControlLabel value={one} control={<Radio size="small" />} label={t(`partners.keys.mode.${one}`)} />
              <FormHelperText sx={{ ml: 3.75, mt: -0.5 }}>{t(`partners.keys.modeLead.${one}`)}</FormHelperText>
            </div>
          ))}
        </RadioGroup>
      </FormControl>
      <div>
        <FormControlLabel
          control={<Switch checked={readOnly} onChange={(_, on) => setReadOnly(on)} />}
          label={t("partners.keys.readOnly")}
        />
        <FormHelperText>{t("partners.keys.readOnlyLead")}</FormHelperText>
      </div>
    </ActionDialog>
  );
}
