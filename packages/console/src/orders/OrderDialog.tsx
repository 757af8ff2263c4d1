import { Alert } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/client.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { type Translate, useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { type Order, type OrderAction, type OrderStatus, operationOfAction } from "./order.ts";

type OrderRef = Pick<Order, "id" | "reference" | "status">;

/** Confirms an action, with its fields, runs it and reports the result. */
export function OrderDialog({
  action,
  order,
  isOwn,
  onDone,
  onClose,
}: {
  action: OrderAction;
  order: OrderRef;
  /** Whether the order was sold at the operator's own desk, which has no partner. */
  isOwn: boolean;
  onDone?: () => void;
  onClose: () => void;
}) {
  const t = useText();
  const api = useApi();
  // Each action has its own body and answer.
  const call = api as (operation: string, request: object) => Promise<Outcome>;
  const queries = useQueryClient();
  const { reference } = order;
  const decides = !["contactSupplier", "note", "resend", "erase"].includes(action);
  const defaults: OrderValues = { why: "", confirmation: "", note: "" };
  return (
    <FormDialog
      {...textsOf(action, order, isOwn, t)}
      defaults={defaults}
      save={(values) => call(operationOfAction(action), { id: order.id, ...bodyOf(action, values) })}
      notice={(outcome) => doneText(action, reference, outcome, t)}
      onSaved={() => {
        onDone?.();
        onClose();
      }}
      // After another operator's decision the page behind the dialog shows the current status.
      onError={(error) => error instanceof ApiError && error.status === 409 && void queries.invalidateQueries()}
      onClose={onClose}
    >
      {["cancel", "decline", "confirmCancel"].includes(action) && <RefundNotice action={action} id={order.id} />}
      {action === "confirm" && (
        <TextField
          autoFocus
          source="confirmation"
          label={t("orders.action.confirm.confirmation")}
          helperText={t("orders.action.confirm.confirmationLead")}
          most={100}
        />
      )}
      {action === "note" && (
        <TextField autoFocus multiline minRows={2} source="note" label={t("orders.history.note")} required most={900} />
      )}
      {decides && (
        <TextField
          autoFocus={action !== "confirm"}
          source="why"
          label={t("orders.action.why")}
          helperText={reasonReadersText(isOwn, t)}
          most={500}
        />
      )}
    </FormDialog>
  );
}

/** The refund that the decision makes due, by the terms at purchase. */
function RefundNotice({ action, id }: { action: OrderAction; id: string }) {
  const t = useText();
  const format = useFormat();
  const { data: order } = useAnswer("orders.show", { id });
  const refunds: Partial<Record<OrderAction, Order["decisionRefunds"]["cancel"]>> = order?.decisionRefunds ?? {};
  const refund = refunds[action];
  if (!order || order.test || !refund) return null;
  const [isDue, isSetOff] = [Number(refund.due) > 0, Number(refund.setOff) > 0];
  const amount = (figure: string) => format.amount(figure, order.amounts.currencyCode);
  return (
    <Alert severity={isDue ? "warning" : "info"}>
      {isDue && t("refunds.afterwards", { amount: amount(refund.due) })}
      {isSetOff && <div>{t("balance.setOffAfterwards", { amount: amount(refund.setOff) })}</div>}
      {!isDue && !isSetOff && t("refunds.nothing")}
    </Alert>
  );
}

interface OrderValues {
  why: string;
  confirmation: string;
  note: string;
}

/** Fields that the answers of the actions have. */
interface Outcome {
  status?: OrderStatus;
  sent?: number;
  received?: number;
}

function bodyOf(action: OrderAction, { why, confirmation, note }: OrderValues): { body?: unknown } {
  if (action === "note") return { body: { note: note.trim() } };
  if (action === "contactSupplier" || action === "resend" || action === "erase") return {};
  return {
    body: {
      ...(why.trim() && { why: why.trim() }),
      ...(action === "confirm" && confirmation.trim() && { confirmation: confirmation.trim() }),
    },
  };
}

function textsOf(action: OrderAction, { reference, status }: OrderRef, isOwn: boolean, t: Translate) {
  const danger = ["decline", "cancel", "confirmCancel", "declineChange", "erase"].includes(action);
  if (action === "note")
    return {
      title: t("orders.action.note.title", { reference }),
      lead: reasonReadersText(isOwn, t),
      submit: t("frame.action.save"),
    };
  const lead =
    action === "cancel"
      ? t(status === "waitsupplier" ? "orders.action.cancel.leadWaiting" : "orders.action.cancel.leadComplete")
      : t(`orders.action.${action}.lead`);
  const isNotified = !isOwn && ["confirm", "decline", "cancel", "confirmCancel", "declineCancel"].includes(action);
  return {
    title: t(`orders.action.${action}.title`, { reference }),
    lead: isNotified ? `${lead} ${t("orders.action.notified")}` : lead,
    submit: t(`orders.action.${action}.button`),
    // In a dialog that cancels an order, a button "Cancel" would be ambiguous.
    ...(action === "cancel" && { dismiss: t("orders.action.cancel.keep") }),
    ...((action === "confirmCancel" || action === "declineCancel") && { dismiss: t("orders.action.later") }),
    danger,
  };
}

/** Says who can read the operator's text. */
export const reasonReadersText = (isOwn: boolean, t: Translate): string =>
  [t("orders.action.whyLead"), ...(isOwn ? [] : [t("orders.action.unseen")])].join(" ");

function doneText(action: OrderAction, reference: string, outcome: Outcome, t: Translate): string {
  const { status, sent = 0, received = 0 } = outcome;
  if (action === "resend") return t("orders.action.resend.done", { sent, received });
  if (action === "note") return t("orders.action.note.done");
  if (action === "contactSupplier" || action === "erase") return t(`orders.action.${action}.done`);
  if (action === "cancel")
    return t(status === "cancelled" ? "orders.action.cancel.doneNow" : "orders.action.cancel.done", { reference });
  return t(`orders.action.${action}.done`, { reference });
}
