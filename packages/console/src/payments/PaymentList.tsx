import { InstantText } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";
import { choicesOf } from "../ui/form/errors.ts";
import { FilterBar, InstantFilter, SearchFilter, SelectFilter } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import { type Checkout, CheckoutActions, CheckoutAmount, CheckoutState, useProviderText } from "./states.tsx";

const filters = ["waiting", "paid", "refunded", "unseated", "differs", "ended"] as const;

/** Lists the payments of guests at providers, the newest first. */
export function PaymentList() {
  const t = useText();
  const provider = useProviderText();
  return (
    <ListPage
      resource="checkouts"
      title={t("refunds.onlineTitle")}
      lead={t("payments.lead")}
      empty={t("payments.empty")}
      filters={
        <FilterBar first={<SearchFilter placeholder={t("payments.search")} />}>
          <SelectFilter
            source="state"
            label={t("orders.field.status")}
            any={t("products.any")}
            choices={choicesOf(filters, (state) => t(`payments.filter.${state}`))}
          />
          <InstantFilter source="from" label={t("frame.period.from")} />
          <InstantFilter source="to" label={t("frame.period.to")} until />
        </FilterBar>
      }
    >
      <RecordList<Checkout>
        columns={[
          {
            label: t("orders.field.reference"),
            value: ({ orderId, reference, leadName, number }) => (
              <>
                {orderId && reference ? (
                  <PageLink to={`/orders/${orderId}/show`} sx={{ fontFamily: mono, fontWeight: 700 }}>
                    {reference}
                  </PageLink>
                ) : (
                  number
                )}
                <SecondaryText>{leadName ?? t("orders.nameless")}</SecondaryText>
              </>
            ),
          },
          { label: t("orders.field.total"), figure: true, value: (one) => <CheckoutAmount checkout={one} /> },
          {
            label: t("payments.number"),
            wrap: true,
            value: ({ purpose, number, createdAt }) => (
              <>
                {t(`payments.purpose.${purpose}`)} · {number}
                <SecondaryText>
                  <InstantText at={createdAt} />
                </SecondaryText>
              </>
            ),
          },
          { label: t("payments.provider"), most: "10rem", value: provider, second: ({ providerId }) => providerId },
          {
            label: t("orders.field.status"),
            wrap: true,
            card: "line",
            value: (one) => <CheckoutState checkout={one} />,
          },
          { label: t("orders.field.actions"), card: "bare", value: (one) => <CheckoutActions checkout={one} /> },
        ]}
      />
    </ListPage>
  );
}
