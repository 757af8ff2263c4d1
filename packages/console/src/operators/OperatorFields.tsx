import { SelectInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { languages, useText } from "../i18n/index.ts";
import { type Role, roles } from "../session/session.ts";
import { choicesOf, useFilled } from "../ui/form/errors.ts";
import { TextField } from "../ui/form/TextField.tsx";

/** Name, role and language of an operator. */
export function OperatorFields() {
  const t = useText();
  const filled = useFilled();
  const role: Role = useWatch({ name: "role" });
  return (
    <>
      <TextField source="name" label={t("operators.field.name")} required most={100} />
      <SelectInput
        source="role"
        label={t("operators.field.role")}
        helperText={t(`operators.roleLead.${role}`)}
        choices={choicesOf(roles, (one) => t(`operators.role.${one}`))}
        validate={filled}
      />
      <SelectInput
        source="lang"
        label={t("operators.field.language")}
        choices={choicesOf(languages, (lang) => t(`frame.languages.${lang}`))}
        validate={filled}
      />
    </>
  );
}
