import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { useText } from "../../i18n/index.ts";

/**
 * Warns before unsaved changes are lost. `survives`: a stored draft survives a sign-in,
 * so the sign-in page is not blocked.
 */
export function Unsaved({ when, survives = false }: { when: boolean; survives?: boolean }) {
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
    <Dialog open onClose={() => blocker.reset()} aria-labelledby="unsaved-title">
      <DialogTitle id="unsaved-title">{t("frame.unsaved.title")}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t("frame.unsaved.lead")}</DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="error" onClick={() => blocker.proceed()}>
          {t("frame.unsaved.leave")}
        </Button>
        <Button variant="contained" autoFocus onClick={() => blocker.reset()}>
          {t("frame.unsaved.stay")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
