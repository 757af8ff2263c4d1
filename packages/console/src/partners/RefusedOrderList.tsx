import type { ListRecord } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { eventAddress } from "../events/EventViewLinks.tsx";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { NameFilter } from "../orders/list/NameFilter.tsx";
import { FilterBar, InstantFilter, SearchFilter, SelectFilter, TestFilter } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import { NamedRefusals } from "./facts.tsx";

type RefusedOrder = ListRecord<"refusedOrders.list">;

/** Refused orders of all partners, the latest first. */
export function RefusedOrderList() {
  const t = useText();
  const format = useFormat();
  const eventOf = ({ eventId, productName, eventOn }: RefusedOrder) =>
    productName && eventId && eventOn ? (
      <>
        <PageLink to={eventAddress(eventId)}>{productName}</PageLink>
        <SecondaryText>{format.local(eventOn)}</SecondaryText>
      </>
    ) : (
      t("partners.refusedOrders.unknown")
    );
  return (
    <ListPage
      resource="refused-orders"
      title={t("refusedOrders.title")}
      lead={t("refusedOrders.lead")}
      empty={t("refusedOrders.empty")}
      filters={<RefusedOrderFilters />}
    >
      <RecordList<RefusedOrder>
        columns={[
          { label: t("partners.refusedOrders.time"), value: ({ at }) => <InstantText at={at} /> },
          {
            label: t("partners.refusedOrders.event"),
            wrap: true,
            card: "line",
            value: (order) => eventOf(order),
          },
          {
            label: t("partners.refusedOrders.reference"),
            wrap: true,
            value: ({ externalReference, email }) => (
              <>
                {externalReference ?? "–"}
                <SecondaryText>{email}</SecondaryText>
              </>
            ),
          },
          {
            label: t("orders.field.partner"),
            wrap: true,
            value: ({ partnerId, partner, test }) => (
              <>
                <PageLink to={`/partners/${partnerId}/show`}>{partner}</PageLink>
                {test && <SecondaryText>{t("orders.test")}</SecondaryText>}
              </>
            ),
          },
          {
            label: t("refusedOrders.why"),
            wrap: true,
            width: "38%",
            card: "line",
            value: ({ reasons }) => <NamedRefusals reasons={reasons} withHint />,
          },
        ]}
      />
    </ListPage>
  );
}

/** The codes to choose from are those of the last thirty days. */
function RefusedOrderFilters() {
  const t = useText();
  const { data } = useAnswer("dashboard.refusals", { query: {} });
  const codes = (data?.data ?? []).map(({ code, name }) => ({ id: code, name }));
  return (
    <FilterBar
      first={<SearchFilter placeholder={t("refusedOrders.searchLead")} />}
      more={{
        usual: ["q", "code", "from", "to"],
        filters: (
          <>
            <NameFilter source="partner" />
            <TestFilter />
          </>
        ),
      }}
    >
      <SelectFilter source="code" label={t("refusedOrders.why")} any={t("refusedOrders.anyReason")} choices={codes} />
      <InstantFilter source="from" label={t("refusedOrders.from")} />
      <InstantFilter source="to" label={t("refusedOrders.to")} until />
    </FilterBar>
  );
}
