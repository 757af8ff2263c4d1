import Button from "@mui/material/Button";
import { useEffect } from "react";
import { useNotify } from "react-admin";
import { isConflict } from "../../api/client.ts";
import { useText } from "../../i18n/index.ts";
import { PreviewDialog } from "../../ui/preview/PreviewDialog.tsx";
import { usePreview } from "../../ui/preview/usePreview.ts";
import type { Product } from "../product.ts";
import { Effects } from "../review/Effects.tsx";
import { useProductAction } from "./useProductAction.ts";

/** Publishes, unpublishes, deletes or restores a product, after a preview. */
export function ProductActionDialog({
  action,
  product,
  to,
  onClose,
}: {
  action: "publish" | "unpublish" | "delete" | "restore";
  product: Product;
  /** The former revision to restore. */
  to?: number;
  onClose: () => void;
}) {
  const t = useText();
  const notify = useNotify();
  const { run, refresh } = useProductAction(action, product);
  const flow = usePreview({ preview: () => run(true, body), save: () => run(false, body) });
  const body = to === undefined ? {} : { to };
  const names = { name: product.source.name, n: to ?? 0 };
  const conflict = isConflict(flow.error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one preview of each revision.
  useEffect(() => void flow.preview(action), [product.revision]);
  const submit = async () => {
    if (!(await flow.save())) return;
    notify(t(`products.action.${action}.done`, names), { type: "success" });
    onClose();
  };
  return (
    <PreviewDialog
      title={t(`products.action.${action}.title`, names)}
      lead={t(`products.action.${action}.lead`)}
      flow={conflict ? { ...flow, shown: null } : flow}
      errorAction={
        conflict && (
          <Button color="inherit" onClick={() => void refresh()} sx={{ flexShrink: 0 }}>
            {t("frame.action.reload")}
          </Button>
        )
      }
      buttons={
        <Button
          variant="contained"
          color={action === "delete" ? "error" : "primary"}
          disabled={flow.shown === null || conflict}
          loading={flow.phase === "saving"}
          onClick={() => void submit()}
        >
          {t(`products.action.${action}.button`)}
        </Button>
      }
      onClose={onClose}
    >
      {({ changes }) => <Effects changes={changes} />}
    </PreviewDialog>
  );
}
