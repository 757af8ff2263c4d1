import { Button, Stack } from "@mui/material";
import { type ReactNode, useEffect, useState } from "react";
import { type FieldValues, useFormContext, useFormState } from "react-hook-form";
import { ApiError } from "../../api/client.ts";
import { useRefusalText } from "../../api/refusal-text.ts";
import { ProblemAlert } from "../page/states.tsx";
import { type FieldProblemCodes, fieldErrors } from "./errors.ts";
import { type FieldTexts, Form } from "./Form.tsx";

/** Submits a form. `error` is the refusal; the named fields show the reasons. `isMarked`: the fields of the form show all reasons. */
export function useSubmit<Values extends FieldValues>(
  save: (values: Values) => Promise<unknown>,
  {
    codes = {},
    root = "",
    empty = [],
  }: {
    codes?: FieldProblemCodes | undefined;
    root?: string;
    /** Fields that the form empties after a refusal. They lose their reasons. */
    empty?: readonly string[] | undefined;
  } = {},
) {
  const refusalText = useRefusalText();
  const [error, setError] = useState<unknown>(null);
  const [marked, setMarked] = useState<string[]>([]);
  const onMarked = (sources: string[]) => setMarked(sources.filter((source) => !empty.includes(source)));
  const isMarked = error instanceof ApiError && marked.length > 0 && marked.length === error.fields.length;
  const onSubmit = async (values: Values): Promise<FieldTexts | undefined> => {
    setError(null);
    setMarked([]);
    try {
      await save(values);
      return undefined;
    } catch (reason) {
      setError(reason instanceof ApiError && reason.code in codes ? null : reason);
      return fieldErrors(reason, values, refusalText, codes, root);
    }
  };
  return { error, isMarked, setError, onSubmit, onMarked };
}

/** Empties passwords and codes of the surrounding form after a refusal, because they must be typed again. */
export function ClearAfterRefusal({ fields, after }: { fields: readonly string[]; after: unknown }) {
  const { resetField } = useFormContext();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal.
  useEffect(() => {
    if (after) for (const field of fields) resetField(field, { defaultValue: "" });
  }, [after]);
  return null;
}

/** A form within a page, with its button. After a refusal the typed values stay. */
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
  /** Fields that the form empties after a refusal. */
  empty?: readonly (keyof Values & string)[];
  /** Whether the button is as wide as the form. */
  wide?: boolean;
  children: ReactNode;
}) {
  const { error, isMarked, onSubmit, onMarked } = useSubmit(save, { empty });
  return (
    <Form defaultValues={defaults} onSubmit={onSubmit} onMarked={onMarked}>
      <ClearAfterRefusal fields={empty} after={error} />
      <Stack sx={{ gap: 2 }}>
        {children}
        <ProblemAlert error={error} isMarked={isMarked} />
        <SubmitButton label={submit} wide={wide} />
      </Stack>
    </Form>
  );
}

/** A bar below a long form that stays in view. */
export const saveBarStyle = {
  position: "sticky",
  bottom: 0,
  zIndex: 2,
  mx: { xs: -1.5, sm: 0 },
  px: 2,
  py: 1.25,
  gap: 1.5,
  alignItems: "center",
  justifyContent: "flex-end",
  bgcolor: "background.paper",
  border: 1,
  borderColor: "divider",
  borderRadius: { xs: 0, sm: 2 },
  boxShadow: 3,
} as const;

export function SubmitButton({ label, wide = false }: { label: string; wide?: boolean }) {
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
