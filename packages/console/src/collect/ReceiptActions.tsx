import { Button, Stack } from "@mui/material";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import type { Order } from "../orders/order.ts";
import { useRights } from "../session/hooks.ts";
import { useDownload } from "../ui/download.tsx";
import { FormButton } from "../ui/FormDialog.tsx";

/** Prints the receipt for a payment, or sends it to the guest. */
export function ReceiptActions({ order, payment, amount }: { order: Order; payment: string; amount: string }) {
  const t = useText();
  const api = useApi();
  const rights = useRights();
  const { download, pending } = useDownload();
  const { id } = order;
  const address = order.event.email;
  if (!rights.has("orders.receipt")) return null;
  return (
    <Stack direction="row" className="on-screen" sx={{ gap: 0.5, flexWrap: "wrap", ml: -0.75 }}>
      <Button
        size="small"
        loading={pending}
        aria-label={t("collect.receipt.printOf", { amount })}
        onClick={() => download("orders.receipt", { id, payment })}
      >
        {t("collect.receipt.print")}
      </Button>
      {address !== "" && (
        <FormButton
          button={{ size: "small", "aria-label": t("collect.receipt.sendOf", { amount }) }}
          label={t("collect.receipt.send")}
          title={t("collect.receipt.sendTitle", { address })}
          lead={t("collect.receipt.sendLead")}
          save={() => api("orders.sendReceipt", { id, payment, body: {} })}
          notice={t("collect.receipt.sent")}
        />
      )}
    </Stack>
  );
}
