import CloseIcon from "@mui/icons-material/Close";
import { Alert, type AlertColor, Button, IconButton, Snackbar } from "@mui/material";
import { useEffect, useRef } from "react";
import { useText } from "../i18n/index.ts";
import { createSharedValue, useSharedValue } from "./shared.ts";

/** The console shows a short notice after an action succeeds or fails. A new notice replaces the notice before it. */

interface Notice {
  n: number;
  text: string;
  type: AlertColor;
  /** Undoes the action. */
  undo: (() => void) | undefined;
}

const latest = createSharedValue<Notice | null>(null);
/** Milliseconds until a notice closes: without and with the button *Undo*. A notice stays open while it has the focus or the mouse is over it. */
const visibleMs = 4_000;
const undoMs = 10_000;

let count = 0;

function notify(text: string, { type = "info", undo }: { type?: AlertColor; undo?: () => void } = {}): void {
  count++;
  latest.set({ n: count, text, type, undo });
}

/** Returns a function that shows a notice, in the operator's language. */
export const useNotify = () => notify;

/** The latest notice, at the lower edge of the window. */
export function Notices() {
  const t = useText();
  const notice = useSharedValue(latest);
  const undo = notice?.undo && takenBack(notice.undo);
  useUndoKey(undo);
  if (!notice) return null;
  const close = t("frame.action.close");
  return (
    <Snackbar
      // A new notice has its own time.
      key={notice.n}
      open
      autoHideDuration={undo ? undoMs : visibleMs}
      onClose={(_, reason) => reason !== "clickaway" && latest.set(null)}
    >
      <Alert
        variant="filled"
        severity={notice.type}
        sx={{ boxShadow: 6 }}
        action={
          <>
            {undo && (
              <Button color="inherit" size="small" aria-keyshortcuts="Control+Z Meta+Z" onClick={undo}>
                {t("lists.undo")}
              </Button>
            )}
            <IconButton color="inherit" size="small" aria-label={close} title={close} onClick={() => latest.set(null)}>
              <CloseIcon fontSize="small" />
            </IconButton>
          </>
        }
      >
        {notice.text}
      </Alert>
    </Snackbar>
  );
}

const takenBack = (undo: () => void) => () => {
  latest.set(null);
  undo();
};

/** Ctrl Z or Cmd Z outside a field undoes the action that the notice reports. */
function useUndoKey(undo: (() => void) | undefined): void {
  const present = useRef(undo);
  present.current = undo;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { current } = present;
      if (!current || event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      if (event.target instanceof HTMLElement && event.target.closest("input, textarea, [contenteditable]")) return;
      event.preventDefault();
      current();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
