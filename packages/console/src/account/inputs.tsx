import { useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";
import { PasswordField, TextField, type TextFieldProps } from "../ui/form/TextField.tsx";

/** `app`: six digits of an authenticator app. `recovery`: 28 letters and digits in groups of four; older recovery codes have 16. */
export type SignInCodeKind = "app" | "recovery";

const patterns = { app: /^\d{6}$/, recovery: /^[a-z2-9]{4}([ -]?[a-z2-9]{4}){3}(([ -]?[a-z2-9]{4}){3})?$/i };

/** A code of a second factor, or a recovery code. */
export function CodeInput({
  source,
  kind = "app",
  autoFocus = false,
}: {
  source: string;
  kind?: SignInCodeKind;
  autoFocus?: boolean;
}) {
  const t = useText();
  const app = kind === "app";
  const style = app ? { letterSpacing: "0.3em", fontSize: "1.25rem" } : { fontSize: "1.0625rem" };
  return (
    <TextField
      required
      source={source}
      label={t(app ? "field.code" : "account.recovery.code")}
      autoComplete={app ? "one-time-code" : "off"}
      autoFocus={autoFocus}
      parse={(text: string) => (app ? text.replace(/\D/g, "").slice(0, 6) : text.slice(0, 40).trimStart())}
      validate={(code = "") =>
        patterns[kind].test(code.trim()) ? undefined : t(app ? "frame.required" : "account.recovery.codeWrong")
      }
      slotProps={{
        htmlInput: {
          ...(app ? { inputMode: "numeric", pattern: "\\d{6}" } : { autoCapitalize: "none", spellCheck: false }),
          style: { fontFamily: mono, ...style },
        },
      }}
    />
  );
}

/** Minimum length of a password, the same as in the service. */
const least = 12;

/** Input for a new password. */
export function NewPassword(props: TextFieldProps) {
  const t = useText();
  return (
    <PasswordField
      autoComplete="new-password"
      helperText={t("account.welcome.rule", { least })}
      validate={(password = "") => (password.length < least ? t("account.welcome.short", { least }) : undefined)}
      {...props}
    />
  );
}
