import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useId } from "react";
import { useText } from "../i18n/index.ts";
import { Secret } from "../ui/secrets/Secret.tsx";
import type { Supplier } from "./supplier.ts";

/** The secret by which a supplier's system knows that a call is ours. */
export function SupplierSecret({ supplier, onClose }: { supplier: Supplier; onClose: () => void }) {
  const t = useText();
  const id = useId();
  const { name } = supplier;
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{t("suppliers.secret.title", { name })}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{t("suppliers.secret.lead")}</DialogContentText>
        <Secret
          of="suppliers"
          id={supplier.id}
          rotateTitle={t("suppliers.secret.rotateTitle", { name })}
          rotateLead={t("suppliers.secret.rotateLead")}
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>{t("frame.action.close")}</Button>
      </DialogActions>
    </Dialog>
  );
}
