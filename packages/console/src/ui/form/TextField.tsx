import {
  PasswordInput,
  type PasswordInputProps,
  SelectInput,
  type SelectInputProps,
  TextInput,
  type TextInputProps,
} from "react-admin";
import { useFilled } from "./errors.ts";

/** Inputs of a form. The theme marks the label of a required one (`aria-required`) with an asterisk from the start. */

const marked = { "aria-required": true };

interface TextFieldProps extends TextInputProps {
  /** Must not be empty. With `validate`, that checks it. */
  required?: boolean;
  /** Maximum number of characters. */
  most?: number;
  /** For codes and identifiers: browsers neither capitalise nor check them. */
  verbatim?: boolean;
}

export function TextField({ most, verbatim = false, required = false, slotProps, ...props }: TextFieldProps) {
  const filled = useFilled();
  const htmlInput = {
    maxLength: most,
    ...(required && marked),
    ...(verbatim && { autoCapitalize: "none", spellCheck: false }),
    ...slotProps?.htmlInput,
  };
  return <TextInput {...(required && { validate: filled })} slotProps={{ ...slotProps, htmlInput }} {...props} />;
}

/** A select input with a value. */
export function SelectField(props: SelectInputProps) {
  const filled = useFilled();
  return <SelectInput validate={filled} slotProps={{ select: { SelectDisplayProps: marked } }} {...props} />;
}

/** A password that must be given. */
export function PasswordField(props: PasswordInputProps) {
  const filled = useFilled();
  return <PasswordInput validate={filled} slotProps={{ htmlInput: marked }} {...props} />;
}
