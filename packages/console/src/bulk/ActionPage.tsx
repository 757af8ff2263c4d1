import { Alert, FormControlLabel, Stack, Switch, TextField, Typography } from "@mui/material";
import { useLocation, useParams } from "react-router";
import type { DayEvent } from "../day/day-event.ts";
import { eventAddress } from "../events/EventViewLinks.tsx";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { EventSelect, useEvents, useNextEvents } from "../orders/EventSelect.tsx";
import { DayField, Select } from "../ui/form/controls.tsx";
import { fieldErrorProps, fieldProblemsOf } from "../ui/form/FieldSummary.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { RecordPage } from "../ui/page/QueryResult.tsx";
import { PreviewForm, PreviewPanel } from "../ui/preview/preview.tsx";
import { ActionTotals, UnchangeableOrders, usePriceDifference } from "./ActionTotals.tsx";
import { type ActionPreview, type BulkActionKind, bulkActionKinds, type OrderSelection } from "./bulk.ts";
import { LetterFields } from "./LetterFields.tsx";
import { actionFieldIds, type BulkActionForm, useBulkAction } from "./useBulkAction.ts";

/** Previews an action on the orders of an event, and starts it. */
export function ActionPage() {
  const params = useParams();
  const kind = bulkActionKinds.find((one) => one === params.kind) ?? "tell";
  return (
    <RecordPage edited operation="events.show">
      {(event) => <ActionForm key={kind} kind={kind} event={event} />}
    </RecordPage>
  );
}

function ActionForm({ kind, event }: { kind: BulkActionKind; event: DayEvent }) {
  const t = useText();
  const format = useFormat();
  const { orderIds } = (useLocation().state ?? {}) as OrderSelection;
  const action = useBulkAction(kind, event.id, orderIds);
  const { flow, wish, defaults } = action;
  return (
    <Page
      title={t(`bulk.title.${kind}`)}
      lead={
        <>
          <b>{format.local(event.eventOn)}</b> · {event.productName}, {event.itemName}
        </>
      }
      above={<BackLink path={eventAddress(event.id)} label={t("bulk.back")} />}
    >
      <PreviewForm
        defaults={defaults}
        values={wish}
        flow={flow}
        onPreview={() => flow.preview(wish)}
        title={t("bulk.concerned")}
        outcome={<Outcome kind={kind} event={event} action={action} />}
      >
        {kind !== "tell" && (
          <SectionCard title={t(`bulk.title.${kind}`)}>
            <Stack sx={{ gap: 2, pt: 0.5 }}>
              {kind === "move" && <Target event={event} action={action} />}
              <TermFields kind={kind} event={event} action={action} />
            </Stack>
          </SectionCard>
        )}
        <LetterFields kind={kind} action={action} />
      </PreviewForm>
    </Page>
  );
}

function Target({ event, action: { wish, setWish, flow } }: { event: DayEvent; action: BulkActionForm }) {
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
  event,
  action: { terms, setTerms },
}: {
  kind: BulkActionKind;
  event: DayEvent;
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
      {event.setting === "available" && (
        <FormControlLabel
          control={<Switch checked={terms.close} onChange={(_, close) => setTerms({ close })} />}
          label={t("bulk.close")}
        />
      )}
    </>
  );
}

/** Shows the figures of the preview, the button that starts the action, and the orders that cannot be moved. */
function Outcome({
  kind,
  event,
  action: { flow, wish, terms },
}: {
  kind: BulkActionKind;
  event: DayEvent;
  action: BulkActionForm;
}) {
  const t = useText();
  const { amount } = useFormat();
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
        kind === "tell"
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
        if (kind === "cancel") return [t(`bulk.sure.${terms.refund}`, { amount: refund })];
        return kind === "move" ? [...otherItem(preview), ...priceDifference(preview)] : [];
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
