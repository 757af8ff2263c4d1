import { Alert, FormControlLabel, Stack, Switch, TextField, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { Navigate, useLocation, useParams } from "react-router";
import { eventAddress } from "../events/EventViewLinks.tsx";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { EventSelect, useEvents, useNextEvents } from "../orders/EventSelect.tsx";
import { DayField, Select } from "../ui/form/controls.tsx";
import { fieldErrorProps, fieldProblemsOf } from "../ui/form/FieldSummary.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { BackInHistory, BackLink, Page } from "../ui/page/Page.tsx";
import { RecordPage } from "../ui/page/QueryResult.tsx";
import { PreviewForm, PreviewPanel } from "../ui/preview.tsx";
import { ActedEvents } from "./ActedEvents.tsx";
import { ActionTotals, UnchangeableOrders, usePriceDifference } from "./ActionTotals.tsx";
import {
  type ActedEvent,
  type ActionPreview,
  type BulkActionKind,
  bulkActionKinds,
  type EventSelection,
  type OrderSelection,
} from "./bulk.ts";
import { LetterFields } from "./LetterFields.tsx";
import { actionFieldIds, type BulkActionForm, useBulkAction } from "./useBulkAction.ts";

/** Previews an action on the orders of an event, and starts it. */
export function ActionPage() {
  const t = useText();
  const kind = useActionKind();
  return (
    <RecordPage edited operation="events.show">
      {(event) => (
        <ActionForm
          key={kind}
          kind={kind}
          events={[event]}
          above={<BackLink path={eventAddress(event.id)} label={t("bulk.back")} />}
        />
      )}
    </RecordPage>
  );
}

/** Previews an action on the orders of events that were selected in the list, and starts it. */
export function EventsActionPage() {
  const t = useText();
  const kind = useActionKind();
  const { events = [], news, targets } = (useLocation().state ?? {}) as EventSelection;
  // The address alone names no events.
  if (events.length === 0) return <Navigate to="/events/list" replace />;
  return (
    <ActionForm
      key={kind}
      kind={kind}
      events={events}
      chosen={{ ...(news && { news }), ...(targets && { targets }) }}
      above={<BackInHistory label={t("frame.action.back")} otherwise="/events/list" />}
    />
  );
}

const useActionKind = (): BulkActionKind => {
  const params = useParams();
  return bulkActionKinds.find((one) => one === params.kind) ?? "inform";
};

function ActionForm({
  kind,
  events,
  chosen = {},
  above,
}: {
  kind: BulkActionKind;
  events: ActedEvent[];
  chosen?: Pick<EventSelection, "news" | "targets">;
  above: ReactNode;
}) {
  const t = useText();
  const { orderIds } = (useLocation().state ?? {}) as OrderSelection;
  const action = useBulkAction(
    kind,
    events.map(({ id }) => id),
    orderIds,
    chosen,
  );
  const { flow, wish, defaults } = action;
  const [event] = events as [ActedEvent];
  return (
    <Page title={t(`bulk.title.${kind}`)} lead={<ActedEvents events={events} />} above={above}>
      <PreviewForm
        defaults={defaults}
        values={wish}
        flow={flow}
        onPreview={() => flow.preview(wish)}
        title={t("bulk.concerned")}
        outcome={<Outcome kind={kind} events={events} action={action} />}
      >
        {kind !== "inform" && (
          <SectionCard title={t(`bulk.title.${kind}`)}>
            <Stack sx={{ gap: 2, pt: 0.5 }}>
              {kind === "move" && !chosen.targets && <Target event={event} action={action} />}
              <TermFields kind={kind} events={events} action={action} />
            </Stack>
          </SectionCard>
        )}
        <LetterFields kind={kind} action={action} />
      </PreviewForm>
    </Page>
  );
}

function Target({ event, action: { wish, setWish, flow } }: { event: ActedEvent; action: BulkActionForm }) {
  const t = useText();
  const next = useNextEvents(event.productId, { item: event.item, from: event.eventOn.slice(0, 10) })?.find(
    ({ id, eventOn }) => id !== event.id && eventOn >= event.eventOn,
  );
  const day = wish.day ?? next?.eventOn.slice(0, 10) ?? "";
  // Events of the item that the guests bought come first.
  const events = useEvents(event.productId, day)
    ?.filter(({ id }) => id !== event.id)
    .sort((one, other) => Number(other.item === event.item) - Number(one.item === event.item));
  return (
    <>
      <DayField label={t("amendment.day")} value={day} onChange={(chosen) => setWish({ day: chosen, targetId: "" })} />
      <EventSelect
        events={events}
        value={wish.targetId}
        onChange={(targetId) => setWish({ targetId })}
        {...fieldErrorProps(fieldProblemsOf(flow.error), actionFieldIds.target)}
      />
    </>
  );
}

function TermFields({
  kind,
  events,
  action: { terms, setTerms },
}: {
  kind: BulkActionKind;
  events: readonly ActedEvent[];
  action: BulkActionForm;
}) {
  const t = useText();
  return (
    <>
      {kind === "cancel" && (
        <Select
          label={t("bulk.refund.label")}
          value={terms.refund}
          choices={(["full", "terms"] as const).map((id) => ({ id, name: t(`bulk.refund.${id}`) }))}
          onChange={(refund) => setTerms({ refund: refund || "full" })}
        />
      )}
      <TextField
        label={t("bulk.reason")}
        helperText={t("bulk.reasonLead")}
        value={terms.reason}
        onChange={({ target }) => setTerms({ reason: target.value })}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      {events.some(({ setting }) => setting === "available") && (
        <FormControlLabel
          control={<Switch checked={terms.close} onChange={(_, close) => setTerms({ close })} />}
          label={t("bulk.close", { smart_count: events.length })}
        />
      )}
    </>
  );
}

/** Shows the figures of the preview, the button that starts the action, and the orders that cannot be moved. */
function Outcome({
  kind,
  events,
  action: { flow, wish, terms },
}: {
  kind: BulkActionKind;
  events: readonly ActedEvent[];
  action: BulkActionForm;
}) {
  const t = useText();
  const { amount } = useFormat();
  const [event] = events as readonly [ActedEvent];
  const onSale = events.filter(({ setting }) => setting === "available").length;
  const closes = terms.close && onSale > 0 ? [t("bulk.sure.close", { smart_count: onSale })] : [];
  const priceDifference = usePriceDifference();
  const { shown } = flow;
  const possible = shown?.totals.possible ?? 0;
  // A move into another item needs an answer, also if the prices are equal.
  const otherItem = ({ target }: Pick<ActionPreview, "target">) =>
    target && target.itemName !== event.itemName
      ? [t("bulk.otherItem", { from: event.itemName, to: target.itemName })]
      : [];
  const unwritten = terms.tell && shown ? shown.letters.filter(({ problems }) => problems.length > 0) : [];
  return (
    <PreviewPanel
      flow={flow}
      hint={t("bulk.hint")}
      conflict={t("bulk.conflict")}
      stale={flow.input !== wish}
      button={possible > 0 && unwritten.length === 0 ? t(`bulk.start.${kind}`, { smart_count: possible }) : null}
      danger={kind === "cancel"}
      question={
        kind === "inform"
          ? {}
          : {
              title: t(`bulk.sure.${kind}`, { smart_count: possible }),
              yes: t(`bulk.start.${kind}`, { smart_count: possible }),
              isFinal: kind === "cancel",
            }
      }
      askAgain={(preview) => {
        const { totals, currencyCode } = preview;
        const refund = amount(terms.refund === "full" ? totals.refundFull : totals.refundTerms, currencyCode);
        if (kind === "cancel") return [t(`bulk.sure.${terms.refund}`, { amount: refund }), ...closes];
        // The page asks before a move only if the item or the price differs. Closing the sale alone needs no question.
        const differences = kind === "move" ? [...otherItem(preview), ...priceDifference(preview)] : [];
        return differences.length > 0 ? [...differences, ...closes] : [];
      }}
      before={() =>
        shown && (
          <Stack sx={{ gap: 2 }}>
            {possible === 0 && <Typography role="status">{t("bulk.none")}</Typography>}
            <ActionTotals kind={kind} preview={shown} tells={terms.tell} refund={terms.refund} />
            {kind === "move" && [...otherItem(shown), ...priceDifference(shown)].length > 0 && (
              <Alert severity="warning">
                {[...otherItem(shown), ...priceDifference(shown)].map((text) => (
                  <div key={text}>{text}</div>
                ))}
              </Alert>
            )}
            {shown.more && <Alert severity="warning">{t("bulk.more", { n: shown.orders.length })}</Alert>}
            {terms.tell && !shown.mail && <Alert severity="info">{t("bulk.noMail")}</Alert>}
            {unwritten.length > 0 && flow.input === wish && (
              <Alert severity="info">
                {t("bulk.newsIn", { languages: unwritten.map(({ lang }) => t(`content.lang.${lang}`)).join(", ") })}
              </Alert>
            )}
          </Stack>
        )
      }
    >
      {() => shown && <UnchangeableOrders orders={shown.orders} />}
    </PreviewPanel>
  );
}
