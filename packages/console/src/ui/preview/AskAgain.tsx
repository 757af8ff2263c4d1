import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useText } from "../../i18n/index.ts";
import { PlainDialog } from "../dialog/PlainDialog.tsx";

/** A price or rate that moves by more than this share is probably a typing error. */
const largest = 0.2;

/** Whether a change must be confirmed once more. */
export const isLarge = (before: number, after: number): boolean =>
  before > 0 ? Math.abs(after / before - 1) > largest + 1e-9 : after > 0;

/** Asks once more before a large change is saved. */
export function AskAgain({ texts, onYes, onClose }: { texts: string[]; onYes: () => void; onClose: () => void }) {
  const t = useText();
  return (
    <PlainDialog
      title={t("day.again.title")}
      maxWidth="xs"
      buttons={
        <>
          <Button onClick={onClose}>{t("frame.action.cancel")}</Button>
          <Button
            variant="contained"
            color="warning"
            onClick={() => {
              onClose();
              onYes();
            }}
          >
            {t("day.again.yes")}
          </Button>
        </>
      }
      onClose={onClose}
    >
      {texts.map((text) => (
        <Typography key={text}>{text}</Typography>
      ))}
    </PlainDialog>
  );
}
