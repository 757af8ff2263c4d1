import { TextInput, useRefresh } from "react-admin";
import { ApiError } from "../api/client.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.ts";
import { type Translate, useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { useFilled } from "../ui/form/errors.ts";
import { TextField } from "../ui/form/TextField.tsx";
import { type Act, operationOf, type Status } from "./order.ts";

export interface OrderRef {
  id: string;
  reference: string;
  status: Status;
}

/** Confirms an action, with its fields, runs it and reports the result. */
export function OrderDialog({
  act,
  order,
  onDone,
  onClose,
}: {
  act: Act;
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
  const decides = !["contactSupplier", "note", "refund", "resend", "erase"].includes(act);
  const defaults: OrderValues = { why: "", confirmation: "", note: "", amount: "" };
  const filled = useFilled();
  const money = (amount: string) => format.money(amount.replace(",", "."));
  const refunded = (amount: string, note: string) =>
    t("orders.act.note.refunded", { amount: money(amount), note }).trim();
  return (
    <FormDialog
      {...textsOf(act, order, t)}
      defaults={defaults}
      save={(values) => call(operationOf(act), { id: order.id, ...bodyOf(act, values, refunded) })}
      notice={(outcome) => doneText(act, reference, outcome, t)}
      onSaved={() => {
        onDone?.();
        onClose();
      }}
      // After another operator's decision the page behind the dialog shows the current status.
      onError={(error) => error instanceof ApiError && error.status === 409 && refresh()}
      onClose={onClose}
    >
      {act === "confirm" && (
        <TextField
          autoFocus
          source="confirmation"
          label={t("orders.act.confirm.confirmation")}
          helperText={t("orders.act.confirm.confirmationLead")}
          most={100}
        />
      )}
      {act === "refund" && (
        <TextInput
          autoFocus
          source="amount"
          label={t("orders.act.note.amount")}
          validate={(text) => (/^\d{1,9}([.,]\d{1,2})?$/.test(text?.trim() ?? "") ? undefined : t("frame.required"))}
          slotProps={{ htmlInput: { inputMode: "decimal" } }}
        />
      )}
      {(act === "note" || act === "refund") && (
        <TextField
          autoFocus={act === "note"}
          multiline
          minRows={2}
          source="note"
          label={t("orders.act.note.note")}
          {...(act === "note" && { validate: filled })}
          most={900}
        />
      )}
      {decides && (
        <TextField
          autoFocus={act !== "confirm"}
          source="why"
          label={t("orders.act.why")}
          helperText={t("orders.act.whyLead")}
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
  act: Act,
  { why, confirmation, note, amount }: OrderValues,
  refunded: (amount: string, note: string) => string,
): { body?: unknown } {
  if (act === "note") return { body: { note: note.trim() } };
  if (act === "refund") return { body: { note: refunded(amount, note.trim()) } };
  if (act === "contactSupplier" || act === "resend" || act === "erase") return {};
  return {
    body: {
      ...(why.trim() && { why: why.trim() }),
      ...(act === "confirm" && confirmation.trim() && { confirmation: confirmation.trim() }),
    },
  };
}

function textsOf(act: Act, { reference, status }: OrderRef, t: Translate) {
  const danger = ["decline", "cancel", "confirmCancel", "erase"].includes(act);
  if (act === "note" || act === "refund")
    return {
      title: t(act === "note" ? "orders.act.note.title" : "orders.act.note.titleRefund", { reference }),
      lead: t(act === "note" ? "orders.act.note.lead" : "orders.act.note.leadRefund"),
      submit: t("frame.action.save"),
    };
  const lead =
    act === "cancel"
      ? t(status === "waitsupplier" ? "orders.act.cancel.leadWaiting" : "orders.act.cancel.leadComplete")
      : t(`orders.act.${act}.lead`);
  return { title: t(`orders.act.${act}.title`, { reference }), lead, submit: t(`orders.act.${act}.button`), danger };
}

function doneText(act: Act, reference: string, outcome: Outcome, t: Translate): string {
  const { status, sent = 0, received = 0 } = outcome;
  if (act === "resend") return t("orders.act.resend.done", { sent, received });
  if (act === "note" || act === "refund") return t("orders.act.note.done");
  if (act === "contactSupplier" || act === "erase") return t(`orders.act.${act}.done`);
  if (act === "cancel")
    return t(status === "cancelled" ? "orders.act.cancel.doneNow" : "orders.act.cancel.done", { reference });
  return t(`orders.act.${act}.done`, { reference });
}
