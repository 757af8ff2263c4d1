import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import { type ReactNode, useId } from "react";
import { useText } from "../../i18n/index.ts";
import { Problem } from "../page/Problem.tsx";

/** Confirms an action before it is done, and shows why the service refused it. For forms there is FormDialog. */
export function ActionDialog({
  title,
  lead,
  submit,
  danger = false,
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
  pending: boolean;
  error: unknown;
  errorAction?: ReactNode;
  children?: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
}) {
  const id = useId();
  return (
    <Dialog open onClose={pending ? undefined : onClose} fullWidth maxWidth="xs" aria-labelledby={`${id}-title`}>
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
        <DialogButtons submit={submit} danger={danger} pending={pending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Cancel, and the button that submits the form around. */
export function DialogButtons({
  submit,
  danger,
  pending,
  onClose,
}: {
  submit: string;
  danger: boolean;
  pending: boolean;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <DialogActions sx={{ px: 3, pb: 2 }}>
      <Button onClick={onClose} disabled={pending}>
        {t("frame.action.cancel")}
      </Button>
      <Button type="submit" variant="contained" color={danger ? "error" : "primary"} loading={pending}>
        {submit}
      </Button>
    </DialogActions>
  );
}
