import { Alert, TextField } from "@mui/material";
import { useEffect, useState } from "react";
import { useNotify } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { ChangeEffects } from "../changes/ChangeEffects.tsx";
import { ChangeTable } from "../changes/ChangeTable.tsx";
import { useLargeChanges } from "../changes/useLargeChanges.ts";
import { type BulkResult, type Change, make, previewOf, type Shown } from "../events/change/bulk.ts";
import { amountOf } from "../format/typed.ts";
import { type Translate, useText } from "../i18n/index.ts";
import { useTicketNames } from "../ticketTypes/useTicketNames.ts";
import { PreviewDialog } from "../ui/preview/preview.tsx";
import { usePreview } from "../ui/preview/usePreview.ts";
import type { Session } from "./session.ts";

interface ChangeDialogProps<Kind extends SessionChange> {
  change: Kind;
  session: Session;
  onClose: () => void;
}

/** Opens or closes the sales of a session, after a preview that needs no input. */
export function SaleDialog({ change, session, onClose }: ChangeDialogProps<"close" | "open">) {
  const t = useText();
  const { flow, save } = useSessionChange(change, session, onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one preview when the dialog opens.
  useEffect(() => void flow.preview({ availability: change === "close" ? "black-out" : "available" }), []);
  return (
    <PreviewDialog
      title={t(`day.${change}.title`)}
      lead={t(`day.${change}.lead`)}
      flow={flow}
      button={t(`day.${change}.button`)}
      onSave={save}
      onClose={onClose}
    >
      {({ result }) => <ChangeEffects changes={result.changes} />}
    </PreviewDialog>
  );
}

/** Changes the capacity or the prices of a session. A large change of a price is confirmed once more. */
export function FieldsDialog({ change, session, onClose }: ChangeDialogProps<"capacityChange" | "priceChange">) {
  const t = useText();
  const ticketName = useTicketNames();
  const largeChanges = useLargeChanges();
  const { flow, save } = useSessionChange(change, session, onClose);
  const [values, setValues] = useState(() => valuesOf(change, session));
  const [fault, setFault] = useState<string | null>(null);
  const preview = () => {
    const wanted = changeOf(change, session, values, t);
    setFault(typeof wanted === "string" ? wanted : null);
    if (typeof wanted !== "string") void flow.preview(wanted);
  };
  const type = (code: string, text: string) => {
    setValues({ ...values, [code]: text });
    // The preview is of other values.
    if (flow.phase !== "idle") flow.reset();
  };
  const { currencyCode } = session;
  return (
    <PreviewDialog
      title={t(`day.${change}.title`)}
      lead={
        change === "priceChange" ? t("day.priceChange.lead", { currency: currencyCode }) : t("day.capacityChange.lead")
      }
      flow={flow}
      onPreview={preview}
      fields={
        <>
          {Object.entries(values).map(([code, text], nth) => (
            <TextField
              key={code}
              autoFocus={nth === 0}
              label={change === "priceChange" ? ticketName(code) : t("day.capacityChange.field")}
              value={text}
              onChange={({ target }) => type(code, target.value)}
              slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 14 } }}
            />
          ))}
          {fault && <Alert severity="error">{fault}</Alert>}
        </>
      }
      button={t("frame.action.save")}
      askAgain={({ result }) => largeChanges(result.changes, currencyCode)}
      onSave={save}
      onClose={onClose}
    >
      {({ result: { changes } }) => (
        <>
          <ChangeEffects changes={changes} />
          <ChangeTable changes={changes} />
        </>
      )}
    </PreviewDialog>
  );
}

type Values = Record<string, string>;

const valuesOf = (change: "capacityChange" | "priceChange", { capacity, prices }: Session): Values =>
  change === "priceChange"
    ? Object.fromEntries(prices.map(({ code, amount }) => [code, amount]))
    : { capacity: capacity === null ? "" : String(capacity) };

/** The change that the fields describe, or what is wrong with them. */
function changeOf(
  change: "capacityChange" | "priceChange",
  session: Session,
  values: Values,
  t: Translate,
): Change | string {
  if (change === "capacityChange") {
    const text = values.capacity!.trim();
    if (!/^\d{0,7}$/.test(text) || Number(text) > 1_000_000) return t("day.capacityChange.wrong");
    const to = text === "" ? null : Number(text);
    return to === session.capacity ? t("day.noChange") : { capacity: { to } };
  }
  const changed = session.prices.filter(({ code, amount }) => amountOf(values[code]!) !== amount);
  if (changed.some(({ code }) => !/^\d{1,9}(\.\d{1,4})?$/.test(amountOf(values[code]!))))
    return t("day.priceChange.wrong");
  if (changed.length === 0) return t("day.noChange");
  return { prices: changed.map(({ code }) => ({ code, to: amountOf(values[code]!) })) };
}

type SessionChange = "close" | "open" | "capacityChange" | "priceChange";

/** A change of one session: previewed, then saved exactly as previewed. */
function useSessionChange(change: SessionChange, { productId, item, eventOn }: Session, onClose: () => void) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const flow = usePreview<Change, Shown, BulkResult>({
    preview: (wanted) =>
      previewOf(api, [{ productIds: [productId], selection: { events: [{ productId, item, eventOn }] } }], wanted),
    async save(_wanted, shown) {
      const { result, error } = await make(api, shown);
      if (error) throw error;
      return result!;
    },
    again: true,
  });
  const save = async () => {
    if (!(await flow.save())) return;
    notify(t(`day.${change}.done`), { type: "success" });
    onClose();
  };
  return { flow, save };
}
