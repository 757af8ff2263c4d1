import FlagIcon from "@mui/icons-material/Flag";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useListContext } from "react-admin";
import { Link as RouterLink, useNavigate } from "react-router";
import { useFormat } from "../format.ts";
import { useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";
import { Instant } from "../ui/Instant.tsx";
import { ListPage } from "../ui/ListPage.tsx";
import { SortedCell } from "../ui/SortedCell.tsx";
import { OrderFilters } from "./OrderFilters.tsx";
import type { OrderLine } from "./order.ts";
import { StatusChip } from "./StatusChip.tsx";

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
  const navigate = useNavigate();
  const { data = [] } = useListContext<OrderLine>();
  return (
    <Box sx={{ overflowX: "auto" }}>
      <Table size="small" sx={{ "& .MuiTableCell-root": { px: 1.5 } }}>
        <TableHead>
          <TableRow>
            <SortedCell field="reference" label={t("orders.field.reference")} />
            <SortedCell field="status" label={t("orders.field.status")} />
            <SortedCell field="eventOn" label={`${t("orders.field.activity")} · ${t("orders.field.event")}`} />
            <SortedCell field="totalUsd" label={t("orders.field.total")} align="right" />
            <TableCell>{t("orders.field.partner")}</TableCell>
            <SortedCell field="createdAt" label={t("orders.field.placed")} />
          </TableRow>
        </TableHead>
        <TableBody>
          {data.map((order) => (
            // The link in it is what the keyboard uses; the rest of the row is a larger target for a pointer.
            <TableRow key={order.id} hover onClick={() => navigate(addressOf(order))} sx={{ cursor: "pointer" }}>
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
                  {t("orders.people", { smart_count: order.places })}
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
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function Cards() {
  const format = useFormat();
  const { data = [] } = useListContext<OrderLine>();
  return (
    <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
      {data.map((order) => (
        <Box component="li" key={order.id} sx={{ p: 1.5, "& + &": { borderTop: 1, borderColor: "divider" } }}>
          <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
            <Reference order={order} />
            <Flagged order={order} />
            <StatusChip status={order.status} />
          </Stack>
          <Typography sx={{ mt: 0.5 }}>{order.productName}</Typography>
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            {format.local(order.eventOn)} · {order.cityCode} · {format.money(order.totalUsd)} · {order.partner}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

const Reference = ({ order }: { order: OrderLine }) => (
  <Link
    component={RouterLink}
    to={addressOf(order)}
    onClick={(event) => event.stopPropagation()}
    sx={{ fontFamily: mono, fontWeight: 700 }}
  >
    {order.reference}
  </Link>
);

function Flagged({ order }: { order: OrderLine }) {
  const t = useText();
  return order.flag ? <FlagIcon fontSize="small" color="warning" titleAccess={t(`orders.flag.${order.flag}`)} /> : null;
}
