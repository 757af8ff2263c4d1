import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useId } from "react";
import type { Changes } from "../changes/changes.ts";
import { useText } from "../i18n/index.ts";
import { Problem } from "../ui/Problem.tsx";
import { Effects } from "./Effects.tsx";

/** What saving does, before it is saved. */
export function Review({
  changes,
  isNew,
  pending,
  error,
  onSave,
  onClose,
}: {
  changes: Changes;
  isNew: boolean;
  pending: boolean;
  error: unknown;
  /** Of a new product: whether it is published at once. */
  onSave: (published?: boolean) => void;
  onClose: () => void;
}) {
  const t = useText();
  const id = useId();
  const narrow = useMediaQuery("(max-width: 599px)");
  return (
    <Dialog
      open
      fullWidth
      maxWidth="md"
      fullScreen={narrow}
      onClose={pending ? undefined : onClose}
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{t(isNew ? "products.review.create" : "products.review.edit")}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          {isNew && <Typography>{t("products.review.createLead")}</Typography>}
          <Effects changes={changes} />
          <Problem error={error} />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: "wrap", gap: 1 }}>
        <Button onClick={onClose} disabled={pending}>
          {t("frame.action.cancel")}
        </Button>
        {isNew && (
          <Button variant="outlined" disabled={pending} onClick={() => onSave(false)}>
            {t("products.review.draft")}
          </Button>
        )}
        <Button variant="contained" autoFocus loading={pending} onClick={() => onSave(isNew ? true : undefined)}>
          {t(isNew ? "products.review.publish" : "products.review.save")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
