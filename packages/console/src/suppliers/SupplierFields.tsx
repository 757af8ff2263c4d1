import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useText } from "../i18n/index.ts";
import { type Given, kinds } from "./supplier.ts";

/** What is said of a supplier; of how it is asked only what its kind has. */
export function SupplierFields({
  given,
  isNew,
  decides,
  field,
  onChange,
}: {
  given: Given;
  isNew: boolean;
  /** Whether the operator may change how it is asked. */
  decides: boolean;
  /** What is wrong with a field, by its pointer, or what is said of it. */
  field: (pointer: string, lead?: string) => { error: boolean; helperText: string | undefined };
  onChange: (given: Given) => void;
}) {
  const t = useText();
  const text = (name: keyof Given) => ({
    value: given[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...given, [name]: target.value }),
  });
  return (
    <>
      <TextField
        autoFocus
        label={t("suppliers.field.name")}
        {...text("name")}
        {...field("/name")}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      {isNew && (
        <TextField
          label={t("suppliers.field.externalId")}
          {...text("externalId")}
          {...field("/externalId", t("suppliers.externalIdLead"))}
          slotProps={{ htmlInput: { maxLength: 128, autoCapitalize: "none", spellCheck: false } }}
        />
      )}
      <TextField
        select
        label={t("suppliers.field.kind")}
        disabled={!decides}
        helperText={`${t(`suppliers.kindLead.${given.kind}`)}${decides ? "" : ` ${t("suppliers.kindLocked")}`}`}
        {...text("kind")}
      >
        {kinds.map((kind) => (
          <MenuItem key={kind} value={kind}>
            {t(`suppliers.kind.${kind}`)}
          </MenuItem>
        ))}
      </TextField>
      {given.kind === "desk" && (
        <TextField
          type="email"
          disabled={!decides}
          label={t("suppliers.field.email")}
          {...text("email")}
          {...field("/email", t("suppliers.emailLead"))}
          slotProps={{ htmlInput: { maxLength: 254 } }}
        />
      )}
      {given.kind === "http" && (
        <TextField
          type="url"
          disabled={!decides}
          label={t("suppliers.field.url")}
          {...text("url")}
          {...field("/url", t("suppliers.urlLead"))}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      )}
      <TextField select label={t("suppliers.field.lang")} helperText={t("suppliers.langLead")} {...text("lang")}>
        {(["es", "pt"] as const).map((lang) => (
          <MenuItem key={lang} value={lang}>
            {t(`orders.lang.${lang}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label={t("suppliers.field.minutes")}
        {...text("minutes")}
        {...field("/answerWithinMinutes", t("suppliers.minutesLead"))}
        slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 5 } }}
      />
    </>
  );
}
