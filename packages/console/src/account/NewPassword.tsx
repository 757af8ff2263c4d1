import { PasswordInput, type PasswordInputProps } from "react-admin";
import { useText } from "../i18n/index.ts";

/** Minimum length of a password, the same as in the service. */
const least = 12;

/** Input for a new password. */
export function NewPassword(props: PasswordInputProps) {
  const t = useText();
  return (
    <PasswordInput
      autoComplete="new-password"
      helperText={t("account.welcome.rule", { least })}
      validate={(password = "") => (password.length < least ? t("account.welcome.short", { least }) : undefined)}
      {...props}
    />
  );
}
