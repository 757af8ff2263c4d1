import { ValidationError } from "react-admin";
import { type FieldErrors, useFormContext, useFormState } from "react-hook-form";
import { FieldSummary } from "./FieldSummary.tsx";

/** The wrong fields of the surrounding form, each with a link to its input. */
export function ErrorSummary({ labelOf }: { labelOf: (source: string) => string }) {
  const { errors } = useFormState();
  const { setFocus } = useFormContext();
  const problems = errorsIn(errors).map(({ source, message }) => ({
    id: source,
    label: labelOf(source),
    detail: <ValidationError error={message} />,
    focus: () => setFocus(source),
  }));
  return <FieldSummary problems={problems} />;
}

function errorsIn(errors: FieldErrors, path = ""): { source: string; message: string }[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (!error || name === "root") return [];
    if (typeof error.type === "string") return [{ source: path + name, message: String(error.message) }];
    return errorsIn(error as FieldErrors, `${path}${name}.`);
  });
}
