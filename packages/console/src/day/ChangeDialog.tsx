import { Alert, TextField } from "@mui/material";
import { useEffect, useState } from "react";
import { useApi } from "../api/useApi.ts";
import { ChangeEffects } from "../changes/ChangeEffects.tsx";
import { ChangeTable } from "../changes/ChangeTable.tsx";
import { useLargeChanges } from "../changes/useLargeChanges.ts";
import { useUndoChanges } from "../changes/useUndoChanges.ts";
import {
  type BulkResult,
  type ChangePreview,
  type EventsChange,
  previewEventsChange,
  saveEventsChange,
} from "../events/change/bulk.ts";
import { useFormat } from "../format/format.tsx";
import { parseTypedAmount, priceProblem } from "../format/typed.ts";
import { type Translate, useText } from "../i18n/index.ts";
import { stepsText } from "../products/ticket-prices.ts";
import { useTicketNames } from "../products/useTicketNames.ts";
import { PreviewDialog } from "../ui/preview.tsx";
import { usePreview } from "../ui/usePreview.ts";
import { useSavedNotice } from "../ui/useSavedNotice.ts";
import type { DayEvent } from "./day-event.ts";

interface ChangeDialogProps<Kind extends EventChange> {
  change: Kind;
  event: DayEvent;
  onClose: () => void;
}

/** Opens or closes the sales of an event, after a preview that needs no input. */
export function EventSalesDialog({ change, event, onClose }: ChangeDialogProps<"close" | "open">) {
  const t = useText();
  const { flow, save } = useEventChange(change, event, onClose);
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

/** Changes the capacity or the prices of an event. A large change of a price is confirmed once more. */
export function EventChangeDialog({ change, event, onClose }: ChangeDialogProps<"capacityChange" | "priceChange">) {
  const t = useText();
  const ticketName = useTicketNames();
  const largeChanges = useLargeChanges();
  const { flow, save } = useEventChange(change, event, onClose);
  const format = useFormat();
  const { typed, count } = format;
  const [values, setValues] = useState(() => valuesOf(change, event, typed));
  const [faults, setFaults] = useState<Values>({});
  const [same, setSame] = useState(false);
  const preview = () => {
    const wrong = faultsOf(change, event, values, t);
    setFaults(wrong);
    const wanted = Object.keys(wrong).length > 0 ? null : changeOf(change, event, values);
    setSame(wanted === "same");
    if (wanted !== null && wanted !== "same") void flow.preview(wanted);
  };
  const type = (code: string, text: string) => {
    setValues({ ...values, [code]: text });
    setFaults(({ [code]: _, ...others }) => others);
    // The preview belongs to former values.
    if (flow.phase !== "idle") flow.reset();
  };
  const { currencyCode } = event;
  const stepsOf = (code: string) => {
    const price = change === "priceChange" && event.prices.find((one) => one.code === code);
    return price ? stepsText(price, t, (amount) => format.amount(amount, currencyCode)) : "";
  };
  const losesLimit = change === "capacityChange" && event.capacity !== null && values.capacity!.trim() === "";
  return (
    <PreviewDialog
      title={t(`day.${change}.title`)}
      lead={
        change === "capacityChange"
          ? t("day.capacityChange.lead")
          : [
              t("day.priceChange.lead", { currency: currencyCode }),
              ...(event.prices.some(({ steps }) => steps) ? [t("events.price.stepsMove")] : []),
            ].join(" ")
      }
      flow={flow}
      onPreview={preview}
      fields={
        <>
          {Object.entries(values).map(([code, text], nth) => (
            <TextField
              key={code}
              autoFocus={nth === 0}
              label={change === "priceChange" ? ticketName(code) : t("day.capacity")}
              value={text}
              error={faults[code] !== undefined}
              helperText={faults[code] ?? stepsOf(code)}
              onChange={({ target }) => type(code, target.value)}
              slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 14 } }}
            />
          ))}
          {same && <Alert severity="error">{t("day.noChange")}</Alert>}
        </>
      }
      button={t("frame.action.save")}
      {...(losesLimit && { question: { title: t("lists.inline.noLimitTitle") } })}
      askAgain={({ result }) =>
        losesLimit
          ? [t("lists.inline.noLimit", { capacity: count(event.capacity!) })]
          : largeChanges(result.changes, currencyCode)
      }
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

const valuesOf = (
  change: "capacityChange" | "priceChange",
  { capacity, prices }: DayEvent,
  typed: (amount: string) => string,
): Values =>
  change === "priceChange"
    ? Object.fromEntries(prices.map(({ code, amount }) => [code, typed(amount)]))
    : { capacity: capacity === null ? "" : String(capacity) };

/** Returns the error of each field. */
function faultsOf(
  change: "capacityChange" | "priceChange",
  { prices, currencyCode }: DayEvent,
  values: Values,
  t: Translate,
): Values {
  if (change === "capacityChange") {
    const text = values.capacity!.trim();
    return /^\d{0,7}$/.test(text) && Number(text) <= 1_000_000 ? {} : { capacity: t("day.capacityChange.wrong") };
  }
  const wrong = changedPrices(prices, values, currencyCode).flatMap(({ code }) => {
    const detail = priceProblem(values[code]!, currencyCode, t, t("day.priceChange.wrong"));
    return detail ? [[code, detail]] : [];
  });
  return Object.fromEntries(wrong);
}

/** Returns the change that the fields describe. */
function changeOf(
  change: "capacityChange" | "priceChange",
  { capacity, prices, currencyCode }: DayEvent,
  values: Values,
): EventsChange | "same" {
  if (change === "capacityChange") {
    const text = values.capacity!.trim();
    const to = text === "" ? null : Number(text);
    return to === capacity ? "same" : { capacity: { to } };
  }
  const changed = changedPrices(prices, values, currencyCode);
  if (changed.length === 0) return "same";
  return { prices: changed.map(({ code }) => ({ code, to: parseTypedAmount(values[code]!, currencyCode) })) };
}

const changedPrices = (prices: DayEvent["prices"], values: Values, currency: string) =>
  prices.filter(({ code, amount }) => parseTypedAmount(values[code]!, currency) !== amount);

type EventChange = "close" | "open" | "capacityChange" | "priceChange";

/** Previews a change of one event, and saves it exactly as previewed. */
function useEventChange(change: EventChange, { productId, item, eventOn }: DayEvent, onClose: () => void) {
  const t = useText();
  const api = useApi();
  const reportSaved = useSavedNotice();
  const undoChanges = useUndoChanges();
  const flow = usePreview<EventsChange, ChangePreview, BulkResult>({
    preview: (wanted) =>
      previewEventsChange(
        api,
        [{ productIds: [productId], selection: { events: [{ productId, item, eventOn }] } }],
        wanted,
      ),
    async save(_wanted, shown) {
      const { result, error } = await saveEventsChange(api, shown);
      if (error) throw error;
      return result!;
    },
    again: true,
  });
  const save = async () => {
    const saved = await flow.save();
    if (!saved) return;
    reportSaved(t(`day.${change}.done`), undoChanges(saved.changeIds));
    onClose();
  };
  return { flow, save };
}
