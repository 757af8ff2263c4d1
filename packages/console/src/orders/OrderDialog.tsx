import TextField from "@mui/material/TextField";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify, useRefresh } from "react-admin";
import { ApiError } from "../api/client.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format.ts";
import { type Translate, useText } from "../i18n/index.ts";
import { ActionDialog } from "../ui/ActionDialog.tsx";
import { type Act, operationOf, type Status } from "./order.ts";

export interface Asked {
  id: string;
  reference: string;
  status: Status;
}

/** Asks before an act, with what it needs, does it and says what became of it. */
export function OrderDialog({
  act,
  order,
  onDone,
  onClose,
}: {
  act: Act;
  order: Asked;
  onDone?: () => void;
  onClose: () => void;
}) {
  const t = useText();
  const api = useApi();
  // Each act has its own body and answer.
  const call = api as (operation: string, request: object) => Promise<Outcome>;
  const format = useFormat();
  const notify = useNotify();
  const refresh = useRefresh();
  const [given, setGiven] = useState<Given>({ why: "", confirmation: "", note: "", amount: "" });
  const [tried, setTried] = useState(false);
  const { reference } = order;
  const words = wordsOf(act, order, t);
  const refunded = (note: string) =>
    t("orders.act.note.refunded", { amount: format.money(given.amount.replace(",", ".")), note }).trim();
  const run = useMutation({
    mutationFn: () => call(operationOf(act), { id: order.id, ...bodyOf(act, given, refunded) }),
    onSuccess: (outcome) => {
      notify(doneText(act, reference, outcome, t), { type: "success" });
      refresh();
      onDone?.();
      onClose();
    },
    // Somebody else decided meanwhile: show what it is now behind the message.
    onError: (error) => error instanceof ApiError && error.status === 409 && refresh(),
  });
  const problems = problemsOf(act, given);
  const submit = () => {
    setTried(true);
    if (problems.length === 0) run.mutate();
  };
  const field = (name: keyof Given) => ({
    value: given[name],
    error: tried && problems.includes(name),
    onChange: ({ target }: { target: { value: string } }) => setGiven({ ...given, [name]: target.value }),
  });
  const missing = (name: keyof Given) => (tried && problems.includes(name) ? t("frame.required") : undefined);
  const decides = !["askAgain", "note", "refund", "resend", "erase"].includes(act);
  return (
    <ActionDialog {...words} pending={run.isPending} error={run.error} onSubmit={submit} onClose={onClose}>
      {act === "confirm" && (
        <TextField
          autoFocus
          label={t("orders.act.confirm.confirmation")}
          {...field("confirmation")}
          helperText={t("orders.act.confirm.confirmationLead")}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
      )}
      {act === "refund" && (
        <TextField
          autoFocus
          label={t("orders.act.note.amount")}
          {...field("amount")}
          helperText={missing("amount")}
          slotProps={{ htmlInput: { inputMode: "decimal" } }}
        />
      )}
      {(act === "note" || act === "refund") && (
        <TextField
          autoFocus={act === "note"}
          multiline
          minRows={2}
          label={t("orders.act.note.note")}
          {...field("note")}
          helperText={missing("note")}
          slotProps={{ htmlInput: { maxLength: 900 } }}
        />
      )}
      {decides && (
        <TextField
          autoFocus={act !== "confirm"}
          label={t("orders.act.why")}
          {...field("why")}
          helperText={t("orders.act.whyLead")}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      )}
    </ActionDialog>
  );
}

interface Given {
  why: string;
  confirmation: string;
  note: string;
  amount: string;
}

/** Of whatever act: each answers with some of it. */
interface Outcome {
  status?: Status;
  sent?: number;
  received?: number;
}

function bodyOf(act: Act, { why, confirmation, note }: Given, refunded: (note: string) => string): { body?: unknown } {
  const given = { ...(why.trim() && { why: why.trim() }) };
  if (act === "note") return { body: { note: note.trim() } };
  if (act === "refund") return { body: { note: refunded(note.trim()) } };
  if (act === "askAgain" || act === "resend" || act === "erase") return {};
  return { body: { ...given, ...(act === "confirm" && confirmation.trim() && { confirmation: confirmation.trim() }) } };
}

/** Names of the fields that do not do. */
function problemsOf(act: Act, { note, amount }: Given): (keyof Given)[] {
  if (act === "note") return note.trim() === "" ? ["note"] : [];
  if (act === "refund") return /^\d{1,9}([.,]\d{1,2})?$/.test(amount.trim()) ? [] : ["amount"];
  return [];
}

function wordsOf(act: Act, { reference, status }: Asked, t: Translate) {
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
  if (act === "askAgain" || act === "erase") return t(`orders.act.${act}.done`);
  if (act === "cancel")
    return t(status === "cancelled" ? "orders.act.cancel.doneNow" : "orders.act.cancel.done", { reference });
  return t(`orders.act.${act}.done`, { reference });
}
