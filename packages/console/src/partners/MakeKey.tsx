import { useState } from "react";
import { BooleanInput, RadioButtonGroupInput } from "react-admin";
import type { Body } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { ShownOnce } from "../ui/dialog/ShownOnce.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { Secondary } from "../ui/text/Secondary.tsx";
import type { Partner } from "./partner.ts";

const modes = ["live", "test"] as const;
const defaults: Body<"partners.createKey"> = { mode: "live", readOnly: false };

/** Creates a key and shows it, once. */
export function MakeKey({ partner: { id, name }, onClose }: { partner: Partner; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const [key, setKey] = useState<string | null>(null);
  if (key)
    return (
      <ShownOnce
        title={t("partners.keys.shown", { name })}
        label={t("partners.keys.key")}
        text={key}
        warning={t("partners.keys.shownLead")}
        copy={t("partners.keys.copy")}
        done={t("partners.keys.shownDone")}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t("partners.keys.makeTitle", { name })}
      lead={t("partners.keys.makeLead")}
      submit={t("partners.keys.make")}
      defaults={defaults}
      save={(body) => api("partners.createKey", { id, body })}
      onSaved={(answer) => setKey(answer.key)}
      onClose={onClose}
    >
      <RadioButtonGroupInput
        source="mode"
        row={false}
        label={t("partners.keys.for")}
        choices={choicesOf(modes, (mode) => t(`partners.keys.mode.${mode}`))}
        optionText={({ id: mode, name: label }: { id: (typeof modes)[number]; name: string }) => (
          <>
            {label}
            <Secondary>{t(`partners.keys.modeLead.${mode}`)}</Secondary>
          </>
        )}
        translateChoice={false}
        helperText={false}
      />
      <BooleanInput
        source="readOnly"
        label={t("partners.keys.readOnly")}
        helperText={t("partners.keys.readOnlyLead")}
      />
    </FormDialog>
  );
}
