import { Button, Typography } from "@mui/material";
import { useEffect, useRef } from "react";
import { useFormState } from "react-hook-form";
import { useBlocker } from "react-router";
import { useText } from "../../i18n/index.ts";
import { PlainDialog } from "../dialogs.tsx";

/**
 * Warns before unsaved changes are lost. `survives`: a stored draft survives a sign-in,
 * so the sign-in page is not blocked.
 */
export function UnsavedChangesWarning({ when, survives = false }: { when: boolean; survives?: boolean }) {
  const t = useText();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && currentLocation.pathname !== nextLocation.pathname && !(survives && nextLocation.pathname === "/login"),
  );
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [when]);
  if (blocker.state !== "blocked") return null;
  return (
    <PlainDialog
      maxWidth="xs"
      title={t("frame.unsaved.title")}
      buttons={
        <>
          <Button color="error" onClick={() => blocker.proceed()}>
            {t("frame.unsaved.leave")}
          </Button>
          <Button variant="contained" autoFocus onClick={() => blocker.reset()}>
            {t("frame.unsaved.stay")}
          </Button>
        </>
      }
      onClose={() => blocker.reset()}
    >
      <Typography sx={{ color: "text.secondary" }}>{t("frame.unsaved.lead")}</Typography>
    </PlainDialog>
  );
}

/** Runs a function after saving, when the warning about unsaved changes is off. */
export function useAfterSaving(saved: boolean, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (saved) latest.current();
  }, [saved]);
}

/** Warns before typed values of the surrounding form are lost, until it is saved. */
export function UnsavedForm({ saved }: { saved: boolean }) {
  const { isDirty } = useFormState();
  return <UnsavedChangesWarning when={isDirty && !saved} />;
}
