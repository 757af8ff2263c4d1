import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type ReactNode, useId } from "react";
import { useText } from "../../i18n/index.ts";
import { Loading } from "../page/Loading.tsx";
import { Problem } from "../page/Problem.tsx";
import type { Preview } from "./usePreview.ts";

/** The preview of a change in a dialog, with the buttons that save it. */
export function PreviewDialog<Input, Shown, Saved>({
  title,
  lead,
  flow,
  maxWidth = "sm",
  errorAction,
  buttons,
  children,
  onClose,
}: {
  title: string;
  lead?: string | undefined;
  flow: Preview<Input, Shown, Saved>;
  maxWidth?: "sm" | "md";
  errorAction?: ReactNode;
  buttons: ReactNode;
  children: (shown: Shown) => ReactNode;
  onClose: () => void;
}) {
  const t = useText();
  const id = useId();
  const narrow = useMediaQuery("(max-width: 599px)");
  const saving = flow.phase === "saving";
  return (
    <Dialog
      open
      fullWidth
      maxWidth={maxWidth}
      fullScreen={narrow && maxWidth === "md"}
      onClose={saving ? undefined : onClose}
      aria-labelledby={id}
    >
      <DialogTitle id={id} sx={{ overflowWrap: "anywhere" }}>
        {title}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 1.5 }}>
          {lead && <Typography>{lead}</Typography>}
          {flow.phase === "previewing" && <Loading lines={2} />}
          {flow.shown !== null && children(flow.shown)}
          <Problem error={flow.error} action={errorAction} />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: "wrap", gap: 1 }}>
        <Button onClick={onClose} disabled={saving}>
          {t("frame.action.cancel")}
        </Button>
        {buttons}
      </DialogActions>
    </Dialog>
  );
}
