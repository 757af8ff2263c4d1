import { SelectInput, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { useText } from "../i18n/index.ts";
import { choicesOf, useFilled } from "../ui/form/errors.ts";
import { type Kind, kinds } from "./supplier.ts";

/** The fields of a supplier: those of its kind only. `decides`: whether the operator may change how it gets orders. */
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
      <TextInput
        autoFocus
        source="name"
        label={t("suppliers.field.name")}
        validate={filled}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      {isNew && (
        <TextInput
          source="externalId"
          label={t("suppliers.field.externalId")}
          helperText={t("suppliers.externalIdLead")}
          validate={filled}
          slotProps={{ htmlInput: { maxLength: 128, autoCapitalize: "none", spellCheck: false } }}
        />
      )}
      <SelectInput
        source="kind"
        label={t("suppliers.field.kind")}
        disabled={!decides}
        helperText={`${t(`suppliers.kindLead.${kind}`)}${decides ? "" : ` ${t("suppliers.kindLocked")}`}`}
        choices={choicesOf(kinds, (one) => t(`suppliers.kind.${one}`))}
        translateChoice={false}
        validate={filled}
      />
      {kind === "desk" && (
        <TextInput
          source="email"
          type="email"
          disabled={!decides}
          label={t("suppliers.field.email")}
          helperText={t("suppliers.emailLead")}
          slotProps={{ htmlInput: { maxLength: 254 } }}
        />
      )}
      {kind === "http" && (
        <TextInput
          source="url"
          type="url"
          disabled={!decides}
          label={t("suppliers.field.url")}
          helperText={t("suppliers.urlLead")}
          validate={filled}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      )}
      <SelectInput
        source="lang"
        label={t("suppliers.field.lang")}
        helperText={t("suppliers.langLead")}
        choices={choicesOf(["es", "pt"], (lang) => t(`orders.lang.${lang}`))}
        translateChoice={false}
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
