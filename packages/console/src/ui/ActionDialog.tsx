import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import { type ReactNode, useId } from "react";
import { useText } from "../i18n/index.ts";
import { Problem } from "./Problem.tsx";

/** Asks before something is done, with what it needs, and shows what was refused. Enter in a field does it. */
export function ActionDialog({
  title,
  lead,
  submit,
  danger = false,
  dirty = false,
  pending,
  error,
  errorAction,
  children,
  onSubmit,
  onClose,
}: {
  title: string;
  lead?: ReactNode;
  submit: string;
  danger?: boolean;
  /** What was typed: then a click beside the dialog, or Escape, does not throw it away. */
  dirty?: boolean;
  pending: boolean;
  error: unknown;
  errorAction?: ReactNode;
  children?: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
}) {
  const t = useText();
  const id = useId();
  return (
    <Dialog
      open
      onClose={pending || dirty ? undefined : onClose}
      fullWidth
      maxWidth="xs"
      aria-labelledby={`${id}-title`}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2 }}>
            {lead && <DialogContentText component="div">{lead}</DialogContentText>}
            {children}
            <Problem error={error} action={errorAction} />
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose} disabled={pending}>
            {t("frame.action.cancel")}
          </Button>
          <Button type="submit" variant="contained" color={danger ? "error" : "primary"} loading={pending}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
