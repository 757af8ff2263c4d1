import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { ReactNode } from "react";
import { useText } from "../../i18n/index.ts";
import { PlainDialog } from "../dialog/PlainDialog.tsx";
import { Loading, Problem } from "../page/states.tsx";
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
  const narrow = useMediaQuery("(max-width: 599px)");
  const saving = flow.phase === "saving";
  return (
    <PlainDialog
      title={title}
      maxWidth={maxWidth}
      fullScreen={narrow && maxWidth === "md"}
      buttons={
        <>
          <Button onClick={onClose} disabled={saving}>
            {t("frame.action.cancel")}
          </Button>
          {buttons}
        </>
      }
      onClose={saving ? undefined : onClose}
    >
      {lead && <Typography>{lead}</Typography>}
      {flow.phase === "previewing" && <Loading lines={2} />}
      {flow.shown !== null && children(flow.shown)}
      <Problem error={flow.error} action={errorAction} />
    </PlainDialog>
  );
}
