import Alert from "@mui/material/Alert";
import type { ReactNode } from "react";
import { ApiError } from "../../api/client.ts";
import { problemText } from "../../api/problem-text.ts";
import { isText, useText } from "../../i18n/index.ts";

/** A refusal in the operator's language. */
export function useProblemText(): (error: unknown) => string {
  const t = useText();
  return (error) => {
    if (!(error instanceof ApiError)) return t("problems.other", { detail: String(error) });
    if (error.code === "too-many-requests")
      return t("problems.too-many-requests", { smart_count: Math.ceil((error.retryAfter ?? 60) / 60) });
    const key = `problems.${error.code}`;
    // Some texts end with the service's detail.
    return t(isText(key) ? (key as "problems.other") : "problems.other", { detail: problemText(error.message, t) });
  };
}

/** Shows an error, if there is one. */
export function Problem({ error, action }: { error: unknown; action?: ReactNode }) {
  const textOf = useProblemText();
  if (!error) return null;
  return (
    <Alert severity="error" action={action}>
      {textOf(error)}
    </Alert>
  );
}
