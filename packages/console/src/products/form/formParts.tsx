import VisibilityIcon from "@mui/icons-material/VisibilityOutlined";
import { Alert, AlertTitle, Box, Button, Stack, Typography } from "@mui/material";
import { useEffect, useRef } from "react";
import { DifferenceList } from "../../changes/DifferenceList.tsx";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { saveBarStyle } from "../../ui/form/submit.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { productDifferences } from "../model/flat.ts";
import type { EditConflict } from "./useProductForm.ts";

/** Offers the stored draft. */
export function StoredDraftNotice({ at, onTakeUp, onDrop }: { at: string; onTakeUp: () => void; onDrop: () => void }) {
  const t = useText();
  const { instant } = useFormat();
  return (
    <Alert
      severity="info"
      action={
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          <Button color="inherit" onClick={onTakeUp}>
            {t("productForm.form.takeUp")}
          </Button>
          <Button color="inherit" onClick={onDrop}>
            {t("productForm.form.throwAway")}
          </Button>
        </Stack>
      }
    >
      {t("productForm.form.storedDraft", { at: instant(at) })}
    </Alert>
  );
}

/** The bar below the form: its state, and the button that reviews and saves. */
export function SaveBar({
  dirty,
  pending,
  errors,
  isNew,
  onReview,
  onPreview,
}: {
  dirty: boolean;
  pending: boolean;
  errors: number;
  isNew: boolean;
  onReview: () => void;
  /** Opens the preview. It is undefined if the preview is beside the form. */
  onPreview?: () => void;
}) {
  const t = useText();
  const state = dirty ? t("productForm.form.unsaved") : isNew ? "" : t("productForm.form.unchanged");
  return (
    <Stack direction="row" sx={saveBarStyle}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {errors > 0 ? t("frame.fields.wrong", { smart_count: errors }) : state}
        </Typography>
        <SecondaryText sx={{ display: { xs: "none", sm: "block" } }}>{t("productForm.form.reviewLead")}</SecondaryText>
      </Box>
      {onPreview && (
        <Button
          variant="outlined"
          aria-label={t("productForm.form.preview")}
          onClick={onPreview}
          sx={{ minWidth: 0, px: { xs: 1, sm: 2 } }}
        >
          <VisibilityIcon sx={{ display: { sm: "none" } }} />
          <Box component="span" sx={{ display: { xs: "none", sm: "inline" } }}>
            {t("productForm.form.preview")}
          </Box>
        </Button>
      )}
      <Button variant="contained" disabled={!dirty} loading={pending} onClick={onReview}>
        {t("productForm.form.review")}
      </Button>
    </Stack>
  );
}

/** Shows after a conflict what the other operator changed, and how to continue. */
export function ConflictNote({
  conflict: { present, base },
  onGoOn,
}: {
  conflict: EditConflict;
  onGoOn: (keepMine: boolean) => void;
}) {
  const t = useText();
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const differences = productDifferences(base, present.source, t, format);
  return (
    <Alert
      severity="warning"
      ref={box}
      tabIndex={-1}
      sx={{ alignItems: "flex-start", "& .MuiAlert-message": { flex: 1, minWidth: 0 } }}
    >
      <AlertTitle sx={{ fontWeight: 700 }}>
        {t("productForm.conflict.title", { who: present.updatedBy ?? t("productForm.conflict.somebody") })}
      </AlertTitle>
      <Stack sx={{ gap: 1 }}>
        <span>{t("productForm.conflict.lead")}</span>
        <DifferenceList differences={differences} none={t("products.revision.none")} />
        <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
          <Button variant="contained" onClick={() => onGoOn(true)}>
            {t("productForm.conflict.keep")}
          </Button>
          <Button color="inherit" variant="outlined" onClick={() => onGoOn(false)}>
            {t("productForm.conflict.take")}
          </Button>
        </Stack>
        <Typography variant="body2">{t("productForm.conflict.keepLead")}</Typography>
      </Stack>
    </Alert>
  );
}
