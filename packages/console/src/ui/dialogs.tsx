import {
  Alert,
  Button,
  type ButtonProps,
  Dialog,
  DialogActions,
  DialogContent,
  type DialogProps,
  DialogTitle,
  Stack,
} from "@mui/material";
import { type ReactNode, useId, useState } from "react";
import { useText } from "../i18n/index.ts";
import { CopyButton } from "./secrets/CopyButton.tsx";
import { SecretField } from "./secrets/SecretField.tsx";

interface DialogButtonProps extends ButtonProps {
  label: string;
  /** The record's name for screen readers, if several buttons have the same label. */
  of?: string | undefined;
  initiallyOpen?: boolean;
  dialog: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ label, of, initiallyOpen = false, dialog, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState(initiallyOpen);
  return (
    <>
      <Button {...button} {...(of && { "aria-label": `${label}: ${of}` })} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && dialog(() => setOpen(false))}
    </>
  );
}

/** The actions for a record in a list. */
export const RecordActions = ({ children }: { children: ReactNode }) => (
  <Stack direction="row" sx={{ gap: 0.5, flexWrap: { xs: "wrap", md: "nowrap" }, justifyContent: { md: "flex-end" } }}>
    {children}
  </Stack>
);

/** A dialog without a form. Without `onClose`, only its buttons close it. Without `buttons`, it has one button, which closes it. */
export function PlainDialog({
  title,
  buttons,
  children,
  onClose,
  ...rest
}: Omit<DialogProps, "open" | "onClose" | "title"> & {
  title: string;
  buttons?: ReactNode;
  onClose?: ((reason?: "escapeKeyDown" | "backdropClick") => void) | undefined;
}) {
  const t = useText();
  const id = useId();
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      {...(onClose && { onClose: (_, reason) => onClose(reason) })}
      aria-labelledby={id}
      {...rest}
    >
      <DialogTitle id={id} sx={{ overflowWrap: "anywhere" }}>
        {title}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2, pt: 1 }}>{children}</Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: "wrap", gap: 1 }}>
        {buttons ?? <Button onClick={() => onClose?.()}>{t("frame.action.close")}</Button>}
      </DialogActions>
    </Dialog>
  );
}

/** A text that is shown only once. Only its button closes the dialog. */
export const ShownOnceDialog = ({
  title,
  label,
  text,
  warning,
  copy,
  done,
  onClose,
}: {
  title: string;
  label: string;
  text: string;
  warning: string;
  /** Labels of the buttons. */
  copy: string;
  done: string;
  onClose: () => void;
}) => (
  <PlainDialog
    title={title}
    buttons={
      <>
        <Button onClick={onClose}>{done}</Button>
        <CopyButton wide text={text} label={copy} />
      </>
    }
  >
    <SecretField label={label} text={text} />
    <Alert severity="warning">{warning}</Alert>
  </PlainDialog>
);
