import FlagIcon from "@mui/icons-material/Flag";
import { Box, FormControlLabel, Stack, Switch } from "@mui/material";
import { lazy } from "react";
import { Amount } from "../../format/Amount.tsx";
import { InstantText, useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { partyText } from "../../products/ticket-size.ts";
import { mono } from "../../theme/themes.ts";
import { choicesOf } from "../../ui/form/errors.ts";
import {
  DayFilter,
  FilterBar,
  InstantFilter,
  SearchFilter,
  SelectFilter,
  TestFilter,
  useFilters,
} from "../../ui/list/filters.tsx";
import { ListPage } from "../../ui/list/ListPage.tsx";
import { RecordList } from "../../ui/list/RecordList.tsx";
import { partnerNameText } from "../../ui/partner-name.ts";
import { PageLink, SecondaryText } from "../../ui/text.tsx";
import { isActiveOrder, type OrderLine, orderStatuses } from "../order.ts";
import { useBalanceText } from "../page/OrderMoney.tsx";
import { StatusChip } from "../parts.tsx";
import { NewOrder } from "../sale/NewOrder.tsx";
import { ExportList } from "./ExportList.tsx";
import { NameFilter } from "./NameFilter.tsx";

const OrderPanel = lazy(async () => ({ default: (await import("./OrderPanel.tsx")).OrderPanel }));

const addressOf = ({ id }: OrderLine): string => `/orders/${id}/show`;

/** All orders, the newest first. */
export function OrderList() {
  const t = useText();
  const format = useFormat();
  const balanceText = useBalanceText();
  return (
    <ListPage
      resource="orders"
      title={t("orders.list.title")}
      sort={{ field: "createdAt", order: "DESC" }}
      filters={<OrderFilters />}
      views
      actions={
        <>
          <NewOrder />
          <ExportList operation="orders.exportList" />
        </>
      }
    >
      <RecordList<OrderLine>
        to={addressOf}
        panel={{ nameOf: ({ reference }) => reference, show: ({ id }) => <OrderPanel key={id} id={id} /> }}
        columns={[
          {
            label: t("orders.field.reference"),
            value: (order) => (
              <>
                <PageLink to={addressOf(order)} sx={{ fontFamily: mono, fontWeight: 700 }}>
                  {order.reference}
                </PageLink>
                {order.leadName && (
                  <SecondaryText noWrap sx={{ maxWidth: { md: "11rem" } }}>
                    {order.leadName}
                  </SecondaryText>
                )}
              </>
            ),
          },
          {
            id: "status",
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
            id: "event",
            label: `${t("orders.field.activity")} · ${t("orders.field.event")}`,
            sort: "eventOn",
            wrap: true,
            width: "36%",
            card: "line",
            value: ({ productName, eventOn, cityCode }) => (
              <>
                {productName}
                <SecondaryText>
                  {format.local(eventOn)} · {cityCode}
                </SecondaryText>
              </>
            ),
          },
          {
            id: "total",
            label: t("orders.field.total"),
            sort: "totalUsd",
            figure: true,
            card: "bare",
            value: ({ status, total, currencyCode, totalUsd, people, seats, balanceDue, dueOn, answersToCome }) => (
              <>
                <Amount amount={total} currencyCode={currencyCode} usd={totalUsd} />
                <SecondaryText>{partyText({ people, seats }, t)}</SecondaryText>
                {Number(balanceDue) > 0 && (
                  <Box sx={{ fontWeight: 600, whiteSpace: "normal", minWidth: { md: "6.5rem" } }}>
                    {balanceText({ balanceDue, dueOn, currencyCode })}
                  </Box>
                )}
                {answersToCome && isActiveOrder({ status }) && (
                  <SecondaryText>{t("balance.answersToCome")}</SecondaryText>
                )}
              </>
            ),
          },
          {
            id: "partner",
            label: t("orders.field.partner"),
            card: "bare",
            value: ({ partner, partnerName, externalReference }) => (
              <>
                {partnerNameText(partner, partnerName, t)}
                <SecondaryText noWrap sx={{ maxWidth: "9rem" }}>
                  {externalReference}
                </SecondaryText>
              </>
            ),
          },
          {
            id: "placed",
            label: t("orders.field.placed"),
            sort: "createdAt",
            card: "none",
            value: ({ createdAt }) => <InstantText at={createdAt} />,
          },
        ]}
      />
    </ListPage>
  );
}

/** The filters of orders. */
function OrderFilters() {
  const t = useText();
  return (
    <FilterBar
      first={<SearchFilter placeholder={t("orders.list.searchLead")} />}
      more={{
        usual: ["q", "status", "eventFrom", "eventTo"],
        filters: (
          <>
            <InstantFilter source="placedFrom" label={t("orders.list.placedFrom")} />
            <InstantFilter source="placedTo" label={t("orders.list.placedTo")} until />
            <TestFilter />
            <NameFilter source="partner" />
            <NameFilter source="product" />
            <SwitchFilter source="flagged" label={t("orders.flagged")} />
            <SwitchFilter source="standing" label={t("dashboard.sales.standing")} />
            <SwitchFilter source="balanceDue" label={t("balance.filter")} />
          </>
        ),
      }}
    >
      <SelectFilter
        source="status"
        label={t("orders.field.status")}
        any={t("orders.list.anyStatus")}
        choices={choicesOf(orderStatuses, (status) => t(`orders.status.${status}`))}
      />
      <DayFilter source="eventFrom" label={t("orders.list.eventFrom")} />
      <DayFilter source="eventTo" label={t("orders.list.eventTo")} />
    </FilterBar>
  );
}

function SwitchFilter({ source, label }: { source: "flagged" | "balanceDue" | "standing"; label: string }) {
  const { values, set } = useFilters();
  return (
    <FormControlLabel
      control={
        <Switch checked={values[source] === "true"} onChange={(_, on) => set({ [source]: on ? "true" : undefined })} />
      }
      label={label}
      sx={{ ml: 0 }}
    />
  );
}
