import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useId } from "react";
import { mono } from "../../theme/themes.ts";
import { CopyButton } from "./CopyButton.tsx";

/** A text that is shown here and never again. Only its button closes it: the text is gone afterwards. */
export function ShownOnce({
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
  /** On the buttons. */
  copy: string;
  done: string;
  onClose: () => void;
}) {
  const id = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2, pt: 1 }}>
          <SecretField label={label} text={text} />
          <Alert severity="warning">{warning}</Alert>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: "wrap", gap: 1 }}>
        <Button onClick={onClose}>{done}</Button>
        <CopyButton wide text={text} label={copy} />
      </DialogActions>
    </Dialog>
  );
}

/** A key or secret as it is, to be selected whole. */
export function SecretField({ label, text }: { label: string; text: string }) {
  return (
    <TextField
      label={label}
      value={text}
      multiline
      slotProps={{
        htmlInput: { readOnly: true, style: { fontFamily: mono, fontSize: 13, overflowWrap: "anywhere" } },
      }}
      onFocus={({ target }) => target.select()}
    />
  );
}
