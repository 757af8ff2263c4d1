import Dialog from "@mui/material/Dialog";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import { type ReactNode, useId, useRef, useState } from "react";
import { Form } from "react-admin";
import { type FieldValues, useFormState, useWatch } from "react-hook-form";
import { Problem } from "../page/Problem.tsx";
import { DialogButtons } from "./ActionDialog.tsx";
import { ConflictAction } from "./ConflictAction.tsx";
import { type Codes, fieldErrors } from "./errors.ts";

/** A form of react-admin in a dialog. What was typed stays when the service refuses it. */
export function FormDialog<Values extends FieldValues, Saved, Present = never>({
  title,
  lead,
  submit,
  danger,
  defaults,
  codes = {},
  present,
  save,
  onSaved,
  onError,
  children,
  onClose,
}: {
  title: string;
  lead?: ReactNode;
  submit: string;
  danger?: boolean | ((values: Values) => boolean);
  defaults: Values;
  /** Problem codes that belong to a field. */
  codes?: Codes;
  /** After a conflict: reads the present record and shows it; what was typed stays. */
  present?: { read: () => Promise<Present>; onRead: (present: Present) => void };
  save: (values: Values) => Promise<Saved>;
  onSaved: (saved: Saved, values: Values) => unknown;
  onError?: (error: unknown) => void;
  children?: ReactNode;
  onClose: () => void;
}) {
  const id = useId();
  const [begun] = useState(defaults);
  const [error, setError] = useState<unknown>(null);
  const dirty = useRef(false);
  const onSubmit = async (values: FieldValues) => {
    setError(null);
    try {
      await onSaved(await save(values as Values), values as Values);
      return undefined;
    } catch (reason) {
      onError?.(reason);
      const ofFields = fieldErrors(reason, values, codes);
      const known = reason instanceof Error && "code" in reason && String(reason.code) in codes;
      setError(known ? null : reason);
      return ofFields;
    }
  };
  return (
    <Dialog open onClose={() => dirty.current || onClose()} fullWidth maxWidth="xs" aria-labelledby={`${id}-title`}>
      <Form defaultValues={begun} onSubmit={onSubmit} noValidate disableInvalidFormNotification>
        <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 0.75 }}>
            {lead && <DialogContentText component="div">{lead}</DialogContentText>}
            {children}
            <Problem
              error={error}
              action={
                present && (
                  <ConflictAction
                    error={error}
                    read={present.read}
                    onRead={(now) => {
                      setError(null);
                      present.onRead(now);
                    }}
                  />
                )
              }
            />
          </Stack>
        </DialogContent>
        <Buttons submit={submit} danger={danger ?? false} dirty={dirty} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

function Buttons({
  submit,
  danger,
  dirty,
  onClose,
}: {
  submit: string;
  danger: boolean | ((values: never) => boolean);
  dirty: { current: boolean };
  onClose: () => void;
}) {
  const { isSubmitting, isDirty } = useFormState();
  const values = useWatch();
  // A click beside the dialog, or Escape, does not throw away what was typed.
  dirty.current = isDirty || isSubmitting;
  const isDanger = typeof danger === "function" ? danger(values as never) : danger;
  return <DialogButtons submit={submit} danger={isDanger} pending={isSubmitting} onClose={onClose} />;
}
