import CancelIcon from "@mui/icons-material/Cancel";
import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import HelpIcon from "@mui/icons-material/Help";
import HourglassTopIcon from "@mui/icons-material/HourglassTop";
import PhoneIcon from "@mui/icons-material/Phone";
import { Alert, Button, Card, LinearProgress, Stack, Typography } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { eventAddress } from "../events/EventViewLinks.tsx";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { RecordTableOrCards } from "../ui/list/RecordList.tsx";
import type { ListColumn } from "../ui/list/records.ts";
import { SectionCard } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { useRequestOnClick } from "../ui/page/states.tsx";
import { type ChipTone, filteredListAddress, PageLink, SecondaryText, SoftChip } from "../ui/text.tsx";
import { ActedEvents } from "./ActedEvents.tsx";
import { type ActionReport, actionOutcomeOf, mustCallGuest, type ReportOrder } from "./bulk.ts";
import { GuestsToCall } from "./GuestsToCall.tsx";

/** Shows the outcome of each order. The page reads it every second while orders are open, then every 15 seconds. */
export function ReportPage() {
  const { id = "" } = useParams();
  const query = useAnswer(
    "bulkActions.show",
    { id },
    { refetchInterval: ({ state }) => (state.data?.open === 0 ? 15_000 : 1_000) },
  );
  return <QueryResult query={query}>{(report) => <LoadedReport report={report} />}</QueryResult>;
}

function LoadedReport({ report }: { report: ActionReport }) {
  const t = useText();
  const format = useFormat();
  const { kind, events, orders, open, target, currencyCode } = report;
  const [event] = events;
  const unknown = orders.some(({ letter }) => letter === "unknown");
  const toCall = orders.filter(mustCallGuest).length;
  const called = orders.filter(({ letter }) => letter === "called").length;
  const unreachable = orders.filter(({ letter }) => letter === "unreachable").length;
  return (
    <Page
      title={t(open === 0 ? `bulk.done.${kind}` : `bulk.title.${kind}`)}
      lead={
        <>
          <ActedEvents events={events} />
          {target && (
            <>
              {" → "}
              <PageLink to={eventAddress(target.id)}>
                {format.local(target.eventOn)}, {target.itemName}
              </PageLink>
            </>
          )}
          <SecondaryText>
            {t("bulk.report.lead", { by: report.createdBy })}, <InstantText at={report.createdAt} />
          </SecondaryText>
          {report.reason && <SecondaryText>{report.reason}</SecondaryText>}
        </>
      }
      above={
        event && events.length === 1 ? (
          <BackLink path={eventAddress(event.id)} label={t("bulk.back")} />
        ) : (
          <BackLink path="/events/list" label={t("events.title")} />
        )
      }
      actions={<Repeat report={report} />}
    >
      <Card sx={{ p: 2 }}>
        <Stack role="status" sx={{ gap: 1 }}>
          <Typography sx={{ fontWeight: 600 }}>
            {t("bulk.report.progress", { done: format.count(orders.length - open), all: format.count(orders.length) })}
          </Typography>
          <LinearProgress
            aria-label={t("audit.outcome")}
            variant="determinate"
            value={orders.length === 0 ? 100 : (100 * (orders.length - open)) / orders.length}
          />
          <SecondaryText>{t(open > 0 ? "bulk.report.running" : "bulk.report.ended")}</SecondaryText>
          {report.closed && <Typography>{t("bulk.report.closed", { smart_count: events.length })}</Typography>}
          {kind === "cancel" && (
            <Typography>
              {t("bulk.report.refund", { amount: format.amount(refundOf(report), currencyCode) })}
            </Typography>
          )}
        </Stack>
      </Card>
      {open === 0 && toCall + unreachable > 0 && (
        <Alert severity="warning">
          {toCall > 0 && <div>{t("bulk.report.toCall", { smart_count: toCall })}</div>}
          {unreachable > 0 && <div>{t("bulk.report.unreachable", { smart_count: unreachable })}</div>}
        </Alert>
      )}
      {unknown && <Alert severity="warning">{t("bulk.report.unknownLead")}</Alert>}
      {kind === "cancel" && open === 0 && orders.some(({ refund }) => Number(refund) > 0) && (
        <Alert
          severity="info"
          action={
            <Button component={Link} to={filteredListAddress("refunds", { state: "due", action: report.id })}>
              {t("bulk.report.toRefunds")}
            </Button>
          }
        >
          {t("bulk.report.refundsDue")}
        </Alert>
      )}
      {open === 0 && toCall + unreachable + called > 0 && (
        <GuestsToCall
          id={report.id}
          n={toCall + unreachable}
          unreachable={unreachable}
          hasSeveralEvents={events.length > 1}
        />
      )}
      <SectionCard title={t("orders.list.title")}>
        <RecordTableOrCards rows={orders} keyOf={({ orderId }) => orderId} columns={useColumns(report)} />
      </SectionCard>
    </Page>
  );
}

/** Returns the sum of the refunds of all orders. */
function refundOf({ orders }: ActionReport): string {
  const refunds = orders.flatMap(({ refund }) => refund ?? []);
  const digits = Math.max(0, ...refunds.map((refund) => refund.split(".")[1]?.length ?? 0));
  return refunds.reduce((sum, refund) => sum + Number(refund), 0).toFixed(digits);
}

function Repeat({ report: { id, open, orders } }: { report: ActionReport }) {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const { attempt, pending } = useRequestOnClick();
  const may = useRights().has("bulkActions.repeat");
  const again = orders.filter(({ state, letter }) => state === "refused" || letter === "failed");
  if (!may || open > 0 || again.length === 0) return null;
  const repeat = () =>
    attempt(async () => {
      await api("bulkActions.repeat", { id });
      await queries.invalidateQueries({ queryKey: ["bulkActions.show"] });
    });
  return (
    <Button variant="outlined" loading={pending} onClick={() => void repeat()}>
      {t("bulk.report.repeat")}
    </Button>
  );
}

interface Look {
  tone: ChipTone;
  Icon: typeof CheckCircleIcon;
}

const LookChip = ({ look: { tone, Icon }, label }: { look: Look; label: string }) => (
  <SoftChip tone={tone} icon={<Icon />} label={label} />
);

const looks: Record<ReturnType<typeof actionOutcomeOf>, Look> = {
  waiting: { tone: "default", Icon: HourglassTopIcon },
  letterDue: { tone: "default", Icon: HourglassTopIcon },
  moved: { tone: "success", Icon: CheckCircleIcon },
  cancelled: { tone: "success", Icon: CheckCircleIcon },
  informed: { tone: "success", Icon: CheckCircleIcon },
  uninformed: { tone: "warning", Icon: HelpIcon },
  asked: { tone: "info", Icon: HourglassTopIcon },
  cancelling: { tone: "info", Icon: HourglassTopIcon },
  declined: { tone: "error", Icon: CancelIcon },
  kept: { tone: "error", Icon: CancelIcon },
  refused: { tone: "warning", Icon: CancelIcon },
};

const letterLooks: Record<NonNullable<ReportOrder["letter"]>, Look> = {
  due: { tone: "default", Icon: HourglassTopIcon },
  delayed: { tone: "warning", Icon: HourglassTopIcon },
  sent: { tone: "success", Icon: CheckCircleIcon },
  failed: { tone: "error", Icon: CancelIcon },
  unknown: { tone: "warning", Icon: HelpIcon },
  call: { tone: "info", Icon: PhoneIcon },
  called: { tone: "success", Icon: CheckCircleIcon },
  unreachable: { tone: "warning", Icon: HelpIcon },
};

function useColumns({ kind, events, informs, refund, currencyCode }: ActionReport): ListColumn<ReportOrder>[] {
  const t = useText();
  const { amount: amountText, count, local } = useFormat();
  const columns: (ListColumn<ReportOrder> | false)[] = [
    {
      label: t("callbacks.field.order"),
      value: ({ orderId, reference, leadName, partner }) => (
        <>
          <PageLink to={`/orders/${orderId}/show`} sx={{ fontFamily: mono, fontWeight: 700 }}>
            {reference}
          </PageLink>
          <SecondaryText>{[leadName, partner].filter(Boolean).join(" · ")}</SecondaryText>
        </>
      ),
    },
    events.length > 1 && { label: t("orders.field.event"), value: ({ eventOn }) => local(eventOn) },
    { label: t("bulk.fact.people"), figure: true, value: ({ people }) => count(people) },
    {
      label: t("audit.outcome"),
      wrap: true,
      card: "bare",
      value: (order) => {
        const outcome = actionOutcomeOf(kind, order);
        return (
          <>
            <LookChip look={looks[outcome]} label={t(`bulk.outcome.${outcome}`)} />
            {order.later && <SecondaryText sx={{ mt: 0.5 }}>{t("bulk.report.later")}</SecondaryText>}
            {order.errors.map(({ code, message }) => (
              <SecondaryText key={code} sx={{ mt: 0.5 }}>
                {message}
              </SecondaryText>
            ))}
          </>
        );
      },
    },
    informs && {
      label: t("bulk.report.letter"),
      value: ({ letter }) => letter && <LookChip look={letterLooks[letter]} label={t(`bulk.letter.${letter}`)} />,
    },
    refund !== null && {
      label: t("amendment.refund"),
      figure: true,
      value: ({ refund: amount }) => amount !== null && amountText(amount, currencyCode),
    },
  ];
  return columns.filter((column) => column !== false);
}
