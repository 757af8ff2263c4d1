import Button, { type ButtonProps } from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { type ReactNode, useState } from "react";

interface DialogButtonProps extends ButtonProps {
  label: string;
  /** The record's name for screen readers, if several buttons have the same label. */
  of?: string | undefined;
  dialog: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ label, of, dialog, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
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
  <Stack direction="row" sx={{ gap: 0.5, flexWrap: "wrap", justifyContent: { md: "flex-end" } }}>
    {children}
  </Stack>
);
