import TextField from "@mui/material/TextField";
import { useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";

/** The six digits of a second factor. */
export function CodeField({
  value,
  tried,
  autoFocus = false,
  onChange,
}: {
  value: string;
  /** Whether it was sent off: then a missing code is said. */
  tried: boolean;
  autoFocus?: boolean;
  onChange: (code: string) => void;
}) {
  const t = useText();
  const wrong = tried && !/^\d{6}$/.test(value);
  return (
    <TextField
      label={t("account.signIn.code")}
      name="code"
      autoComplete="one-time-code"
      autoFocus={autoFocus}
      value={value}
      error={wrong}
      helperText={wrong ? t("frame.required") : undefined}
      onChange={({ target }) => onChange(target.value.replace(/\D/g, "").slice(0, 6))}
      slotProps={{
        htmlInput: {
          inputMode: "numeric",
          pattern: "\\d{6}",
          style: { fontFamily: mono, letterSpacing: "0.3em", fontSize: "1.25rem" },
        },
      }}
    />
  );
}
