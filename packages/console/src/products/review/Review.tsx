import Button from "@mui/material/Button";
import { useText } from "../../i18n/index.ts";
import { PreviewDialog } from "../../ui/preview/PreviewDialog.tsx";
import type { Preview } from "../../ui/preview/usePreview.ts";
import type { Changed, Source } from "../product.ts";
import { Effects } from "./Effects.tsx";

/** A preview of what saving changes. */
export function Review({
  flow,
  isNew,
  onSave,
}: {
  flow: Preview<Source, Changed>;
  isNew: boolean;
  /** For a new product: whether it is published at once. */
  onSave: (published?: boolean) => void;
}) {
  const t = useText();
  const pending = flow.phase === "saving";
  return (
    <PreviewDialog
      title={t(isNew ? "products.review.create" : "products.review.edit")}
      lead={isNew ? t("products.review.createLead") : undefined}
      flow={flow}
      maxWidth="md"
      buttons={
        <>
          {isNew && (
            <Button variant="outlined" disabled={pending} onClick={() => onSave(false)}>
              {t("products.review.draft")}
            </Button>
          )}
          <Button variant="contained" autoFocus loading={pending} onClick={() => onSave(isNew ? true : undefined)}>
            {t(isNew ? "products.review.publish" : "products.review.save")}
          </Button>
        </>
      }
      onClose={() => flow.reset()}
    >
      {({ changes }) => <Effects changes={changes} />}
    </PreviewDialog>
  );
}
