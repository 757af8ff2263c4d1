import { Box, Typography } from "@mui/material";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { StatusChip, useTicketsText } from "../orders/parts.tsx";
import { partyText, unusualPartyText } from "../products/ticket-size.ts";
import { mono } from "../theme/themes.ts";
import { RecordTableOrCards } from "../ui/list/RecordList.tsx";
import type { ListColumn, RowSelection } from "../ui/list/records.ts";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import type { Manifest, ManifestOrder } from "./day-event.ts";

/** The orders of an event. Omits columns that no order uses. */
export function ManifestList({
  manifest,
  selection,
}: {
  manifest: Manifest;
  selection?: RowSelection<ManifestOrder> | undefined;
}) {
  const t = useText();
  return (
    <Box
      sx={{
        mx: -2,
        "& .MuiTable-root .MuiTableCell-root": { px: 1, verticalAlign: "top" },
        "& .MuiChip-root": { height: "auto", "& .MuiChip-label": { whiteSpace: "normal" } },
      }}
    >
      <RecordTableOrCards
        printed
        selection={selection}
        totals={t("orders.field.total")}
        rows={manifest.orders}
        keyOf={({ orderId }) => orderId}
        columns={useColumns(manifest)}
      />
    </Box>
  );
}

function useColumns({ orders, totals }: Manifest): ListColumn<ManifestOrder>[] {
  const t = useText();
  const { count } = useFormat();
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
    { label: t("day.manifest.partner"), value: (order) => <Origin order={order} /> },
    {
      label: t("orders.field.status"),
      value: ({ status, admitted, people }) => (
        <>
          <StatusChip status={status} />
          <Typography variant="body2" sx={{ mt: 0.5, fontWeight: admitted > 0 ? 700 : 400 }}>
            {admitted > 0 ? `${t("day.manifest.yes")} ${count(admitted)}/${count(people)}` : t("day.manifest.no")}
          </Typography>
        </>
      ),
      total: t("day.admittedOf", { admitted: count(totals.admitted), sold: count(totals.people) }),
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

function Guest({ order: { leadName, toCome, passengers, email, phoneNumber, erasedAt } }: { order: ManifestOrder }) {
  const t = useText();
  if (erasedAt) return <SecondaryText>{t("orders.history.erased")}</SecondaryText>;
  const others = passengers.slice(1);
  return (
    <Box sx={{ overflowWrap: "anywhere", minWidth: "10rem" }}>
      <b>{leadName ?? (email || t("orders.nameless"))}</b>
      <SecondaryText>{phoneNumber}</SecondaryText>
      {toCome.length > 0 && <SecondaryText>{`${t("balance.answersToCome")}: ${toCome.join(", ")}`}</SecondaryText>}
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
