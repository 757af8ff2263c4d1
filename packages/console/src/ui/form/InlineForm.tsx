import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import { Form } from "react-admin";
import { type FieldValues, useFormState } from "react-hook-form";
import { Problem } from "../page/Problem.tsx";
import { Emptied } from "./Emptied.tsx";
import { useSubmit } from "./useSubmit.ts";

/** A react-admin form within a page, with its button. After a refusal the typed values stay. */
export function InlineForm<Values extends FieldValues>({
  defaults,
  save,
  submit,
  empty = [],
  wide = false,
  children,
}: {
  defaults: Values;
  save: (values: Values) => Promise<unknown>;
  submit: string;
  /** Fields that are empty again after a refusal. */
  empty?: readonly (keyof Values & string)[];
  /** Whether the button is as wide as the form. */
  wide?: boolean;
  children: ReactNode;
}) {
  const { error, onSubmit } = useSubmit(save);
  return (
    <Form defaultValues={defaults} onSubmit={onSubmit} noValidate disableInvalidFormNotification>
      <Emptied fields={empty} after={error} />
      <Stack sx={{ gap: 2 }}>
        {children}
        <Problem error={error} />
        <SubmitButton label={submit} wide={wide} />
      </Stack>
    </Form>
  );
}

function SubmitButton({ label, wide }: { label: string; wide: boolean }) {
  const { isSubmitting } = useFormState();
  return (
    <Button
      type="submit"
      variant="contained"
      loading={isSubmitting}
      {...(wide ? { size: "large" } : { sx: { alignSelf: "flex-start" } })}
    >
      {label}
    </Button>
  );
}
