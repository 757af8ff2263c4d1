import { useEffect, useRef } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { idFromName } from "../../format/ids.ts";
import { useText } from "../../i18n/index.ts";
import { TextField } from "./TextField.tsx";

const isId = (text: string): boolean => /^[A-Za-z0-9._-]{1,128}$/.test(text.trim());

/**
 * The id of a new record. The form's name proposes it. It cannot be changed later, so it is checked while it is typed.
 */
export function IdField({ label, lead }: { label: string; lead: string }) {
  const t = useText();
  const typed: string = useWatch({ name: "externalId" }) ?? "";
  const isWrong = typed !== "" && !isId(typed);
  useProposal("externalId", idFromName(useWatch({ name: "name" }) ?? ""));
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

/** Fills a field of the surrounding form with a proposal, while the field is empty or has the former proposal. */
export function useProposal(source: string, proposed: string): void {
  const { getValues, setValue } = useFormContext();
  const { isSubmitted } = useFormState();
  const former = useRef(proposed);
  useEffect(() => {
    const typed = getValues(source) ?? "";
    if (proposed !== former.current && (typed === "" || typed === former.current))
      setValue(source, proposed, { shouldDirty: true, shouldValidate: isSubmitted });
    former.current = proposed;
  }, [source, proposed, isSubmitted, getValues, setValue]);
}
