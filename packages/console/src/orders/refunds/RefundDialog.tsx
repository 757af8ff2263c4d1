import { useWatch } from "react-hook-form";
import { useApi } from "../../api/useApi.ts";
import { useFormat } from "../../format/format.tsx";
import { parseTypedAmount } from "../../format/typed.ts";
import { useText } from "../../i18n/index.ts";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { SelectField, TextField } from "../../ui/form/TextField.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { AmountField } from "../AmountField.tsx";
import type { Order, Refund } from "../order.ts";
import { type RefundMethod, refundMethods, usualRefundMethod } from "./refund.ts";

/** Records a refund that was paid: the due refund in `refund`, or a further refund if `refund` is missing. */
export function RefundDialog({ order, refund, onClose }: { order: Order; refund?: Refund; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const { payment, account } = order;
  // The guest of an order that was paid at the desk has no account.
  const isPaidOnline = order.account?.payments.some(({ method }) => method === "online") ?? false;
  const methods = refundMethods.filter(
    (method) =>
      (method !== "account" || !payment || payment.method === "account") && (method !== "online" || isPaidOnline),
  );
  return (
    <FormDialog
      title={t("refunds.recordTitle", { reference: order.reference })}
      submit={t("refunds.record")}
      defaults={{ amount: refund ? format.typed(refund.due) : "", method: usualRefundMethod(order), note: "" }}
      save={({ amount, method, note }) =>
        api("orders.recordRefund", {
          id: order.id,
          body: {
            ...(refund && { refundId: refund.id }),
            ...{ amount: parseTypedAmount(amount, order.amounts.currencyCode), method },
            ...(note.trim() && { note: note.trim() }),
          },
        })
      }
      notice={t("refunds.done")}
      onClose={onClose}
    >
      <RefundLead />
      <RefundAmount order={order} refund={refund} />
      <SelectField
        source="method"
        label={t("refunds.field.method")}
        choices={choicesOf(methods, (method) =>
          t(method === "account" && (payment || account) ? "sale.method.account" : `refunds.method.${method}`),
        )}
      />
      <TextField multiline minRows={2} source="note" label={t("orders.history.note")} most={500} />
    </FormDialog>
  );
}

/** Says who moves the money, which depends on the method. */
function RefundLead() {
  const t = useText();
  const method = useWatch({ name: "method" }) as RefundMethod;
  return <SecondaryText>{t(method === "online" ? "refunds.onlineLead" : "refunds.ownLead")}</SecondaryText>;
}

/** The amount: at most what may still be paid back by the chosen method. */
function RefundAmount({ order, refund }: { order: Order; refund: Refund | undefined }) {
  const t = useText();
  const format = useFormat();
  const method = useWatch({ name: "method" }) as RefundMethod;
  const { currencyCode } = order.amounts;
  const max = refund?.max ?? order.maxOtherRefund;
  return (
    <AmountField
      currencyCode={currencyCode}
      max={method === "account" ? max.account : max.money}
      tooHigh="refunds.amountTooHigh"
      helperText={refund && t("refunds.dueOf", { amount: format.amount(refund.due, currencyCode) })}
    />
  );
}
