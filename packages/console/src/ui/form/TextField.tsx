import VisibilityIcon from "@mui/icons-material/Visibility";
import VisibilityOffIcon from "@mui/icons-material/VisibilityOff";
import { IconButton, InputAdornment, type TextFieldProps as MuiProps, TextField as MuiTextField } from "@mui/material";
import { useState } from "react";
import { useController } from "react-hook-form";
import { useText } from "../../i18n/index.ts";
import { type Choice, requiredMark, Select } from "./controls.tsx";
import { useRequiredRule } from "./errors.ts";

/** Inputs of a form. The theme marks the label of a required input (`aria-required`) with an asterisk from the start. */

type InputProps = FieldProps & Omit<MuiProps, "name" | "value" | "defaultValue" | "onChange" | "onBlur" | "error">;

export interface TextFieldProps extends InputProps {
  /** Maximum number of characters. */
  most?: number;
  /** Whether the text is a code or identifier, which browsers must neither capitalise nor check. */
  verbatim?: boolean;
  readOnly?: boolean;
  inputMode?: "numeric" | "decimal";
}

/** A text input. With `required` the text must not be empty. `validate` replaces this check. */
export function TextField({
  source,
  validate,
  format,
  parse,
  most,
  verbatim = false,
  readOnly = false,
  inputMode,
  required = false,
  helperText,
  slotProps,
  ...props
}: TextFieldProps) {
  const filled = useRequiredRule();
  const { field, wrong } = useField({ source, validate: validate ?? (required ? filled : undefined), format, parse });
  const htmlInput = {
    maxLength: most,
    readOnly,
    inputMode,
    ...(required && requiredMark),
    ...(verbatim && { autoCapitalize: "none", spellCheck: false }),
    ...slotProps?.htmlInput,
  };
  return (
    <MuiTextField
      {...props}
      {...field}
      error={wrong !== undefined}
      helperText={wrong ?? helperText}
      slotProps={{ ...slotProps, htmlInput }}
    />
  );
}

/**
 * A field that selects one of several values. `empty`: the label for choosing no value. If `empty` is missing, the field is
 * required.
 */
export function SelectField({
  choices,
  empty,
  validate,
  ...props
}: InputProps & { choices: readonly Choice[]; empty?: string }) {
  const filled = useRequiredRule();
  const isRequired = empty === undefined;
  const { source, format, parse, helperText, ...rest } = props;
  const { field, wrong } = useField({ source, validate: validate ?? (isRequired ? filled : undefined), format, parse });
  return (
    <Select
      {...rest}
      {...field}
      {...(!isRequired && { any: empty })}
      choices={choices}
      onChange={(value) => field.onChange({ target: { value } })}
      required={isRequired}
      error={wrong !== undefined}
      helperText={wrong ?? helperText}
    />
  );
}

/** A password, which can be shown. It is required unless `optional` is set. */
export function PasswordField({ optional = false, ...props }: TextFieldProps & { optional?: boolean }) {
  const t = useText();
  const [shown, setShown] = useState(false);
  const label = t(shown ? "frame.password.hide" : "frame.password.show");
  const button = (
    <InputAdornment position="end">
      <IconButton size="small" aria-label={label} onClick={() => setShown(!shown)}>
        {shown ? <VisibilityIcon /> : <VisibilityOffIcon />}
      </IconButton>
    </InputAdornment>
  );
  return (
    <TextField
      required={!optional}
      {...props}
      type={shown ? "text" : "password"}
      slotProps={{ ...props.slotProps, input: { endAdornment: button } }}
    />
  );
}

interface FieldProps {
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
function useField({ source, validate, format = asIs, parse = asIs }: FieldProps) {
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
