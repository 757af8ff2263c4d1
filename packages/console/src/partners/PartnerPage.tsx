import { Box, Stack } from "@mui/material";
import { Amount } from "../format/Amount.tsx";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { PeriodChoice } from "../ui/PeriodChoice.tsx";
import { FactList, SectionCard, TwoColumns } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { RecordPage } from "../ui/page/QueryResult.tsx";
import { deskPartnerId, partnerNameText } from "../ui/partner-name.ts";
import { usePeriod } from "../ui/period.ts";
import { CopyButton } from "../ui/secrets/CopyButton.tsx";
import { filteredListAddress, PageLink } from "../ui/text.tsx";
import { CompanyCard } from "./CompanyCard.tsx";
import { ChangePartner } from "./dialogs.tsx";
import { ErrorRate, type Partner, PartnerState } from "./facts.tsx";
import { CallbackSecretCard, CatalogAddressCard, KeysCard } from "./KeysCard.tsx";
import { OfferCard } from "./OfferCard.tsx";
import { RefusedOrders } from "./RefusedOrders.tsx";
import { PartnerErrors, RequestUsage } from "./Requests.tsx";
import { AccountCard, StatementsCard } from "./statements/AccountCards.tsx";
import { PartnerLetters } from "./statements/PartnerLetters.tsx";
import { PaymentsCard } from "./statements/PaymentsCard.tsx";
import { TermsCard } from "./terms/TermsCard.tsx";

/** One partner: its money and sales, its company and terms, then its requests and errors, and its keys last. */
export const PartnerPage = () => (
  <RecordPage operation="partners.show">{(partner) => <LoadedPartner partner={partner} />}</RecordPage>
);

function LoadedPartner({ partner }: { partner: Partner }) {
  const t = useText();
  const rights = useRights();
  const period = usePeriod();
  const { id } = partner;
  const isDesk = partner.externalId === deskPartnerId;
  return (
    <Page
      title={partnerNameText(partner.externalId, partner.name, t)}
      above={<BackLink path="/partners" label={t("partners.title")} />}
      lead={
        <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap", mt: 0.5 }}>
          <PartnerState partner={partner} />
          <Box component="span" sx={{ fontFamily: mono, overflowWrap: "anywhere" }}>
            {partner.externalId}
          </Box>
          <CopyButton text={partner.externalId} label={t("products.page.copyId")} />
        </Stack>
      }
      actions={rights.has("partners.update") && <ChangePartner partner={partner} />}
    >
      {/* The own desk owes nothing, and has no terms. */}
      {!isDesk && <AccountCard partnerId={id} />}
      <Lately partner={partner} />
      {!isDesk && (
        <>
          <CompanyCard partnerId={id} />
          <TermsCard partnerId={id} />
          <StatementsCard partnerId={id} />
          <PaymentsCard partnerId={id} />
          <PartnerLetters partnerId={id} />
        </>
      )}
      <OfferCard partner={partner} />
      <PeriodChoice period={period} />
      <PartnerErrors partner={partner} period={period} />
      <RefusedOrders partner={partner} period={period} />
      <RequestUsage partner={partner} period={period} />
      <CatalogAddressCard partner={partner} />
      <TwoColumns>
        <KeysCard partner={partner} />
        <CallbackSecretCard partner={partner} />
      </TwoColumns>
    </Page>
  );
}

function Lately({ partner }: { partner: Partner }) {
  const t = useText();
  const format = useFormat();
  const { externalId, orders, sales, salesUsd, currencyCode, requests, refused, mistakes, lastUsedAt } = partner;
  return (
    <SectionCard
      title={t("partners.lately")}
      aside={
        <Stack direction="row" sx={{ columnGap: 2, flexWrap: "wrap", justifyContent: "flex-end" }}>
          <PageLink to={filteredListAddress("orders", { partner: externalId })}>{t("orders.list.title")}</PageLink>
          <PageLink to={filteredListAddress("callbacks", { partner: externalId })}>{t("callbacks.title")}</PageLink>
        </Stack>
      }
    >
      <FactList
        facts={[
          { name: t("frame.menu.sales"), value: <Amount amount={sales} currencyCode={currencyCode} usd={salesUsd} /> },
          { name: t("orders.list.title"), value: format.count(orders) },
          partner.expectedPeople > 0 && {
            name: t("attendance.title"),
            value: t("attendance.countOf", {
              n: format.count(partner.noShowPeople),
              share: format.share(partner.noShowPeople / partner.expectedPeople),
            }),
          },
          { name: t("partners.field.requests"), value: format.count(requests) },
          {
            name: t("partners.field.refused"),
            value:
              requests > 0 ? `${format.count(refused)} (${format.share(refused / requests)})` : format.count(refused),
          },
          {
            name: t("partners.field.mistakes"),
            value: (
              <>
                {format.count(mistakes)} (<ErrorRate partner={partner} />)
              </>
            ),
          },
          {
            name: t("partners.field.lastUsed"),
            value: lastUsedAt ? <InstantText at={lastUsedAt} /> : t("partners.never"),
          },
        ]}
      />
    </SectionCard>
  );
}
