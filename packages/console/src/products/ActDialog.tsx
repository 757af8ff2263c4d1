import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useId } from "react";
import { useNotify } from "react-admin";
import { useText } from "../i18n/index.ts";
import { Loading } from "../ui/Loading.tsx";
import { Problem } from "../ui/Problem.tsx";
import { Effects } from "./Effects.tsx";
import type { Product } from "./product.ts";
import { useAct } from "./useAct.ts";

/** Publishes a product, takes it away or goes back to what it was, after showing what that changes. */
export function ActDialog({
  act,
  product,
  to,
  onClose,
}: {
  act: "publish" | "unpublish" | "delete" | "restore";
  product: Product;
  /** The former revision to go back to. */
  to?: number;
  onClose: () => void;
}) {
  const t = useText();
  const id = useId();
  const notify = useNotify();
  const { preview, save, error, overtaken, refresh } = useAct(act, product);
  const given = to === undefined ? {} : { to };
  const names = { name: product.source.name, n: to ?? 0 };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each revision that it is asked of.
  useEffect(() => preview.mutate(given), [product.revision]);
  const submit = () =>
    save.mutate(given, {
      onSuccess: () => {
        notify(t(`products.act.${act}.done`, names), { type: "success" });
        onClose();
      },
    });
  const again = async () => {
    save.reset();
    await refresh();
  };
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={save.isPending ? undefined : onClose} aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: "anywhere" }}>
        {t(`products.act.${act}.title`, names)}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 1.5 }}>
          <Typography>{t(`products.act.${act}.lead`)}</Typography>
          {preview.isPending && <Loading lines={2} />}
          {preview.data && !overtaken && <Effects changes={preview.data.changes} />}
          <Problem
            error={error}
            action={
              overtaken && (
                <Button color="inherit" onClick={again} sx={{ flexShrink: 0 }}>
                  {t("frame.action.reload")}
                </Button>
              )
            }
          />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose} disabled={save.isPending}>
          {t("frame.action.cancel")}
        </Button>
        <Button
          variant="contained"
          color={act === "delete" ? "error" : "primary"}
          disabled={!preview.data || overtaken}
          loading={save.isPending}
          onClick={submit}
        >
          {t(`products.act.${act}.button`)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
