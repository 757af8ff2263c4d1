import { Box, Stack } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import type { ApiAnswer } from "../../api/types.ts";
import { useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { type Translate, useText } from "../../i18n/index.ts";
import { useStoreZone } from "../../session/hooks.ts";
import { ErrorSummary } from "../../ui/form/FieldSummary.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { SubmitButton, useSubmit } from "../../ui/form/submit.tsx";
import { UnsavedForm, useAfterSaving } from "../../ui/form/UnsavedChangesWarning.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { TwoColumns } from "../../ui/page/layout.tsx";
import { BackLink, Page } from "../../ui/page/Page.tsx";
import { PagePlaceholder } from "../../ui/page/PagePlaceholder.tsx";
import { RecordPage } from "../../ui/page/QueryResult.tsx";
import { ProblemAlert } from "../../ui/page/states.tsx";
import { LineFields } from "./LineTable.tsx";
import { AccountFields, EarningFields, LimitFields, StartFields } from "./TermsFields.tsx";
import { TermsPreview } from "./TermsPreview.tsx";
import { startOf, type TermsValues, termsOf, termsValues } from "./terms.ts";

type Partner = ApiAnswer<"partners.show">;

/** Adds a version of a partner's terms. The form starts from the present one, or from the latest. */
export const TermsPage = () => (
  <RecordPage operation="partners.show" edited>
    {(partner) => <LoadedTerms partner={partner} />}
  </RecordPage>
);

const once = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

function LoadedTerms({ partner }: { partner: Partner }) {
  const t = useText();
  const { id = "" } = useParams();
  const terms = useAnswer("partners.terms", { id }, once);
  const { versions } = terms.data ?? {};
  const from = versions?.find(({ state }) => state === "present") ?? versions?.[0];
  const lines = useAnswer("partners.termsLines", from ? { id, version: from.id } : null, once);
  const home = useAnswer("home.show", {}, once);
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
  const notify = useNotify();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const zone = useStoreZone();
  const [defaults] = useState(first);
  const [saved, setSaved] = useState(false);
  const { error, isMarked, onSubmit, onMarked } = useSubmit<TermsValues>(async (values) => {
    const body = { ...termsOf(values), validFrom: startOf(values, zone) };
    await api("partners.addTerms", { id: partner.id, body });
    notify(t("terms.saved"), { type: "success" });
    setSaved(true);
  });
  useAfterSaving(saved, () => {
    void queries.invalidateQueries();
    navigate(`/partners/${partner.id}/show`, { replace: true });
  });
  return (
    <Form defaultValues={defaults} onSubmit={onSubmit} onMarked={onMarked}>
      <UnsavedForm saved={saved} />
      <TwoColumns ratio={[1, 1]}>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <ErrorSummary labelOf={(source) => labelOf(source, t)} />
          <ProblemAlert error={error} isMarked={isMarked} />
          <EarningFields />
          <LineFields
            title={t("terms.line.title")}
            lead={t("terms.line.lead")}
            none={t("terms.line.none")}
            currencyCode={currency}
          />
          <AccountFields />
          <LimitFields />
          <StartFields />
          <SubmitButton label={t("terms.save")} />
        </Stack>
        <Box sx={{ minWidth: 0, position: { lg: "sticky" }, top: 72 }}>
          <TermsPreview bodyOf={termsOf} />
        </Box>
      </TwoColumns>
    </Form>
  );
}

const labels = {
  "content.limit.amount": "terms.field.amount",
  "content.limit.currencyCode": "terms.field.limitCurrency",
  "content.limit.warnBelow": "terms.field.warnBelow",
  "content.collects": "terms.field.collects",
  "content.noShow": "terms.field.noShow",
  "content.percent": "terms.field.percent",
  "content.paymentDays": "terms.field.paymentDays",
  validFrom: "terms.field.validFrom",
  priceListId: "terms.field.priceList",
} as const;

/** Returns the label of a field that has an error. A line is named by its number. */
export function labelOf(source: string, t: Translate): string {
  const line = /^lines\.(\d+)/.exec(source);
  if (line) return `${t("terms.preview.line")} ${Number(line[1]) + 1}`;
  return source in labels ? t(labels[source as keyof typeof labels]) : t("terms.title");
}
