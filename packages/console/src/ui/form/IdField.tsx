import { useWatch } from "react-hook-form";
import { useText } from "../../i18n/index.ts";
import { TextField } from "./TextField.tsx";

const isId = (text: string): boolean => /^[A-Za-z0-9._-]{1,128}$/.test(text.trim());

/** The id of a new record. It cannot be changed later, so it is checked while it is typed. */
export function IdField({ label, lead }: { label: string; lead: string }) {
  const t = useText();
  const typed: string = useWatch({ name: "externalId" }) ?? "";
  const isWrong = typed !== "" && !isId(typed);
  return (
    <TextField
      required
      source="externalId"
      label={label}
      helperText={isWrong ? t("products.error.code") : lead}
      validate={(text = "") => (isId(text) ? undefined : t(text.trim() ? "products.error.code" : "frame.required"))}
      slotProps={{
        htmlInput: { maxLength: 128, autoCapitalize: "none", spellCheck: false, "aria-invalid": isWrong },
        formHelperText: { role: "status", ...(isWrong && { error: true }) },
      }}
    />
  );
}
