import { useApi } from "../../api/useApi.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { FormDialog } from "../../ui/dialog/FormDialog.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { SelectField, TextField } from "../../ui/form/TextField.tsx";
import type { Order, Refund } from "../order.ts";
import { type RefundMethod, refundMethods } from "./refund.ts";

/** Records a refund that was paid: the due refund in `refund`, or a further refund if `refund` is missing. */
export function RefundDialog({ order, refund, onClose }: { order: Order; refund?: Refund; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  return (
    <FormDialog
      title={t("refunds.recordTitle", { reference: order.reference })}
      lead={t("refunds.recordLead")}
      submit={t("refunds.record")}
      defaults={{
        paidUsd: refund ? format.typed(Number(refund.dueUsd).toFixed(2)) : "",
        method: usualMethod(order),
        note: "",
      }}
      save={({ paidUsd, method, note }) =>
        api("orders.recordRefund", {
          id: order.id,
          body: {
            ...(refund && { refundId: refund.id }),
            paidUsd: paidUsd.trim().replace(",", "."),
            method,
            ...(note.trim() && { note: note.trim() }),
          },
        })
      }
      notice={t("refunds.done")}
      onClose={onClose}
    >
      <TextField
        autoFocus
        required
        source="paidUsd"
        label={t("refunds.field.amount")}
        helperText={
          refund &&
          refund.currencyCode !== "USD" &&
          t("refunds.dueOf", { amount: format.amount(refund.due, refund.currencyCode) })
        }
        validate={(text) => (/^\d{1,9}([.,]\d{1,2})?$/.test(text?.trim() ?? "") ? undefined : t("refunds.amountWrong"))}
        slotProps={{ htmlInput: { inputMode: "decimal" } }}
      />
      <SelectField
        source="method"
        label={t("refunds.field.method")}
        choices={choicesOf(refundMethods, (method) => t(`refunds.method.${method}`))}
      />
      <TextField multiline minRows={2} source="note" label={t("orders.history.note")} most={500} />
    </FormDialog>
  );
}

/** How the guest paid. A partner's order, or one without a payment, is refunded on its account. */
function usualMethod({ payment, account }: Order): RefundMethod {
  const method = account ? account.payments.at(-1)?.method : payment?.method;
  return method && method !== "free" ? method : "account";
}
