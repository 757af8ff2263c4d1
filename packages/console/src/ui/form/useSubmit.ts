import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { ApiError } from "../../api/client.ts";
import { useText } from "../../i18n/index.ts";
import { type Codes, fieldErrors } from "./errors.ts";

/** Submits a react-admin form. `error` is the refusal in the operator's language; the named fields show the reasons. */
export function useSubmit<Values extends FieldValues>(
  save: (values: Values) => Promise<unknown>,
  { codes = {}, root = "" }: { codes?: Codes | undefined; root?: string } = {},
) {
  const t = useText();
  const [error, setError] = useState<unknown>(null);
  const onSubmit = async (values: FieldValues) => {
    setError(null);
    try {
      await save(values as Values);
      return undefined;
    } catch (reason) {
      setError(reason instanceof ApiError && reason.code in codes ? null : reason);
      return fieldErrors(reason, values, t, codes, root);
    }
  };
  return { error, setError, onSubmit };
}
