import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { RecordPage } from "../ui/page/QueryResult.tsx";
import { CurrencyForm } from "./CurrencyForm.tsx";
import { RateHistory } from "./History.tsx";

/** One currency: its rate, the effect of a change, and its earlier rates. */
export function CurrencyPage() {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  return (
    <RecordPage edited operation="currencies.show">
      {(currency) => (
        <Page
          title={`${currency.code} · ${format.currency(currency)}`}
          above={<BackLink path="/currencies" label={t("currencies.title")} />}
        >
          <CurrencyForm key={currency.revision} currency={currency} onSaved={() => queries.invalidateQueries()} />
          <RateHistory code={currency.code} />
        </Page>
      )}
    </RecordPage>
  );
}

/** Creates a currency. */
export function NewCurrencyPage() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <Page title={t("currencies.create.button")} above={<BackLink path="/currencies" label={t("currencies.title")} />}>
      <CurrencyForm currency={null} onSaved={(code) => navigate(`/currencies/${code}`, { replace: true })} />
    </Page>
  );
}
