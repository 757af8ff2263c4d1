import FlagIcon from "@mui/icons-material/Flag";
import PendingActionsIcon from "@mui/icons-material/PendingActions";
import PeopleAltIcon from "@mui/icons-material/PeopleAlt";
import { Chip, FormControlLabel, Stack, Switch } from "@mui/material";
import { ListedInstant, ListedLocal, useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { partyText } from "../../products/ticket-size.ts";
import { mono } from "../../theme/themes.ts";
import { choicesOf } from "../../ui/form/errors.ts";
import { later } from "../../ui/later.ts";
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
import { PageLink, ScreenReaderText, softColors } from "../../ui/text.tsx";
import { ListedStatus } from "../attendance.tsx";
import { isActiveOrder, type OrderLine, orderStatuses } from "../order.ts";
import { useBalanceText } from "../page/OrderMoney.tsx";
import { NewOrder } from "../sale/NewOrder.tsx";
import { ExportList } from "./ExportList.tsx";
import { NameFilter } from "./NameFilter.tsx";

const OrderPanel = later(() => import("./OrderPanel.tsx"), "OrderPanel");

const addressOf = ({ id }: OrderLine): string => `/orders/${id}/show`;

/** All orders, the newest first. */
export function OrderList() {
  const t = useText();
  const format = useFormat();
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
            most: "7rem",
            value: (order) => (
              <PageLink to={addressOf(order)} sx={{ fontFamily: mono, fontSize: "0.75rem", fontWeight: 700 }}>
                {order.reference}
              </PageLink>
            ),
          },
          {
            id: "guest",
            label: t("orders.field.guest"),
            card: "bare",
            most: "7.5rem",
            value: ({ leadName, email }) => leadName ?? (email || t("orders.nameless")),
            second: ({ leadName, email }) => leadName && email,
          },
          {
            id: "event",
            label: t("orders.field.activity"),
            main: true,
            card: "line",
            value: ({ productName }) => productName,
            second: ({ cityCode, people, seats }) => `${partyText({ people, seats }, t)} · ${cityCode}`,
          },
          {
            id: "eventOn",
            label: t("orders.field.event"),
            sort: "eventOn",
            card: "bare",
            value: ({ eventOn }) => <ListedLocal on={eventOn} noWeekday />,
          },
          {
            id: "status",
            label: t("orders.field.status"),
            sort: "status",
            card: "bare",
            value: (order) => (
              <Stack direction="row" component="span" sx={{ gap: 0.5, alignItems: "center" }}>
                <ListedStatus order={order} />
                {order.flag && (
                  <FlagIcon sx={{ fontSize: 16 }} color="warning" titleAccess={t(`orders.flag.${order.flag}`)} />
                )}
                {order.otherOrder && (
                  <PeopleAltIcon
                    sx={{ fontSize: 16 }}
                    color="warning"
                    titleAccess={`${t("sameGuest.title")}: ${order.otherOrder.reference}`}
                  />
                )}
                {order.answersToCome && isActiveOrder(order) && (
                  <PendingActionsIcon sx={{ fontSize: 16 }} color="action" titleAccess={t("balance.answersToCome")} />
                )}
              </Stack>
            ),
          },
          {
            id: "balance",
            label: t("closing.balance"),
            figure: true,
            omitEmpty: true,
            card: "bare",
            value: (order) => Number(order.balanceDue) > 0 && <BalanceChip order={order} />,
          },
          {
            id: "total",
            label: t("orders.field.total"),
            sort: "totalUsd",
            figure: true,
            card: "bare",
            value: ({ total, currencyCode }) => format.amount(total, currencyCode),
          },
          {
            id: "dollars",
            label: t("orders.field.totalUsd"),
            figure: true,
            isOptional: true,
            omitEmpty: true,
            card: "bare",
            value: ({ totalUsd, currencyCode }) => currencyCode !== "USD" && format.money(totalUsd),
          },
          {
            id: "partner",
            label: t("orders.field.partner"),
            card: "bare",
            most: "5.75rem",
            value: ({ partner, partnerName }) => partnerNameText(partner, partnerName, t),
            second: ({ externalReference }) => externalReference,
          },
          {
            id: "placed",
            label: t("orders.field.placed"),
            sort: "createdAt",
            isForWide: true,
            card: "none",
            value: ({ createdAt }) => <ListedInstant at={createdAt} />,
          },
        ]}
      />
    </ListPage>
  );
}

/** The balance that is due: the amount, and in its title the day. */
function BalanceChip({ order: { balanceDue, dueOn, currencyCode } }: { order: OrderLine }) {
  const format = useFormat();
  const text = useBalanceText()({ balanceDue, dueOn, currencyCode });
  return (
    <Chip
      variant="filled"
      title={text}
      label={
        <>
          <span aria-hidden>{format.amount(balanceDue ?? "0", currencyCode)}</span>
          <ScreenReaderText>{text}</ScreenReaderText>
        </>
      }
      sx={{ fontWeight: 600, ...softColors("warning") }}
    />
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
            <SwitchFilter source="noShow" label={t("attendance.title")} />
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

function SwitchFilter({ source, label }: { source: "flagged" | "balanceDue" | "noShow" | "standing"; label: string }) {
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
