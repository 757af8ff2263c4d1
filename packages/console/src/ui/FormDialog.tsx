import {
  Button,
  type ButtonProps,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Stack,
} from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useRef, useState } from "react";
import { type FieldValues, useFormState, useWatch } from "react-hook-form";
import { useText } from "../i18n/index.ts";
import { DialogButton } from "./dialogs.tsx";
import { ConflictAction } from "./form/ConflictAction.tsx";
import type { FieldProblemCodes } from "./form/errors.ts";
import { Form } from "./form/Form.tsx";
import { ClearAfterRefusal, useSubmit } from "./form/submit.tsx";
import { useNotify } from "./notices.tsx";
import { ProblemAlert } from "./page/states.tsx";
import { savingOwnRevisions, swapBack, useSavedNotice } from "./useSavedNotice.ts";

/** The record that a dialog changes. After another operator's change the dialog reads it again. */
interface EditedRecord<Values, Present> {
  present: Present;
  read: () => Promise<Present>;
  /** Shows the values that another operator saved. */
  show?: (present: Present) => ReactNode;
  /** New values of the form; undefined if the typed values stay. */
  refill?: (present: Present) => Values;
  /** Whether the notice offers to save the former values again. */
  undo?: Present extends { revision: number } ? boolean : never;
}

interface Notice {
  text: string;
  type: "success" | "warning";
}

interface FormDialogProps<Values, Saved, Present> {
  title: string;
  lead?: ReactNode;
  submit: string;
  /** The label of the button that closes the dialog without saving, by default "Cancel". */
  dismiss?: string;
  danger?: boolean | ((values: Values) => boolean);
  disabled?: boolean;
  /** The fields. Without fields the dialog only asks for a confirmation. */
  defaults?: Values;
  /** Fields that the dialog empties after a refusal. */
  empty?: readonly (keyof Values & string)[];
  /** Problem codes that belong to a field. */
  codes?: FieldProblemCodes;
  record?: EditedRecord<Values, Present>;
  save: (values: Values, present: Present) => Promise<Saved>;
  /** The notification after saving. */
  notice?: string | ((saved: Saved, values: Values) => string | Notice);
  /** Called after saving, in place of `onClose`. */
  onSaved?: (saved: Saved, values: Values) => void;
  onError?: (error: unknown) => void;
  children?: ReactNode;
  onClose: () => void;
}

/** A dialog that saves, with fields or as a confirmation. After a refusal it stays open with the typed values. */
export function FormDialog<Values extends FieldValues, Saved, Present = undefined>(
  props: FormDialogProps<Values, Saved, Present>,
) {
  const { title, lead, record, save, notice, children, onClose, onSaved = onClose } = props;
  const id = useId();
  const notify = useNotify();
  const reportSaved = useSavedNotice();
  const queries = useQueryClient();
  const [defaults, setDefaults] = useState(props.defaults ?? ({} as Values));
  const [refills, setRefills] = useState(0);
  const [reread, setReread] = useState<Present | null>(null);
  const dirty = useRef(false);
  const { error, isMarked, setError, onSubmit, onMarked } = useSubmit(
    async (values: Values) => {
      try {
        const saved = await save(values, reread ?? (record?.present as Present));
        const message = typeof notice === "function" ? notice(saved, values) : notice;
        const { text, type }: Notice = typeof message === "object" ? message : { text: message ?? "", type: "success" };
        if (text && type === "warning") notify(text, { type });
        else if (text) reportSaved(text, takeBack(values));
        void queries.invalidateQueries();
        onSaved(saved, values);
      } catch (reason) {
        props.onError?.(reason);
        throw reason;
      }
    },
    { codes: props.codes, empty: props.empty },
  );
  /** After a conflict the dialog no longer has the values before the save. */
  const takeBack = (values: Values) => {
    const present = record?.present as (Present & { revision: number }) | undefined;
    if (!record?.undo || !present || reread !== null) return null;
    const read = record.read as () => Promise<Present & { revision: number }>;
    return swapBack(defaults, values, savingOwnRevisions(present.revision, read, save));
  };
  const onRead = (present: Present) => {
    setError(null);
    setReread(present);
    if (record?.refill) {
      setDefaults(record.refill(present));
      setRefills(refills + 1);
    }
    void queries.invalidateQueries();
  };
  return (
    <Dialog open onClose={() => dirty.current || onClose()} fullWidth maxWidth="xs" aria-labelledby={id}>
      <Form key={refills} defaultValues={defaults} onSubmit={onSubmit} onMarked={onMarked}>
        <ClearAfterRefusal fields={props.empty ?? []} after={error} />
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 0.75 }}>
            {lead && <DialogContentText component="div">{lead}</DialogContentText>}
            {reread !== null && record?.show?.(reread)}
            {children}
            <ProblemAlert
              error={error}
              isMarked={isMarked}
              action={record && <ConflictAction error={error} read={record.read} onRead={onRead} />}
            />
          </Stack>
        </DialogContent>
        <Buttons {...props} dirty={dirty} />
      </Form>
    </Dialog>
  );
}

/** A button that opens a dialog with a form. By default the dialog saves with a button of the same label. */
export function FormButton<Values extends FieldValues, Saved, Present = undefined>({
  label,
  of,
  button,
  onSaved,
  ...form
}: Omit<FormDialogProps<Values, Saved, Present>, "submit" | "onClose"> & {
  label: string;
  of?: string | undefined;
  button?: ButtonProps;
  submit?: string;
}) {
  return (
    <DialogButton
      {...button}
      label={label}
      of={of}
      dialog={(close) => (
        <FormDialog
          submit={label}
          {...form}
          onSaved={(saved, values) => {
            onSaved?.(saved, values);
            close();
          }}
          onClose={close}
        />
      )}
    />
  );
}

function Buttons<Values extends FieldValues>({
  submit,
  dismiss,
  danger = false,
  disabled = false,
  dirty,
  onClose,
}: Pick<FormDialogProps<Values, never, never>, "submit" | "dismiss" | "danger" | "disabled" | "onClose"> & {
  dirty: { current: boolean };
}) {
  const t = useText();
  const { isSubmitting, isDirty } = useFormState();
  const values = useWatch();
  // A click beside the dialog, or Escape, does not discard typed values.
  dirty.current = isDirty || isSubmitting;
  const isDanger = typeof danger === "function" ? danger(values as Values) : danger;
  return (
    <DialogActions sx={{ px: 3, pb: 2 }}>
      <Button onClick={onClose} disabled={isSubmitting}>
        {dismiss ?? t("frame.action.cancel")}
      </Button>
      <Button
        type="submit"
        variant="contained"
        color={isDanger ? "error" : "primary"}
        disabled={disabled}
        loading={isSubmitting}
      >
        {submit}
      </Button>
    </DialogActions>
  );
}
