import FlagIcon from "@mui/icons-material/Flag";
import Stack from "@mui/material/Stack";
import { useFormat } from "../../format/format.ts";
import { Instant } from "../../format/Instant.tsx";
import { useText } from "../../i18n/index.ts";
import { mono } from "../../theme/themes.ts";
import { ListPage } from "../../ui/list/ListPage.tsx";
import { RecordList } from "../../ui/list/RecordList.tsx";
import { PageLink } from "../../ui/text/PageLink.tsx";
import { Secondary } from "../../ui/text/Secondary.tsx";
import type { OrderLine } from "../order.ts";
import { StatusChip } from "../StatusChip.tsx";
import { ExportOrders } from "./ExportOrders.tsx";
import { OrderFilters } from "./OrderFilters.tsx";
import { SavedFilters } from "./SavedFilters.tsx";

const addressOf = ({ id }: OrderLine): string => `/orders/${id}/show`;

/** All orders, the newest first. */
export function OrderList() {
  const t = useText();
  const format = useFormat();
  return (
    <ListPage
      resource="orders"
      title={t("orders.list.title")}
      sort={{ field: "reference", order: "DESC" }}
      filters={
        <>
          <OrderFilters />
          <SavedFilters />
        </>
      }
      actions={<ExportOrders />}
    >
      <RecordList<OrderLine>
        to={addressOf}
        columns={[
          {
            label: t("orders.field.reference"),
            sort: "reference",
            value: (order) => (
              <>
                <PageLink to={addressOf(order)} sx={{ fontFamily: mono, fontWeight: 700 }}>
                  {order.reference}
                </PageLink>
                {order.leadName && (
                  <Secondary noWrap sx={{ maxWidth: { md: "11rem" } }}>
                    {order.leadName}
                  </Secondary>
                )}
              </>
            ),
          },
          {
            label: t("orders.field.status"),
            sort: "status",
            card: "bare",
            value: ({ status, flag }) => (
              <Stack direction="row" sx={{ gap: 0.5, alignItems: "center" }}>
                <StatusChip status={status} />
                {flag && <FlagIcon fontSize="small" color="warning" titleAccess={t(`orders.flag.${flag}`)} />}
              </Stack>
            ),
          },
          {
            label: `${t("orders.field.activity")} · ${t("orders.field.event")}`,
            sort: "eventOn",
            wrap: true,
            width: "36%",
            card: "bare",
            value: ({ productName, eventOn, cityCode }) => (
              <>
                {productName}
                <Secondary>
                  {format.local(eventOn)} · {cityCode}
                </Secondary>
              </>
            ),
          },
          {
            label: t("orders.field.total"),
            sort: "totalUsd",
            figure: true,
            card: "bare",
            value: ({ totalUsd, seats }) => (
              <>
                {format.money(totalUsd)}
                <Secondary>{t("orders.people", { smart_count: seats })}</Secondary>
              </>
            ),
          },
          {
            label: t("orders.field.partner"),
            card: "bare",
            value: ({ partnerName, externalReference }) => (
              <>
                {partnerName}
                <Secondary noWrap sx={{ maxWidth: "9rem" }}>
                  {externalReference}
                </Secondary>
              </>
            ),
          },
          {
            label: t("orders.field.placed"),
            sort: "createdAt",
            card: "none",
            value: ({ createdAt }) => <Instant at={createdAt} />,
          },
        ]}
      />
    </ListPage>
  );
}
