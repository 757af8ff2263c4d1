import type { ReactNode } from "react";
import { type DefaultValues, type FieldPath, type FieldValues, FormProvider, useForm } from "react-hook-form";

/** The errors of a form, by the paths of its fields. */
export type FieldTexts = Record<string, string>;

/**
 * A form of react-hook-form. `onSubmit` saves valid values; it returns error texts by field, which the fields show. Later default values
 * do not replace typed values.
 */
export function Form<Values extends FieldValues>({
  defaultValues,
  onSubmit,
  onMarked,
  children,
}: {
  defaultValues: Values;
  onSubmit: (values: Values) => Promise<FieldTexts | undefined>;
  /** Called after a refusal with the fields that show an error text. */
  onMarked?: (sources: string[]) => void;
  children: ReactNode;
}) {
  const form = useForm<Values>({ defaultValues: defaultValues as DefaultValues<Values> });
  const submit = form.handleSubmit(async (values) => {
    const wrong = Object.entries((await onSubmit(values)) ?? {});
    for (const [source, message] of wrong) form.setError(source as FieldPath<Values>, { type: "refused", message });
    // Only the error of a registered field has a reference.
    const marked = wrong.filter(([source]) => form.getFieldState(source as FieldPath<Values>).error?.ref);
    onMarked?.(marked.map(([source]) => source));
  });
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          // A form in a dialog is within the form of the page that opened it.
          event.stopPropagation();
          void submit(event);
        }}
      >
        {children}
      </form>
    </FormProvider>
  );
}
