import { useController } from "react-hook-form";

export interface FieldProps {
  /** The path of the value in the form's values. */
  source: string;
  /** Returns the fault of a value. */
  // biome-ignore lint/suspicious/noExplicitAny: the form knows the types of its values, the path does not.
  validate?: ((value: any, values: any) => string | undefined) | undefined;
  /** Returns the text that the input shows for a value. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  format?: ((value: any) => string) | undefined;
  /** Converts the typed text to the value. */
  parse?: ((typed: string) => string) | undefined;
}

const asIs = (typed: string): string => typed;

/** Returns the input properties of a text in the surrounding form, and its error. */
export function useField({ source, validate, format = asIs, parse = asIs }: FieldProps) {
  const {
    field: { name, value, onChange, onBlur, ref },
    fieldState: { error },
  } = useController({ name: source, ...(validate && { rules: { validate } }) });
  const field = {
    name,
    value: format(value ?? ""),
    onChange: ({ target }: { target: { value: string } }) => onChange(parse(target.value)),
    onBlur,
    inputRef: ref,
  };
  return { field, wrong: error?.message };
}
