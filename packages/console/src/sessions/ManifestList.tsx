import {
  Box,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableFooter,
  TableHead,
  TableRow,
  Typography,
  useMediaQuery,
} from "@mui/material";
import type { ReactNode } from "react";
import { useFormat } from "../format/format.tsx";
import { textOr, useText } from "../i18n/index.ts";
import { StatusChip, useParty } from "../orders/parts.tsx";
import { mono } from "../theme/themes.ts";
import { PageLink, Secondary } from "../ui/text.tsx";
import type { Manifest, ManifestOrder } from "./session.ts";

interface Column {
  name: string;
  value: (order: ManifestOrder) => ReactNode;
  total: ReactNode;
}

/** The orders of a session: a table or, on a narrow screen, cards. Paper has the table. Columns that no order uses are left out. */
export function ManifestList({ manifest }: { manifest: Manifest }) {
  const columns = useColumns(manifest);
  const wide = useMediaQuery("(min-width: 900px)");
  return (
    <>
      {!wide && <Cards manifest={manifest} columns={columns} />}
      {/* A page is printed before React could render it again. */}
      <Box sx={wide ? {} : { display: "none", "@media print": { display: "block" } }}>
        <Lines manifest={manifest} columns={columns} />
      </Box>
    </>
  );
}

function Cards({ manifest, columns }: { manifest: Manifest; columns: Column[] }) {
  const t = useText();
  return (
    <div className="on-screen">
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {manifest.orders.map((order) => (
          <Box component="li" key={order.orderId} sx={{ py: 1.25, borderTop: 1, borderColor: "divider" }}>
            <Stack sx={{ gap: 0.5 }}>
              {columns.map(({ name, value }) => (
                <div key={name}>{value(order)}</div>
              ))}
            </Stack>
          </Box>
        ))}
      </Box>
      <Box
        role="group"
        aria-label={t("day.manifest.total")}
        sx={{ pt: 1.25, borderTop: 2, borderColor: "divider", fontWeight: 700 }}
      >
        {columns.map(({ name, total }) => total && <div key={name}>{total}</div>)}
      </Box>
    </div>
  );
}

function Lines({ manifest, columns }: { manifest: Manifest; columns: Column[] }) {
  const t = useText();
  return (
    <Box role="group" aria-label={t("day.manifest.title")} tabIndex={0} sx={{ overflowX: "auto", mx: -2 }}>
      <Table
        size="small"
        sx={{
          "& td, & th": { px: 1, verticalAlign: "top" },
          "& th:first-of-type, & tfoot td:first-of-type": { pl: 2, minWidth: "10rem" },
          "& .MuiChip-root": { height: "auto", "& .MuiChip-label": { whiteSpace: "normal" } },
        }}
      >
        <TableHead>
          <TableRow>
            {columns.map(({ name }) => (
              <TableCell key={name}>{name}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {manifest.orders.map((order) => (
            <TableRow key={order.orderId}>
              {columns.map(({ name, value }, nth) => (
                <TableCell key={name} {...(nth === 0 && { component: "th", scope: "row" })}>
                  {value(order)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
        <TableFooter>
          <TableRow sx={{ "& td": { color: "text.primary", fontSize: "0.875rem", fontWeight: 700 } }}>
            {columns.map(({ name, total }) => (
              <TableCell key={name}>{total}</TableCell>
            ))}
          </TableRow>
        </TableFooter>
      </Table>
    </Box>
  );
}

function useColumns({ orders, totals }: Manifest): Column[] {
  const t = useText();
  const { count } = useFormat();
  const party = useParty();
  const columns: (Column & { used?: boolean })[] = [
    {
      name: t("day.manifest.guest"),
      value: (order) => <Guest order={order} />,
      total: [
        t("dashboard.orderCount", { smart_count: totals.orders }),
        t("orders.people", { smart_count: totals.seats }),
      ].join(", "),
    },
    {
      name: t("day.manifest.party"),
      value: ({ tickets, lang }) => (
        <>
          {party(tickets)}
          <Secondary>{t(`orders.lang.${lang}`)}</Secondary>
        </>
      ),
      total: (
        <>
          {party(totals.tickets)}
          {totals.languages.length > 1 && (
            <Secondary>
              {totals.languages.map(({ lang, seats }) => `${t(`orders.lang.${lang}`)} ${count(seats)}`).join(", ")}
            </Secondary>
          )}
        </>
      ),
    },
    {
      name: t("day.manifest.pickup"),
      used: orders.some(({ hotel, pickup }) => hotel || pickup),
      value: ({ hotel, pickup }) => (
        <>
          {hotel}
          {pickup && <Secondary>{pickup}</Secondary>}
        </>
      ),
      total: null,
    },
    {
      name: t("day.manifest.flight"),
      used: orders.some(({ flight }) => flight),
      value: ({ flight }) => flight && <Flight text={flight} />,
      total: null,
    },
    {
      name: t("day.manifest.weight"),
      used: totals.weightKg !== null,
      value: ({ weightKg }) => weightKg !== null && t("day.manifest.kg", { n: count(weightKg) }),
      total: totals.weightKg !== null && t("day.manifest.kg", { n: count(totals.weightKg) }),
    },
    {
      name: t("day.manifest.notes"),
      used: orders.some(({ notes, others }) => notes.length + others.length > 0),
      value: (order) => <Notes order={order} />,
      total: null,
    },
    { name: t("day.manifest.partner"), value: (order) => <Origin order={order} />, total: null },
    {
      name: t("day.manifest.status"),
      value: ({ status, admitted, seats }) => (
        <>
          <StatusChip status={status} />
          <Typography variant="body2" sx={{ mt: 0.5, fontWeight: admitted > 0 ? 700 : 400 }}>
            {admitted > 0 ? `${t("day.manifest.yes")} ${count(admitted)}/${count(seats)}` : t("day.manifest.no")}
          </Typography>
        </>
      ),
      total: t("day.admittedOf", { admitted: count(totals.admitted), sold: count(totals.seats) }),
    },
  ];
  return columns.filter(({ used = true }) => used);
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
      <Secondary>
        <span style={{ whiteSpace: "nowrap" }}>{date(day)}</span>
        {time}
      </Secondary>
    </>
  );
}

function Guest({ order: { leadName, passengers, email, phoneNumber, erasedAt } }: { order: ManifestOrder }) {
  const t = useText();
  if (erasedAt) return <Secondary>{t("day.manifest.erased")}</Secondary>;
  const others = passengers.slice(1);
  return (
    <Box sx={{ overflowWrap: "anywhere" }}>
      <b>{leadName ?? email}</b>
      <Secondary>{phoneNumber}</Secondary>
      {others.length > 0 && <Secondary>{t("day.manifest.passengers", { names: others.join(", ") })}</Secondary>}
    </Box>
  );
}

function Notes({ order: { notes, others } }: { order: ManifestOrder }) {
  const t = useText();
  return (
    <Box sx={{ whiteSpace: "pre-line", overflowWrap: "break-word", minWidth: "7rem" }}>
      {[...others.map(({ code, value }) => `${textOr(t, `orders.question.${code}`, code)}: ${value}`), ...notes].join(
        "\n",
      )}
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
    <Secondary sx={{ overflowWrap: "break-word" }}>
      {[partner, externalReference, confirmation].filter(Boolean).join(" · ")}
    </Secondary>
  </>
);
