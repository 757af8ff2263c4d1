import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { type Language, languages, useText } from "../i18n/index.ts";
import { type Role, roles } from "../session.ts";

export interface OperatorGiven {
  name: string;
  role: Role;
  lang: Language;
}

/** What an owner says of an operator. */
export function OperatorFields<T extends OperatorGiven>({
  given,
  tried,
  onChange,
}: {
  given: T;
  /** Whether it was sent off: then a missing name is said. */
  tried: boolean;
  onChange: (given: T) => void;
}) {
  const t = useText();
  const nameless = tried && given.name.trim() === "";
  return (
    <>
      <TextField
        label={t("operators.field.name")}
        value={given.name}
        error={nameless}
        helperText={nameless ? t("frame.required") : undefined}
        slotProps={{ htmlInput: { maxLength: 100 } }}
        onChange={({ target }) => onChange({ ...given, name: target.value })}
      />
      <TextField
        select
        label={t("operators.field.role")}
        value={given.role}
        helperText={t(`operators.roleLead.${given.role}`)}
        onChange={({ target }) => onChange({ ...given, role: target.value as Role })}
      >
        {roles.map((role) => (
          <MenuItem key={role} value={role}>
            {t(`operators.role.${role}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={t("operators.field.language")}
        value={given.lang}
        onChange={({ target }) => onChange({ ...given, lang: target.value as Language })}
      >
        {languages.map((lang) => (
          <MenuItem key={lang} value={lang}>
            {t(`frame.languages.${lang}`)}
          </MenuItem>
        ))}
      </TextField>
    </>
  );
}
