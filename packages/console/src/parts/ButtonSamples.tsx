import AddIcon from "@mui/icons-material/Add";
import { Button, ButtonGroup, IconButton, MenuItem, ToggleButton, ToggleButtonGroup } from "@mui/material";
import { useState } from "react";
import { useText } from "../i18n/index.ts";
import { DialogButton, PlainDialog } from "../ui/dialog/dialogs.tsx";
import { MenuButton } from "../ui/MenuButton.tsx";
import { CopyButton } from "../ui/secrets/CopyButton.tsx";
import { PageLink } from "../ui/text.tsx";
import { SampleRow } from "./SampleRow.tsx";

const variants = ["contained", "outlined", "text"] as const;

export function ButtonSamples() {
  const t = useText();
  const [chosen, setChosen] = useState("a");
  const usual = t("componentSamples.usual");
  return (
    <>
      {variants.map((variant) => (
        <SampleRow key={variant}>
          <Button variant={variant}>{usual}</Button>
          <Button variant={variant} startIcon={<AddIcon />}>
            {t("products.new")}
          </Button>
          <Button variant={variant} color="error">
            {t("frame.action.cancel")}
          </Button>
          <Button variant={variant} disabled>
            {t("componentSamples.disabled")}
          </Button>
          <Button variant={variant} loading loadingPosition="start">
            {t("componentSamples.pending")}
          </Button>
        </SampleRow>
      ))}
      <SampleRow>
        <ButtonGroup aria-label={t("componentSamples.selected")}>
          <Button variant="contained" aria-current="page">
            {t("componentSamples.selected")}
          </Button>
          <Button variant="outlined">{usual}</Button>
        </ButtonGroup>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t("componentSamples.usual")}
          value={chosen}
          onChange={(_, value) => value && setChosen(value)}
        >
          {["a", "b"].map((value) => (
            <ToggleButton key={value} value={value}>
              {value.toUpperCase()}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <IconButton aria-label={t("products.new")}>
          <AddIcon />
        </IconButton>
        <CopyButton text="K7Q-M3X-HP4-ES" label={t("frame.action.copy")} />
        <PageLink to="/parts">{t("componentSamples.sample")}</PageLink>
      </SampleRow>
      <SampleRow>
        <MenuButton
          button={(props) => (
            <Button {...props} variant="outlined">
              {t("frame.action.more")}
            </Button>
          )}
        >
          {(close) => [
            <MenuItem key="usual" onClick={close}>
              {usual}
            </MenuItem>,
            <MenuItem key="selected" selected onClick={close}>
              {t("componentSamples.selected")}
            </MenuItem>,
            <MenuItem key="disabled" disabled>
              {t("componentSamples.disabled")}
            </MenuItem>,
          ]}
        </MenuButton>
        <DialogButton
          label={t("events.change.preview")}
          variant="outlined"
          dialog={(close) => (
            <PlainDialog title={t("componentSamples.title")} onClose={close}>
              {t("componentSamples.lead")}
            </PlainDialog>
          )}
        />
      </SampleRow>
    </>
  );
}
