import { useText } from "../i18n/index.ts";
import { BooleanField } from "../ui/form/choices.tsx";
import { choicesOf, useWholeNumberRule } from "../ui/form/errors.ts";
import { SelectField, TextField } from "../ui/form/TextField.tsx";
import type { LocalizedText, SupplierSetting } from "./kind.ts";

/** The input of one setting, by its schema. */
export function SettingField({
  name,
  setting,
  required,
  stored = false,
  disabled,
  words,
}: {
  name: string;
  setting: SupplierSetting;
  required: boolean;
  /** Whether a secret is stored, which an empty field keeps. */
  stored?: boolean;
  disabled: boolean;
  words: (text: LocalizedText) => string;
}) {
  const t = useText();
  const wholeNumber = useWholeNumberRule();
  const { type, label, lead, input = "text", maxLength, pattern, minimum, maximum, choices } = setting;
  const field = {
    source: `settings.${name}`,
    label: words(label),
    disabled,
    ...(stored ? { helperText: t("mail.field.passwordLead") } : lead && { helperText: words(lead) }),
  };
  if (type === "boolean") return <BooleanField {...field} />;
  if (choices) {
    const values = choicesOf(Object.keys(choices), (value) => words(choices[value]!));
    return <SelectField {...field} {...(!required && { empty: "" })} choices={values} />;
  }
  const isNumber = type === "integer";
  const problemOf = (text: string): string | undefined => {
    if (text === "") return required && !stored ? t("frame.required") : undefined;
    if (isNumber) return wholeNumber(text, minimum!, maximum!);
    // The text below the field describes a valid value.
    return pattern && !new RegExp(pattern).test(text) ? (field.helperText ?? t("suppliers.unfit")) : undefined;
  };
  return (
    <TextField
      {...field}
      type={isNumber ? "text" : input}
      required={required && !stored}
      {...(input === "password" && { autoComplete: "new-password" })}
      {...(maxLength !== undefined && { most: maxLength })}
      validate={(typed = "") => problemOf(String(typed).trim())}
      {...(isNumber && { slotProps: { htmlInput: { inputMode: "numeric" } } })}
    />
  );
}
