import { Amount } from "../../format/Amount.tsx";
import { Instant, useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { mono } from "../../theme/themes.ts";
import { choicesOf } from "../../ui/form/errors.ts";
import { FilterBar, InstantFilter, SearchFilter, SelectFilter } from "../../ui/list/filters.tsx";
import { ListPage } from "../../ui/list/ListPage.tsx";
import { RecordList } from "../../ui/list/RecordList.tsx";
import { PageLink, Secondary } from "../../ui/text.tsx";
import { ExportList } from "../list/ExportList.tsx";
import { NameFilter } from "../list/NameFilter.tsx";
import { type RefundLine, refundStates } from "./refund.ts";

const addressOf = ({ orderId }: RefundLine): string => `/orders/${orderId}/show`;

/** Due refunds and recorded refunds: due refunds first, unless the list is sorted. */
export function RefundList() {
  const t = useText();
  const format = useFormat();
  return (
    <ListPage
      resource="refunds"
      title={t("refunds.title")}
      lead={t("refunds.lead")}
      empty={t("refunds.empty")}
      sort={{ field: "dueAt", order: "ASC" }}
      filter={{ state: "due" }}
      filters={<RefundFilters />}
      actions={<ExportList operation="refunds.export" />}
    >
      <RecordList<RefundLine>
        to={addressOf}
        columns={[
          {
            label: t("orders.field.reference"),
            value: (refund) => (
              <PageLink to={addressOf(refund)} sx={{ fontFamily: mono, fontWeight: 700 }}>
                {refund.reference}
              </PageLink>
            ),
          },
          {
            label: t("refunds.field.due"),
            sort: "dueUsd",
            figure: true,
            value: ({ due, dueUsd, total, currencyCode }) => (
              <>
                <Amount amount={due} currencyCode={currencyCode} usd={dueUsd} />
                <Secondary>
                  {t("orders.field.total")} {format.amount(total, currencyCode)}
                </Secondary>
              </>
            ),
          },
          {
            label: t("refunds.field.since"),
            sort: "dueAt",
            value: ({ dueAt, reason }) => (
              <>
                <Instant at={dueAt} />
                <Secondary>{t(`refunds.reason.${reason}`)}</Secondary>
              </>
            ),
          },
          {
            label: `${t("orders.field.activity")} · ${t("orders.field.event")}`,
            sort: "eventOn",
            wrap: true,
            width: "26%",
            card: "bare",
            value: ({ productName, eventOn }) => (
              <>
                {productName}
                <Secondary>{format.local(eventOn)}</Secondary>
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
            label: t("refunds.field.paid"),
            sort: "paidAt",
            wrap: true,
            value: ({ paid, paidUsd, currencyCode, paidAt, method }) =>
              paid !== null &&
              paidUsd !== null &&
              paidAt !== null &&
              method !== null && (
                <>
                  <Amount amount={paid} currencyCode={currencyCode} usd={paidUsd} />
                  <Secondary>
                    {t(`refunds.method.${method}`)} · {format.instant(paidAt)}
                  </Secondary>
                </>
              ),
          },
        ]}
      />
    </ListPage>
  );
}

function RefundFilters() {
  const t = useText();
  return (
    <FilterBar first={<SearchFilter placeholder={t("refunds.searchLead")} />}>
      <SelectFilter
        source="state"
        label={t("orders.field.status")}
        any={t("products.any")}
        choices={choicesOf(refundStates, (state) => t(`refunds.state.${state}`))}
      />
      <NameFilter source="partner" />
      <InstantFilter source="dueFrom" label={t("refunds.field.dueFrom")} />
      <InstantFilter source="dueTo" label={t("refunds.field.dueTo")} until />
    </FilterBar>
  );
}
