import { Alert, Box, CircularProgress } from "@mui/material";
import { type ReactNode, useState } from "react";
import { ApiError } from "../../api/client.ts";
import { useRefusalText } from "../../api/refusal-text.ts";
import { isTextKey, useText } from "../../i18n/index.ts";
import { useSession } from "../../session/hooks.ts";
import { useNotify } from "../notices.tsx";

/** A placeholder while the console itself is loading. */
export function LoadingPage() {
  const t = useText();
  return (
    <Box component="main" sx={{ minHeight: "100vh", display: "grid", placeItems: "center" }}>
      <CircularProgress aria-label={t("frame.loading")} />
    </Box>
  );
}

/** A refusal in the operator's language. */
export function useProblemText(): (error: unknown) => string {
  const t = useText();
  const refusalText = useRefusalText();
  return (error) => {
    if (!(error instanceof ApiError)) return t("problems.other", { detail: String(error) });
    if (error.code === "too-many-requests")
      return t("problems.too-many-requests", { smart_count: Math.ceil((error.retryAfter ?? 60) / 60) });
    const key = `problems.${error.code}`;
    // Some texts end with the reasons. The message of wrong fields begins with their names in the interface.
    const detail = error.fields.length > 0 ? [...new Set(error.fields.map(refusalText))].join(" ") : error.message;
    if (isTextKey(key)) return t(key as "problems.other", { detail });
    return error.fields.length > 0 ? detail : t("problems.other", { detail });
  };
}

/** Runs a request after a click. Shows an error as a notification. */
export function useRequestOnClick(): { attempt: (request: () => Promise<unknown>) => Promise<void>; pending: boolean } {
  const notify = useNotify();
  const problemText = useProblemText();
  const { endIfOver } = useSession();
  const [pending, setPending] = useState(false);
  const attempt = async (request: () => Promise<unknown>) => {
    setPending(true);
    try {
      await request();
    } catch (error) {
      endIfOver(error);
      notify(problemText(error), { type: "error" });
    } finally {
      setPending(false);
    }
  };
  return { attempt, pending };
}

/** Shows an error, if there is one. `isMarked`: the fields of the form show the reasons, so this alert does not repeat them. */
export function ProblemAlert({
  error,
  isMarked = false,
  action,
}: {
  error: unknown;
  isMarked?: boolean;
  action?: ReactNode;
}) {
  const t = useText();
  const textOf = useProblemText();
  if (!error) return null;
  return (
    <Alert severity="error" action={action}>
      {isMarked ? t("frame.marked") : textOf(error)}
    </Alert>
  );
}
