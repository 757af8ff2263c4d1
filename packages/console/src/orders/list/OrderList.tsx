import FlagIcon from "@mui/icons-material/Flag";
import Stack from "@mui/material/Stack";
import TableCell from "@mui/material/TableCell";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useListContext } from "react-admin";
import { useFormat } from "../../format/format.ts";
import { Instant } from "../../format/Instant.tsx";
import { useText } from "../../i18n/index.ts";
import { mono } from "../../theme/themes.ts";
import { ListPage } from "../../ui/list/ListPage.tsx";
import { SortedCell } from "../../ui/list/SortedCell.tsx";
import { RecordCard, RecordCards, RecordLine, RecordLink, RecordTable } from "../../ui/page/Records.tsx";
import type { OrderLine } from "../order.ts";
import { StatusChip } from "../StatusChip.tsx";
import { OrderFilters } from "./OrderFilters.tsx";

/** All orders, the newest first. */
export function OrderList() {
  const t = useText();
  const wide = useMediaQuery("(min-width: 900px)");
  return (
    <ListPage
      resource="orders"
      title={t("orders.list.title")}
      sort={{ field: "reference", order: "DESC" }}
      filters={<OrderFilters />}
    >
      {wide ? <Lines /> : <Cards />}
    </ListPage>
  );
}

const addressOf = (order: OrderLine): string => `/orders/${order.id}/show`;

function Lines() {
  const t = useText();
  const format = useFormat();
  const { data = [] } = useListContext<OrderLine>();
  return (
    <RecordTable
      head={
        <>
          <SortedCell field="reference" label={t("orders.field.reference")} />
          <SortedCell field="status" label={t("orders.field.status")} />
          <SortedCell field="eventOn" label={`${t("orders.field.activity")} · ${t("orders.field.event")}`} />
          <SortedCell field="totalUsd" label={t("orders.field.total")} align="right" />
          <TableCell>{t("orders.field.partner")}</TableCell>
          <SortedCell field="createdAt" label={t("orders.field.placed")} />
        </>
      }
    >
      {data.map((order) => (
        <RecordLine key={order.id} to={addressOf(order)}>
          <TableCell sx={{ whiteSpace: "nowrap" }}>
            <Reference order={order} />
          </TableCell>
          <TableCell sx={{ whiteSpace: "nowrap" }}>
            <Stack direction="row" sx={{ gap: 0.5, alignItems: "center" }}>
              <StatusChip status={order.status} />
              <Flagged order={order} />
            </Stack>
          </TableCell>
          <TableCell sx={{ minWidth: 220, width: "36%" }}>
            {order.productName}
            <Typography variant="body2" sx={{ color: "text.secondary" }}>
              {format.local(order.eventOn)} · {order.cityCode}
            </Typography>
          </TableCell>
          <TableCell align="right" sx={{ whiteSpace: "nowrap" }}>
            {format.money(order.totalUsd)}
            <Typography variant="body2" sx={{ color: "text.secondary" }}>
              {t("orders.people", { smart_count: order.seats })}
            </Typography>
          </TableCell>
          <TableCell>
            {order.partner}
            <Typography variant="body2" noWrap sx={{ color: "text.secondary", maxWidth: "9rem" }}>
              {order.externalReference}
            </Typography>
          </TableCell>
          <TableCell sx={{ whiteSpace: "nowrap" }}>
            <Instant at={order.createdAt} />
          </TableCell>
        </RecordLine>
      ))}
    </RecordTable>
  );
}

function Cards() {
  const format = useFormat();
  const { data = [] } = useListContext<OrderLine>();
  return (
    <RecordCards>
      {data.map((order) => (
        <RecordCard key={order.id}>
          <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
            <Reference order={order} />
            <Flagged order={order} />
            <StatusChip status={order.status} />
          </Stack>
          <Typography sx={{ mt: 0.5 }}>{order.productName}</Typography>
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            {format.local(order.eventOn)} · {order.cityCode} · {format.money(order.totalUsd)} · {order.partner}
          </Typography>
        </RecordCard>
      ))}
    </RecordCards>
  );
}

const Reference = ({ order }: { order: OrderLine }) => (
  <RecordLink to={addressOf(order)} sx={{ fontFamily: mono, fontWeight: 700 }}>
    {order.reference}
  </RecordLink>
);

function Flagged({ order }: { order: OrderLine }) {
  const t = useText();
  return order.flag ? <FlagIcon fontSize="small" color="warning" titleAccess={t(`orders.flag.${order.flag}`)} /> : null;
}
