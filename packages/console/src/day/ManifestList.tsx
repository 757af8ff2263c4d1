import { Box, Button, Chip, Stack, Typography } from "@mui/material";
import { ToCollectChip } from "../collect/ToCollectChip.tsx";
import { useFormat } from "../format/format.tsx";
import { type Translate, useText } from "../i18n/index.ts";
import { ListedStatus, useMarkNoShow } from "../orders/attendance.tsx";
import { useTicketsText } from "../orders/parts.tsx";
import { CancelOne } from "../orders/SameGuest.tsx";
import { partyText, unusualPartyText } from "../products/ticket-size.ts";
import { useRights } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { RecordTableOrCards } from "../ui/list/RecordList.tsx";
import type { ListColumn, RowSelection } from "../ui/list/records.ts";
import { PageLink, SecondaryText, softColors } from "../ui/text.tsx";
import type { Manifest, ManifestOrder } from "./day-event.ts";

/** The orders of an event. Omits columns that no order uses. */
export function ManifestList({
  manifest,
  hasBegun = false,
  selection,
}: {
  manifest: Manifest;
  /** Whether the event has begun, so that operators can mark no-shows. */
  hasBegun?: boolean;
  selection?: RowSelection<ManifestOrder> | undefined;
}) {
  const t = useText();
  return (
    <Box
      sx={{
        mx: -2,
        "& .MuiTable-root .MuiTableCell-root": { px: 1, verticalAlign: "top" },
        // The name is the first header of its row, but not the first cell.
        ...(selection && { "& .MuiTable-root tbody th.MuiTableCell-root": { pl: 1 } }),
        "& .MuiChip-root": { height: "auto", "& .MuiChip-label": { whiteSpace: "normal" } },
      }}
    >
      <RecordTableOrCards
        printed
        selection={selection}
        totals={t("orders.field.total")}
        rows={manifest.orders}
        keyOf={({ orderId }) => orderId}
        columns={useColumns(manifest, hasBegun)}
      />
    </Box>
  );
}

function useColumns({ orders, totals }: Manifest, hasBegun: boolean): ListColumn<ManifestOrder>[] {
  const t = useText();
  const { count, amount } = useFormat();
  const party = useTicketsText();
  const columns: (ListColumn<ManifestOrder> & { used?: boolean })[] = [
    {
      label: t("day.manifest.guest"),
      value: (order) => <Guest order={order} />,
      total: [t("dashboard.orderCount", { smart_count: totals.orders }), partyText(totals, t)].join(", "),
    },
    {
      label: t("day.manifest.party"),
      value: ({ tickets, lang, people, seats }) => {
        const unusual = unusualPartyText({ people, seats }, tickets, t);
        return (
          <>
            {party(tickets)}
            {unusual && <div>{unusual}</div>}
            <SecondaryText>{t(`content.lang.${lang}`)}</SecondaryText>
          </>
        );
      },
      total: (
        <>
          {party(totals.tickets)}
          {totals.languages.length > 1 && (
            <SecondaryText>
              {totals.languages.map(({ lang, people }) => `${t(`content.lang.${lang}`)} ${count(people)}`).join(", ")}
            </SecondaryText>
          )}
        </>
      ),
    },
    {
      label: t("day.manifest.pickup"),
      used: orders.some(({ hotel, pickup }) => hotel || pickup),
      value: ({ hotel, pickup, pickupAt }) => (
        <>
          {pickupAt && <b>{pickupAt.slice(11)} </b>}
          {hotel}
          {pickup && <SecondaryText>{pickup}</SecondaryText>}
        </>
      ),
    },
    {
      label: t("orders.question.flight-number"),
      used: orders.some(({ flight }) => flight),
      value: ({ flight }) => flight && <Flight text={flight} />,
    },
    {
      label: t("day.manifest.weight"),
      used: totals.weightKg !== null,
      value: ({ weightKg }) => weightKg !== null && t("day.manifest.kg", { n: count(weightKg) }),
      total: totals.weightKg !== null && t("day.manifest.kg", { n: count(totals.weightKg) }),
    },
    {
      label: t("day.manifest.notes"),
      used: orders.some(({ notes, others }) => notes.length + others.length > 0),
      value: (order) => <Notes order={order} />,
    },
    {
      label: t("collect.title"),
      used: totals.toCollect !== null,
      value: ({ toCollect }) => <ToCollectChip toCollect={toCollect} />,
      total: totals.toCollect && (
        <b>
          {t("collect.orders", {
            smart_count: totals.toCollect.orders,
            amount: amount(totals.toCollect.amount, totals.toCollect.currencyCode),
          })}
        </b>
      ),
    },
    { label: t("day.manifest.partner"), value: (order) => <Origin order={order} /> },
    {
      label: t("orders.field.status"),
      value: (order) => (
        <>
          <ListedStatus order={order} />
          {(order.admitted > 0 || order.noShow === 0) && (
            <Typography variant="body2" sx={{ mt: 0.5, fontWeight: order.admitted > 0 ? 700 : 400 }}>
              {order.admitted > 0
                ? `${t("day.manifest.yes")} ${count(order.admitted)}/${count(order.people)}`
                : t("day.manifest.no")}
            </Typography>
          )}
          {hasBegun && <MarkNoShow order={order} />}
        </>
      ),
      total: (
        <>
          {t("day.admittedOf", { admitted: count(totals.admitted), sold: count(totals.people) })}
          {totals.noShow > 0 && <div>{t("attendance.noShows", { smart_count: totals.noShow })}</div>}
        </>
      ),
    },
  ];
  return columns.filter(({ used = true }) => used).map((column) => ({ ...column, card: "bare" }));
}

/** A flight's number, with its day and time as the operator's language writes them. */
function Flight({ text }: { text: string }) {
  const { date } = useFormat();
  const [day] = /\d{4}-\d\d-\d\d/.exec(text) ?? [];
  if (!day) return text;
  const [number = "", time = ""] = text.split(day);
  return (
    <>
      {number.trim()}
      <SecondaryText>
        <span style={{ whiteSpace: "nowrap" }}>{date(day)}</span>
        {time}
      </SecondaryText>
    </>
  );
}

/** Says of an order that its absent guests are no-shows, or that they came. */
function MarkNoShow({ order }: { order: ManifestOrder }) {
  const t = useText();
  const may = useRights().has("orders.markNoShow");
  const { mark, pending } = useMarkNoShow();
  const { orderId: id, status, admitted, people, noShow } = order;
  if (!may || status !== "complete" || admitted >= people) return null;
  const name = guestName(order, t);
  return (
    <Button
      size="small"
      className="on-screen"
      loading={pending}
      aria-label={t(noShow > 0 ? "attendance.cameOf" : "attendance.markOf", { name })}
      onClick={() => mark({ id, name }, noShow === 0)}
      sx={{ px: 0.5, textAlign: "left" }}
    >
      {t(noShow > 0 ? "attendance.came" : "attendance.mark")}
    </Button>
  );
}

const guestName = ({ leadName, email }: ManifestOrder, t: Translate): string =>
  leadName ?? (email || t("orders.nameless"));

function Guest({ order }: { order: ManifestOrder }) {
  const t = useText();
  const { orderId, reference, otherOrder, toCome, passengers, phoneNumber, erasedAt } = order;
  if (erasedAt) return <SecondaryText>{t("orders.history.erased")}</SecondaryText>;
  const others = passengers.slice(1);
  return (
    <Box sx={{ overflowWrap: "anywhere", minWidth: "10rem" }}>
      <b>{guestName(order, t)}</b>
      <SecondaryText>{phoneNumber}</SecondaryText>
      {toCome.length > 0 && <SecondaryText>{`${t("balance.answersToCome")}: ${toCome.join(", ")}`}</SecondaryText>}
      {otherOrder && (
        <Stack direction="row" sx={{ columnGap: 0.5, alignItems: "center", flexWrap: "wrap" }}>
          <Chip
            size="small"
            label={t("sameGuest.title")}
            title={t("sameGuest.lead", { other: otherOrder.reference })}
            sx={softColors("warning")}
          />
          <CancelOne
            orders={[{ id: orderId, reference }, otherOrder]}
            of={`${guestName(order, t)}, ${reference}`}
            className="on-screen"
          />
        </Stack>
      )}
      {others.length > 0 && <SecondaryText>{t("day.manifest.passengers", { names: others.join(", ") })}</SecondaryText>}
    </Box>
  );
}

function Notes({ order: { notes, others } }: { order: ManifestOrder }) {
  return (
    <Box sx={{ whiteSpace: "pre-line", overflowWrap: "break-word", minWidth: "7rem" }}>
      {[
        ...others.map(
          ({ title, text, passenger }) => `${title}${passenger === null ? "" : ` (${passenger})`}: ${text}`,
        ),
        ...notes,
      ].join("\n")}
    </Box>
  );
}

const Origin = ({
  order: { orderId, reference, partner, externalReference, confirmation },
}: {
  order: ManifestOrder;
}) => (
  <>
    <PageLink to={`/orders/${orderId}/show`} sx={{ fontFamily: mono, fontWeight: 700 }}>
      {reference}
    </PageLink>
    <SecondaryText sx={{ overflowWrap: "break-word" }}>
      {[partner, externalReference, confirmation].filter(Boolean).join(" · ")}
    </SecondaryText>
  </>
);
