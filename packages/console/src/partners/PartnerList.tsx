import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { FilterBar, SearchFilter, SelectFilter } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { partnerNameText } from "../ui/partner-name.ts";
import { PageLink } from "../ui/text.tsx";
import { CreatePartner } from "./dialogs.tsx";
import { apiKeyCountText, ErrorRate, LowLimit, type Partner, PartnerState } from "./facts.tsx";

const addressOf = ({ id }: Partner): string => `/partners/${id}/show`;

/** The list of partners with keys, sales and error rate. */
export function PartnerList() {
  const t = useText();
  const format = useFormat();
  const rights = useRights();
  return (
    <ListPage
      resource="partners"
      title={t("partners.title")}
      lead={t("partners.lead")}
      empty={t("partners.empty")}
      sort={{ field: "name", order: "ASC" }}
      filters={
        <FilterBar first={<SearchFilter placeholder={t("partners.searchLead")} />}>
          <SelectFilter
            source="active"
            label={t("field.state")}
            any={t("callbacks.anyState")}
            choices={[
              { id: "true", name: t("partners.state.active") },
              { id: "false", name: t("partners.state.inactive") },
            ]}
          />
          <SelectFilter
            source="limit"
            label={t("terms.limitState.label")}
            any={t("terms.limitState.any")}
            choices={[
              { id: "low", name: t("terms.limitState.low") },
              { id: "over", name: t("terms.limitState.over") },
            ]}
          />
        </FilterBar>
      }
      actions={rights.has("partners.create") && <CreatePartner />}
    >
      <RecordList<Partner>
        to={addressOf}
        columns={[
          {
            label: t("field.name"),
            sort: "name",
            main: true,
            value: (partner) => <Name partner={partner} />,
            second: (partner) => `${partner.externalId} · ${apiKeyCountText(partner, t)}`,
          },
          {
            label: t("partners.field.lastUsed"),
            sort: "lastUsedAt",
            value: ({ lastUsedAt }) => (lastUsedAt ? <InstantText at={lastUsedAt} /> : t("partners.never")),
          },
          { label: t("orders.list.title"), sort: "orders", figure: true, value: ({ orders }) => orders },
          {
            label: t("frame.menu.sales"),
            sort: "salesUsd",
            figure: true,
            value: ({ sales, currencyCode }) => format.amount(sales, currencyCode),
          },
          {
            id: "dollars",
            label: t("orders.field.totalUsd"),
            figure: true,
            isOptional: true,
            omitEmpty: true,
            value: ({ salesUsd, currencyCode }) => currencyCode !== "USD" && format.money(salesUsd),
          },
          {
            label: t("partners.field.errorRate"),
            sort: "errorRate",
            figure: true,
            value: (partner) => <ErrorRate partner={partner} />,
          },
        ]}
      />
    </ListPage>
  );
}

function Name({ partner }: { partner: Partner }) {
  const t = useText();
  return (
    <>
      <PageLink to={addressOf(partner)} sx={{ fontWeight: 600 }}>
        {partnerNameText(partner.externalId, partner.name, t)}
      </PageLink>{" "}
      {!partner.active && <PartnerState partner={partner} />} <LowLimit partner={partner} />
    </>
  );
}
