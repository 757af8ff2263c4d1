import TextField from "@mui/material/TextField";
import { useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";

/** `app`: six digits of an authenticator app. `recovery`: 28 letters and digits in groups of four; older ones have 16. */
export type CodeKind = "app" | "recovery";

export const codeFits = (kind: CodeKind, code: string): boolean =>
  kind === "app"
    ? /^\d{6}$/.test(code)
    : /^[a-z2-9]{4}([ -]?[a-z2-9]{4}){3}(([ -]?[a-z2-9]{4}){3})?$/i.test(code.trim());

/** A code of a second factor, or a recovery code. */
export function CodeField({
  kind = "app",
  value,
  tried,
  autoFocus = false,
  onChange,
}: {
  kind?: CodeKind;
  value: string;
  /** Whether it was sent off: then a missing code is said. */
  tried: boolean;
  autoFocus?: boolean;
  onChange: (code: string) => void;
}) {
  const t = useText();
  const wrong = tried && !codeFits(kind, value);
  const app = kind === "app";
  return (
    <TextField
      label={t(app ? "account.signIn.code" : "account.recovery.code")}
      name="code"
      autoComplete={app ? "one-time-code" : "off"}
      autoFocus={autoFocus}
      value={value}
      error={wrong}
      helperText={wrong ? t(app ? "frame.required" : "account.recovery.codeWrong") : undefined}
      onChange={({ target }) =>
        onChange(app ? target.value.replace(/\D/g, "").slice(0, 6) : target.value.slice(0, 40).trimStart())
      }
      slotProps={{
        htmlInput: {
          ...(app ? { inputMode: "numeric", pattern: "\\d{6}" } : { autoCapitalize: "none", spellCheck: false }),
          style: app
            ? { fontFamily: mono, letterSpacing: "0.3em", fontSize: "1.25rem" }
            : { fontFamily: mono, fontSize: "1.0625rem" },
        },
      }}
    />
  );
}
