import { useRefresh } from "react-admin";
import { ApiError } from "../api/client.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { type Translate, useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { type Order, type OrderAction, operationOf, type Status } from "./order.ts";

type OrderRef = Pick<Order, "id" | "reference" | "status">;

/** Confirms an action, with its fields, runs it and reports the result. */
export function OrderDialog({
  action,
  order,
  onDone,
  onClose,
}: {
  action: OrderAction;
  order: OrderRef;
  onDone?: () => void;
  onClose: () => void;
}) {
  const t = useText();
  const api = useApi();
  // Each action has its own body and answer.
  const call = api as (operation: string, request: object) => Promise<Outcome>;
  const format = useFormat();
  const refresh = useRefresh();
  const { reference } = order;
  const decides = !["contactSupplier", "note", "refund", "resend", "erase"].includes(action);
  const defaults: OrderValues = { why: "", confirmation: "", note: "", amount: "" };
  const money = (amount: string) => format.money(amount.replace(",", "."));
  const refunded = (amount: string, note: string) =>
    t("orders.action.note.refunded", { amount: money(amount), note }).trim();
  return (
    <FormDialog
      {...textsOf(action, order, t)}
      defaults={defaults}
      save={(values) => call(operationOf(action), { id: order.id, ...bodyOf(action, values, refunded) })}
      notice={(outcome) => doneText(action, reference, outcome, t)}
      onSaved={() => {
        onDone?.();
        onClose();
      }}
      // After another operator's decision the page behind the dialog shows the current status.
      onError={(error) => error instanceof ApiError && error.status === 409 && refresh()}
      onClose={onClose}
    >
      {action === "confirm" && (
        <TextField
          autoFocus
          source="confirmation"
          label={t("orders.action.confirm.confirmation")}
          helperText={t("orders.action.confirm.confirmationLead")}
          most={100}
        />
      )}
      {action === "refund" && (
        <TextField
          required
          autoFocus
          source="amount"
          label={t("orders.action.note.amount")}
          validate={(text) => (/^\d{1,9}([.,]\d{1,2})?$/.test(text?.trim() ?? "") ? undefined : t("frame.required"))}
          slotProps={{ htmlInput: { inputMode: "decimal" } }}
        />
      )}
      {(action === "note" || action === "refund") && (
        <TextField
          autoFocus={action === "note"}
          multiline
          minRows={2}
          source="note"
          label={t("orders.action.note.note")}
          required={action === "note"}
          most={900}
        />
      )}
      {decides && (
        <TextField
          autoFocus={action !== "confirm"}
          source="why"
          label={t("orders.action.why")}
          helperText={t("orders.action.whyLead")}
          most={500}
        />
      )}
    </FormDialog>
  );
}

interface OrderValues {
  why: string;
  confirmation: string;
  note: string;
  amount: string;
}

/** Fields that the answers of the actions have. */
interface Outcome {
  status?: Status;
  sent?: number;
  received?: number;
}

function bodyOf(
  action: OrderAction,
  { why, confirmation, note, amount }: OrderValues,
  refunded: (amount: string, note: string) => string,
): { body?: unknown } {
  if (action === "note") return { body: { note: note.trim() } };
  if (action === "refund") return { body: { note: refunded(amount, note.trim()) } };
  if (action === "contactSupplier" || action === "resend" || action === "erase") return {};
  return {
    body: {
      ...(why.trim() && { why: why.trim() }),
      ...(action === "confirm" && confirmation.trim() && { confirmation: confirmation.trim() }),
    },
  };
}

function textsOf(action: OrderAction, { reference, status }: OrderRef, t: Translate) {
  const danger = ["decline", "cancel", "confirmCancel", "declineChange", "erase"].includes(action);
  if (action === "note" || action === "refund")
    return {
      title: t(action === "note" ? "orders.action.note.title" : "orders.action.note.titleRefund", { reference }),
      lead: t(action === "note" ? "orders.action.note.lead" : "orders.action.note.leadRefund"),
      submit: t("frame.action.save"),
    };
  const lead =
    action === "cancel"
      ? t(status === "waitsupplier" ? "orders.action.cancel.leadWaiting" : "orders.action.cancel.leadComplete")
      : t(`orders.action.${action}.lead`);
  return {
    title: t(`orders.action.${action}.title`, { reference }),
    lead,
    submit: t(`orders.action.${action}.button`),
    danger,
  };
}

function doneText(action: OrderAction, reference: string, outcome: Outcome, t: Translate): string {
  const { status, sent = 0, received = 0 } = outcome;
  if (action === "resend") return t("orders.action.resend.done", { sent, received });
  if (action === "note" || action === "refund") return t("orders.action.note.done");
  if (action === "contactSupplier" || action === "erase") return t(`orders.action.${action}.done`);
  if (action === "cancel")
    return t(status === "cancelled" ? "orders.action.cancel.doneNow" : "orders.action.cancel.done", { reference });
  return t(`orders.action.${action}.done`, { reference });
}
