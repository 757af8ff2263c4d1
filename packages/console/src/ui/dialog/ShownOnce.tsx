import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { CopyButton } from "../secrets/CopyButton.tsx";
import { SecretField } from "../secrets/SecretField.tsx";
import { PlainDialog } from "./PlainDialog.tsx";

/** A text that is shown only once. Only its button closes the dialog. */
export const ShownOnce = ({
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
