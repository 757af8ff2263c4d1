import { Stack } from "@mui/material";
import type { ListRecord } from "../api/types.ts";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { orderStatuses } from "../orders/order.ts";
import { StatusChip, TestChip, useTicketsText } from "../orders/parts.tsx";
import { mono } from "../theme/themes.ts";
import { choicesOf } from "../ui/form/errors.ts";
import { DayFilter, FilterBar, InstantFilter, SearchFilter, SelectFilter, TestFilter } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { PageLink } from "../ui/text.tsx";

type OwnOrderLine = ListRecord<"own.orders">;

const addressOf = ({ id }: OwnOrderLine): string => `/own/orders/${id}`;

/** The orders of the own partner, the newest first. */
export function OwnOrdersPage() {
  const t = useText();
  const format = useFormat();
  const ticketsText = useTicketsText();
  return (
    <ListPage
      resource="own/orders"
      operation="own.orders"
      title={t("ownPartner.orders.title")}
      empty={t("ownPartner.orders.empty")}
      sort={{ field: "createdAt", order: "DESC" }}
      filters={<Filters />}
    >
      <RecordList<OwnOrderLine>
        to={addressOf}
        columns={[
          {
            label: t("orders.field.reference"),
            value: (order) => (
              <Stack component="span" direction="row" sx={{ gap: 1, alignItems: "center", display: "inline-flex" }}>
                <PageLink to={addressOf(order)} sx={{ fontFamily: mono, fontWeight: 700 }}>
                  {order.reference}
                </PageLink>
                {order.test && <TestChip />}
              </Stack>
            ),
          },
          { label: t("ownPartner.orders.yours"), value: ({ externalReference }) => externalReference },
          { label: t("field.state"), card: "bare", value: ({ status }) => <StatusChip status={status} /> },
          { label: t("ownPartner.orders.guest"), card: "bare", value: ({ leadName }) => leadName },
          {
            label: t("orders.field.event"),
            main: true,
            card: "line",
            value: ({ productName }) => productName,
            second: ({ eventOn }) => format.local(eventOn),
          },
          { label: t("statements.field.tickets"), card: "bare", value: ({ tickets }) => ticketsText(tickets) },
          {
            label: t("ownPartner.orders.charged"),
            sort: "totalUsd",
            figure: true,
            value: ({ totalUsd }) => format.money(totalUsd),
          },
          {
            label: t("ownPartner.orders.placed"),
            sort: "createdAt",
            value: ({ createdAt }) => <InstantText at={createdAt} />,
          },
        ]}
      />
    </ListPage>
  );
}

function Filters() {
  const t = useText();
  return (
    <FilterBar
      first={<SearchFilter placeholder={t("ownPartner.orders.searchLead")} />}
      more={{
        usual: ["q", "status", "eventFrom", "eventTo"],
        filters: (
          <>
            <InstantFilter source="placedFrom" label={t("orders.list.placedFrom")} />
            <InstantFilter source="placedTo" label={t("orders.list.placedTo")} until />
            <TestFilter />
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
