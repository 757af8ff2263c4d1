import { TextInput, type TextInputProps } from "react-admin";
import { useFilled } from "./errors.ts";

interface TextFieldProps extends TextInputProps {
  /** Maximum number of characters. */
  most?: number;
  /** For codes and identifiers: browsers neither capitalise nor check them. */
  verbatim?: boolean;
}

/** A text field of a form. */
export function TextField({ most, verbatim = false, required = false, ...props }: TextFieldProps) {
  const filled = useFilled();
  const htmlInput = { maxLength: most, ...(verbatim && { autoCapitalize: "none", spellCheck: false }) };
  return <TextInput {...(required && { validate: filled })} slotProps={{ htmlInput }} {...props} />;
}
