import { Box, Checkbox, FormControlLabel, TextField as MuiTextField } from "@mui/material";
import { useState } from "react";
import { useText } from "../i18n/index.ts";
import { BooleanField, RadioField } from "../ui/form/choices.tsx";
import { DayField, Select } from "../ui/form/controls.tsx";
import { InlineForm } from "../ui/form/submit.tsx";
import { PasswordField, SelectField, TextField } from "../ui/form/TextField.tsx";
import { fieldGrid } from "../ui/page/layout.tsx";

export function FieldSamples() {
  const t = useText();
  const choices = (["usual", "selected"] as const).map((id) => ({ id, name: t(`componentSamples.${id}`) }));
  const [chosen, setChosen] = useState<"usual" | "selected" | "">("");
  return (
    <>
      <InlineForm
        defaults={{ text: "", required: "", select: "usual", secret: "", yes: true, radio: "usual" }}
        submit={t("frame.action.save")}
        save={async () => undefined}
      >
        <Box sx={fieldGrid()}>
          <TextField source="text" label={t("componentSamples.usual")} helperText={t("componentSamples.sample")} />
          <TextField source="required" label={t("frame.required")} required />
          <SelectField source="select" label={t("componentSamples.selected")} choices={choices} />
          <PasswordField source="secret" label={t("frame.secret.present")} autoComplete="new-password" optional />
        </Box>
        <BooleanField source="yes" label={t("componentSamples.selected")} helperText={t("componentSamples.sample")} />
        <RadioField
          source="radio"
          label={t("componentSamples.usual")}
          choices={choices}
          lead={() => t("componentSamples.sample")}
        />
      </InlineForm>
      <Box sx={fieldGrid()}>
        <MuiTextField label={t("componentSamples.wrong")} error helperText={t("frame.required")} />
        <MuiTextField
          label={t("componentSamples.disabled")}
          disabled
          value={t("componentSamples.sample")}
          helperText={t("componentSamples.sample")}
        />
        <Select
          label={t("componentSamples.placeholders")}
          any={t("componentSamples.usual")}
          value={chosen}
          choices={choices}
          onChange={setChosen}
        />
        <DayField label={t("frame.period.from")} value="2026-06-20" onChange={() => undefined} />
      </Box>
      <div>
        <FormControlLabel control={<Checkbox defaultChecked />} label={t("componentSamples.selected")} />
        <FormControlLabel control={<Checkbox disabled />} label={t("componentSamples.disabled")} />
      </div>
    </>
  );
}
