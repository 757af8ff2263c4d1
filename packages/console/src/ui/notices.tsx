import { Alert, type AlertColor, Snackbar } from "@mui/material";
import { useText } from "../i18n/index.ts";
import { shared, useShared } from "./shared.ts";

/** Short messages about what was done or failed. A new one replaces the one before. */

interface Notice {
  n: number;
  text: string;
  type: AlertColor;
}

const latest = shared<Notice | null>(null);
const visibleMs = 4_000;

let count = 0;

function notify(text: string, { type = "info" }: { type?: AlertColor } = {}): void {
  count++;
  latest.set({ n: count, text, type });
}

/** Shows a notice, in the operator's language. */
export const useNotify = () => notify;

/** The latest notice, at the lower edge of the window. */
export function Notices() {
  const t = useText();
  const notice = useShared(latest);
  if (!notice) return null;
  return (
    <Snackbar
      // A new notice has its own time.
      key={notice.n}
      open
      autoHideDuration={visibleMs}
      onClose={(_, reason) => reason !== "clickaway" && latest.set(null)}
    >
      <Alert
        variant="filled"
        severity={notice.type}
        closeText={t("frame.action.close")}
        onClose={() => latest.set(null)}
        sx={{ boxShadow: 6 }}
      >
        {notice.text}
      </Alert>
    </Snackbar>
  );
}
