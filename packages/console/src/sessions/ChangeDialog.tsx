import { Alert, Button, Stack, TextField, Typography } from "@mui/material";
import { type FormEvent, useEffect, useId, useState } from "react";
import { useLocale, useNotify } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { ChangeEffects } from "../changes/ChangeEffects.tsx";
import { ChangeTable } from "../changes/ChangeTable.tsx";
import { type BulkResult, type Change, make, previewOf, type Shown } from "../events/change/bulk.ts";
import { amountOf } from "../format/typed.ts";
import { type Translate, useText } from "../i18n/index.ts";
import { tagOf } from "../i18n/plurals.ts";
import { useWords } from "../products/model/words.ts";
import { useTicketNames } from "../ticketTypes/useTicketNames.ts";
import { PlainDialog } from "../ui/dialog/dialogs.tsx";
import { Problem } from "../ui/page/states.tsx";
import { AskAgain, isLarge, PreviewDialog } from "../ui/preview/preview.tsx";
import { type Preview, usePreview } from "../ui/preview/usePreview.ts";
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
      buttons={
        <Button
          variant="contained"
          disabled={flow.shown === null}
          loading={flow.phase === "saving"}
          onClick={() => void save()}
        >
          {t(`day.${change}.button`)}
        </Button>
      }
      onClose={onClose}
    >
      {({ result }) => <ChangeEffects changes={result.changes} />}
    </PreviewDialog>
  );
}

/** Changes the capacity or the prices of a session. A large change of a price is confirmed once more. */
export function FieldsDialog({ change, session, onClose }: ChangeDialogProps<"capacityChange" | "priceChange">) {
  const t = useText();
  const id = useId();
  const ticketName = useTicketNames();
  const { flow, save } = useSessionChange(change, session, onClose);
  const [values, setValues] = useState(() => valuesOf(change, session));
  const [fault, setFault] = useState<string | null>(null);
  const [asking, setAsking] = useState<string[]>([]);
  const largeChanges = useLargeChanges(session, values);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (flow.shown === null) {
      const wanted = changeOf(change, session, values, t);
      setFault(typeof wanted === "string" ? wanted : null);
      if (typeof wanted !== "string") void flow.preview(wanted);
      return;
    }
    const texts = change === "priceChange" ? largeChanges() : [];
    if (texts.length > 0) setAsking(texts);
    else void save();
  };
  const type = (code: string, text: string) => {
    setValues({ ...values, [code]: text });
    // The preview is of other values.
    if (flow.phase !== "idle") flow.reset();
  };
  const shown = flow.shown?.result;
  return (
    <PlainDialog
      title={t(`day.${change}.title`)}
      buttons={
        <>
          <Button onClick={onClose} disabled={flow.phase === "saving"}>
            {t("frame.action.cancel")}
          </Button>
          <Button
            type="submit"
            form={id}
            variant="contained"
            loading={flow.phase === "previewing" || flow.phase === "saving"}
          >
            {t(shown ? "frame.action.save" : "events.change.preview")}
          </Button>
        </>
      }
      onClose={flow.phase === "saving" ? undefined : onClose}
    >
      <Typography>
        {change === "priceChange"
          ? t("day.priceChange.lead", { currency: session.currencyCode })
          : t("day.capacityChange.lead")}
      </Typography>
      <Stack component="form" id={id} noValidate onSubmit={submit} sx={{ gap: 2 }}>
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
      </Stack>
      {fault && <Alert severity="error">{fault}</Alert>}
      {shown && (
        <>
          <ChangeEffects changes={shown.changes} />
          <ChangeTable changes={shown.changes} />
        </>
      )}
      <Problem error={flow.error} />
      {asking.length > 0 && <AskAgain texts={asking} onYes={() => void save()} onClose={() => setAsking([])} />}
    </PlainDialog>
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

/** The prices that move too far, each as a question. */
function useLargeChanges({ prices, currencyCode }: Session, values: Values): () => string[] {
  const t = useText();
  const words = useWords();
  const ticketName = useTicketNames();
  const percent = new Intl.NumberFormat(tagOf(useLocale()), {
    style: "percent",
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  return () =>
    prices.flatMap(({ code, amount }) => {
      const [before, after] = [Number(amount), Number(amountOf(values[code] ?? ""))];
      if (!isLarge(before, after)) return [];
      return t("day.again.price", {
        ticket: ticketName(code),
        before: words.amount(amount, currencyCode),
        after: words.amount(amountOf(values[code]!), currencyCode),
        change: before > 0 ? percent.format(after / before - 1) : "–",
      });
    });
}

type SessionChange = "close" | "open" | "capacityChange" | "priceChange";

/** A change of one session: previewed, then saved exactly as previewed. */
function useSessionChange(
  change: SessionChange,
  { productId, item, eventOn }: Session,
  onClose: () => void,
): { flow: Preview<Change, Shown, BulkResult>; save: () => Promise<void> } {
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
