import { useParams } from "react-router";
import type { ApiAnswer } from "../../api/types.ts";
import { useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
import { BackLink, Page } from "../../ui/page/Page.tsx";
import { PagePlaceholder } from "../../ui/page/PagePlaceholder.tsx";
import { RecordPage } from "../../ui/page/QueryResult.tsx";
import { ProblemAlert } from "../../ui/page/states.tsx";
import { LineFields } from "./LineTable.tsx";
import { AccountFields, EarningFields, LimitFields } from "./TermsFields.tsx";
import { TermsPreview } from "./TermsPreview.tsx";
import { type TermsValues, termsOf, termsValues } from "./terms.ts";
import { readOnce, VersionForm } from "./VersionForm.tsx";

type Partner = ApiAnswer<"partners.show">;

/** Adds a version of a partner's terms. The form starts from the present one, or from the latest. */
export const TermsPage = () => (
  <RecordPage operation="partners.show" edited>
    {(partner) => <LoadedTerms partner={partner} />}
  </RecordPage>
);

function LoadedTerms({ partner }: { partner: Partner }) {
  const t = useText();
  const { id = "" } = useParams();
  const terms = useAnswer("partners.terms", { id }, readOnce);
  const { versions } = terms.data ?? {};
  const from = versions?.find(({ state }) => state === "present") ?? versions?.[0];
  const lines = useAnswer("partners.termsLines", from ? { id, version: from.id } : null, readOnce);
  const home = useAnswer("home.show", {}, readOnce);
  const error = terms.error ?? lines.error ?? home.error;
  if (error) return <ProblemAlert error={error} />;
  if (!versions || !home.data || (from && !lines.data)) return <PagePlaceholder />;
  const currency = home.data.currencyInUse ?? "USD";
  return (
    <Page
      title={t("terms.newOf", { name: partner.name })}
      lead={t("terms.lead")}
      above={<BackLink path={`/partners/${partner.id}/show`} label={partner.name} />}
    >
      <TermsForm partner={partner} first={termsValues(from, lines.data?.data ?? [], currency)} currency={currency} />
    </Page>
  );
}

function TermsForm({ partner, first, currency }: { partner: Partner; first: TermsValues; currency: string }) {
  const t = useText();
  const api = useApi();
  return (
    <VersionForm
      first={first}
      save={(values, validFrom) =>
        api("partners.addTerms", { id: partner.id, body: { ...termsOf(values), validFrom } })
      }
      notice={t("terms.saved")}
      to={`/partners/${partner.id}/show`}
      submit={t("terms.save")}
      preview={<TermsPreview bodyOf={termsOf} />}
    >
      <EarningFields />
      <LineFields
        title={t("terms.line.title")}
        lead={t("terms.line.lead")}
        none={t("terms.line.none")}
        currencyCode={currency}
      />
      <AccountFields />
      <LimitFields />
    </VersionForm>
  );
}
