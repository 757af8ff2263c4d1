import Dialog, { type DialogProps } from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import { type ReactNode, useId } from "react";

/** A dialog without a form. Without `onClose` only its buttons close it. */
export function PlainDialog({
  title,
  buttons,
  children,
  onClose,
  ...rest
}: Omit<DialogProps, "open" | "onClose" | "title"> & {
  title: string;
  buttons: ReactNode;
  onClose?: (() => void) | undefined;
}) {
  const id = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" {...(onClose && { onClose })} aria-labelledby={id} {...rest}>
      <DialogTitle id={id} sx={{ overflowWrap: "anywhere" }}>
        {title}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2, pt: 1 }}>{children}</Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: "wrap", gap: 1 }}>{buttons}</DialogActions>
    </Dialog>
  );
}
