import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useText } from "../i18n/index.ts";
import { PlainDialog } from "../ui/dialog/PlainDialog.tsx";
import { Secret } from "../ui/secrets/Secret.tsx";
import type { Supplier } from "./supplier.ts";

/** The secret that signs requests to a supplier's system. */
export function SupplierSecret({ supplier: { id, name }, onClose }: { supplier: Supplier; onClose: () => void }) {
  const t = useText();
  return (
    <PlainDialog
      title={t("suppliers.secret.title", { name })}
      buttons={<Button onClick={onClose}>{t("frame.action.close")}</Button>}
      onClose={onClose}
    >
      <Typography sx={{ color: "text.secondary" }}>{t("suppliers.secret.lead")}</Typography>
      <Secret
        of="suppliers"
        id={id}
        rotateTitle={t("suppliers.secret.rotateTitle", { name })}
        rotateLead={t("suppliers.secret.rotateLead")}
      />
    </PlainDialog>
  );
}
