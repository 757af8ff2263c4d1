import { Button, Paper, Stack, Typography } from "@mui/material";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import type { FallbackProps } from "react-error-boundary";
import { Link } from "react-router";
import type { OperationId } from "../api/types.ts";
import { useText } from "../i18n/index.ts";
import { rightsQuery } from "../session/hooks.ts";
import { Page } from "../ui/page/Page.tsx";
import { PagePlaceholder } from "../ui/page/PagePlaceholder.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";

/** Pages for errors and unknown addresses. */

export function NotFoundPage() {
  const t = useText();
  return <Dead title={t("frame.page.notFound.title")} text={t("frame.page.notFound.text")} />;
}

export function DeniedPage() {
  const t = useText();
  return <Dead title={t("frame.page.denied.title")} text={t("frame.page.denied.text")} />;
}

/** Errors of scripts that did not load: there was no network, or a new version replaced the script. The build reports each of them. */
const missingScripts = new WeakSet<Error>();
addEventListener("vite:preloadError", ({ payload }) => missingScripts.add(payload));
const isMissingScript = (error: unknown): boolean => error instanceof Error && missingScripts.has(error);

const probeAgainMs = 2_000;

const reloadName = "paseo-reloaded-at";
const reloadAgainMs = 60_000;

/**
 * Returns whether the page may load itself again, and records that it does. After a new version of the console, one reload is
 * enough; if it is not, the operator sees the error.
 */
function mayReload(): boolean {
  const lastMs = Number(sessionStorage.getItem(reloadName));
  if (Date.now() - lastMs < reloadAgainMs) return false;
  sessionStorage.setItem(reloadName, String(Date.now()));
  return true;
}

/** Loads the document again as soon as the service can be reached. */
async function reloadWhenReachable(stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const isThere = await fetch(document.baseURI, { cache: "no-store", signal: stop }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return location.reload();
    await new Promise((resolve) => setTimeout(resolve, probeAgainMs));
  }
}

export function FailedPage({ error, resetErrorBoundary }: FallbackProps) {
  const t = useText();
  const queries = useQueryClient();
  const probing = useRef<AbortController>(undefined);
  const again = useCallback(() => {
    if (isMissingScript(error)) {
      // Browsers remember that a script did not load until the document is loaded again. The first request after "online" may
      // still fail.
      probing.current?.abort();
      probing.current = new AbortController();
      void reloadWhenReachable(probing.current.signal);
      return;
    }
    // A cached answer may have caused the error.
    queries.clear();
    resetErrorBoundary();
  }, [error, queries, resetErrorBoundary]);
  useEffect(() => {
    if (!isMissingScript(error) || !navigator.onLine || !mayReload()) return;
    const stop = new AbortController();
    void reloadWhenReachable(stop.signal);
    return () => stop.abort();
  }, [error]);
  useEffect(() => {
    addEventListener("online", again);
    return () => {
      removeEventListener("online", again);
      probing.current?.abort();
    };
  }, [again]);
  return (
    <Dead title={t("frame.page.failed.title")} text={t("frame.page.failed.text")}>
      <Paper variant="outlined" component="pre" sx={{ p: 2, m: 0, overflow: "auto", fontSize: 13 }} tabIndex={0}>
        {error instanceof Error ? error.message : String(error)}
      </Paper>
      <Button variant="contained" onClick={again} sx={{ alignSelf: "flex-start" }}>
        {t("frame.page.failed.again")}
      </Button>
    </Dead>
  );
}

function Dead({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const t = useText();
  return (
    <Page title={title} width={640}>
      <Stack sx={{ gap: 2, alignItems: "stretch" }}>
        <Typography>{text}</Typography>
        {children}
        <Button component={Link} to="/" variant="outlined" sx={{ alignSelf: "flex-start" }}>
          {t("frame.page.home")}
        </Button>
      </Stack>
    </Page>
  );
}

/** Shows a page only to roles that may call its first operation. */
export function PageForRight({ right, children }: { right: OperationId; children: ReactNode }) {
  const { data: rights, error } = useQuery(rightsQuery);
  if (!rights) return error ? <ProblemAlert error={error} /> : <PagePlaceholder />;
  return rights.has(right) ? children : <DeniedPage />;
}
