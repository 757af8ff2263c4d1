import { SelectInput, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { partnerLanguages } from "../api/languages.ts";
import { useText } from "../i18n/index.ts";
import { choicesOf, useFilled } from "../ui/form/errors.ts";
import { IdField } from "../ui/form/IdField.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { type Kind, kinds } from "./supplier.ts";

/** The fields of a supplier that its kind needs. `decides`: whether the operator may change how it receives orders. */
export function SupplierFields({ isNew, decides }: { isNew: boolean; decides: boolean }) {
  const t = useText();
  const filled = useFilled();
  const kind: Kind = useWatch({ name: "kind" });
  const minutesFit = (text: string) => {
    const minutes = Number(text);
    return Number.isInteger(minutes) && minutes >= 1 && minutes <= 43_200 ? undefined : t("suppliers.minutesWrong");
  };
  return (
    <>
      <TextField autoFocus source="name" label={t("suppliers.field.name")} required most={200} />
      {isNew && <IdField label={t("suppliers.field.externalId")} lead={t("suppliers.externalIdLead")} />}
      <SelectInput
        source="kind"
        label={t("suppliers.field.kind")}
        disabled={!decides}
        helperText={`${t(`suppliers.kindLead.${kind}`)}${decides ? "" : ` ${t("suppliers.kindLocked")}`}`}
        choices={choicesOf(kinds, (one) => t(`suppliers.kind.${one}`))}
        validate={filled}
      />
      {kind === "desk" && (
        <TextField
          source="email"
          type="email"
          disabled={!decides}
          label={t("suppliers.field.email")}
          helperText={t("suppliers.emailLead")}
          most={254}
        />
      )}
      {kind === "http" && (
        <TextField
          source="url"
          type="url"
          disabled={!decides}
          label={t("suppliers.field.url")}
          helperText={t("suppliers.urlLead")}
          required
          most={500}
        />
      )}
      <SelectInput
        source="lang"
        label={t("suppliers.field.lang")}
        helperText={t("suppliers.langLead")}
        choices={choicesOf(partnerLanguages, (lang) => t(`orders.lang.${lang}`))}
        validate={filled}
      />
      <TextInput
        source="answerWithinMinutes"
        label={t("suppliers.field.minutes")}
        helperText={t("suppliers.minutesLead")}
        validate={minutesFit}
        slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 5 } }}
      />
    </>
  );
}
