import { useEffect } from "react";
import { useFormContext } from "react-hook-form";

/** Empties passwords and codes of the surrounding form after a refusal, because they must be typed again. */
export function Emptied({ fields, after }: { fields: readonly string[]; after: unknown }) {
  const { resetField } = useFormContext();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal.
  useEffect(() => {
    if (after) for (const field of fields) resetField(field, { defaultValue: "" });
  }, [after]);
  return null;
}
