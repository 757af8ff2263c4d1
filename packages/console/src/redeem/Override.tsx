import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useText } from "../i18n/index.ts";
import { ActionDialog } from "../ui/form/ActionDialog.tsx";

/** Redeems a voucher outside its accepted time, for a reason that is recorded. */
export function Override({
  white,
  pending,
  onOverride,
}: {
  white: { color: string; borderColor: string };
  pending: boolean;
  onOverride: (reason: string) => void;
}) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [tried, setTried] = useState(false);
  const [reason, setReason] = useState("");
  const missing = tried && reason.trim() === "";
  const submit = () => {
    setTried(true);
    if (reason.trim() === "") return;
    setOpen(false);
    onOverride(reason.trim());
  };
  return (
    <>
      <Button
        size="large"
        variant="outlined"
        onClick={() => setOpen(true)}
        sx={{ ...white, py: 1.25, "&:hover": white }}
      >
        {t("redeem.override.button")}
      </Button>
      {open && (
        <ActionDialog
          title={t("redeem.override.title")}
          lead={t("redeem.override.lead")}
          submit={t("redeem.override.submit")}
          pending={pending}
          error={null}
          onSubmit={submit}
          onClose={() => setOpen(false)}
        >
          <TextField
            autoFocus
            multiline
            minRows={2}
            label={t("redeem.override.reason")}
            value={reason}
            error={missing}
            helperText={missing ? t("frame.required") : undefined}
            onChange={({ target }) => setReason(target.value)}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
        </ActionDialog>
      )}
    </>
  );
}
