import type { SxProps } from "@mui/material/styles";
import { useText } from "../i18n/index.ts";
import { DialogButton } from "../ui/dialog/DialogButton.tsx";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { TextField } from "../ui/form/TextField.tsx";

/** Redeems a voucher outside its accepted time, for a reason that is recorded. */
export function Override({ white, onOverride }: { white: SxProps; onOverride: (reason: string) => void }) {
  const t = useText();
  return (
    <DialogButton
      size="large"
      variant="outlined"
      sx={white}
      label={t("redeem.override.button")}
      dialog={(close) => (
        <FormDialog
          title={t("redeem.override.title")}
          lead={t("redeem.override.lead")}
          submit={t("redeem.override.submit")}
          defaults={{ reason: "" }}
          save={async ({ reason }) => onOverride(reason.trim())}
          onClose={close}
        >
          <TextField
            autoFocus
            multiline
            minRows={2}
            source="reason"
            label={t("redeem.override.reason")}
            required
            most={500}
          />
        </FormDialog>
      )}
    />
  );
}
