import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/client.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { type Translate, useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/FormDialog.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { type Order, type OrderAction, type OrderStatus, operationOfAction } from "./order.ts";
import { ChosenRefund, chosenRefund, reasonProblem, refundByTerms } from "./refunds/ChosenRefund.tsx";
import { DecisionRefund } from "./refunds/DecisionRefund.tsx";

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
  const details = useAnswer("orders.show", refunding.includes(action) ? { id: order.id } : null).data;
  const format = useFormat();
  const byTerms = details && action === "cancel" ? refundByTerms(details) : null;
  const currencyCode = details?.amounts.currencyCode ?? "";
  const defaults: OrderValues = { why: "", confirmation: "", note: "", refund: format.typed(byTerms ?? "") };
  return (
    <FormDialog
      // The amount by the terms is known when the order was read.
      key={byTerms === null ? "" : "refund"}
      {...textsOf(action, order, isOwn, t)}
      defaults={defaults}
      save={(values) =>
        call(operationOfAction(action), { id: order.id, ...bodyOf(action, values, byTerms, currencyCode) })
      }
      notice={(outcome) => doneText(action, reference, outcome, t)}
      onSaved={() => {
        onDone?.();
        onClose();
      }}
      // After another operator's decision the page behind the dialog shows the current status.
      onError={(error) => error instanceof ApiError && error.status === 409 && void queries.invalidateQueries()}
      onClose={onClose}
    >
      {details && byTerms !== null && <ChosenRefund order={details} byTerms={byTerms} />}
      {details && byTerms === null && <RefundNotice action={action} order={details} />}
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
          helperText={reasonReadersText(isOwn, t, action === "cancel")}
          validate={(why: string, { refund }: OrderValues) =>
            reasonProblem(why, chosenRefund(refund, byTerms, currencyCode), t)
          }
          most={500}
        />
      )}
    </FormDialog>
  );
}

/** Actions that can make a refund due. */
const refunding: readonly OrderAction[] = ["cancel", "decline", "confirmCancel"];

/** The refund that the decision makes due, by the terms at purchase. */
function RefundNotice({ action, order }: { action: OrderAction; order: Order }) {
  const refunds: Partial<Record<OrderAction, Order["decisionRefunds"]["cancel"]>> = order.decisionRefunds;
  const refund = refunds[action];
  return order.test || !refund ? null : <DecisionRefund refund={refund} order={order} />;
}

interface OrderValues {
  why: string;
  confirmation: string;
  note: string;
  /** The refund of a cancellation, as typed. */
  refund: string;
}

/** Fields that the answers of the actions have. */
interface Outcome {
  status?: OrderStatus;
  sent?: number;
  received?: number;
}

function bodyOf(
  action: OrderAction,
  { why, confirmation, note, refund }: OrderValues,
  byTerms: string | null,
  currencyCode: string,
): { body?: unknown } {
  if (action === "note") return { body: { note: note.trim() } };
  if (action === "contactSupplier" || action === "resend" || action === "erase") return {};
  const chosen = action === "cancel" ? chosenRefund(refund, byTerms, currencyCode) : null;
  return {
    body: {
      ...(why.trim() && { why: why.trim() }),
      ...(chosen !== null && { refund: chosen }),
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
export const reasonReadersText = (isOwn: boolean, t: Translate, isForPartner = false): string =>
  [t("orders.action.whyLead"), ...(isOwn ? [] : [t(`orders.action.${isForPartner ? "seen" : "unseen"}`)])].join(" ");

function doneText(action: OrderAction, reference: string, outcome: Outcome, t: Translate): string {
  const { status, sent = 0, received = 0 } = outcome;
  if (action === "resend") return t("orders.action.resend.done", { sent, received });
  if (action === "note") return t("orders.action.note.done");
  if (action === "contactSupplier" || action === "erase") return t(`orders.action.${action}.done`);
  if (action === "cancel")
    return t(status === "cancelled" ? "orders.action.cancel.doneNow" : "orders.action.cancel.done", { reference });
  return t(`orders.action.${action}.done`, { reference });
}
