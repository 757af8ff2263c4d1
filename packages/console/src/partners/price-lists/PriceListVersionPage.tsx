import type { ApiAnswer } from "../../api/types.ts";
import { useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
import { BackLink, Page } from "../../ui/page/Page.tsx";
import { PagePlaceholder } from "../../ui/page/PagePlaceholder.tsx";
import { RecordPage } from "../../ui/page/QueryResult.tsx";
import { ProblemAlert } from "../../ui/page/states.tsx";
import { LineFields } from "../terms/LineTable.tsx";
import { TermsPreview } from "../terms/TermsPreview.tsx";
import { plainLine, type StartValues, type TermsLine, termsOf, termsValues } from "../terms/terms.ts";
import { readOnce, VersionForm } from "../terms/VersionForm.tsx";

type PriceList = ApiAnswer<"priceLists.show">["list"];

interface VersionValues extends StartValues {
  lines: TermsLine[];
}

/** Adds a version of a price list. The form starts from the present one. */
export const PriceListVersionPage = () => (
  <RecordPage operation="priceLists.show" edited>
    {({ list }) => <LoadedVersion list={list} />}
  </RecordPage>
);

function LoadedVersion({ list }: { list: PriceList }) {
  const t = useText();
  const { id, versionId, name } = list;
  const lines = useAnswer("priceLists.versionLines", versionId === null ? null : { id, version: versionId }, readOnce);
  const home = useAnswer("home.show", {}, readOnce);
  const error = lines.error ?? home.error;
  if (error) return <ProblemAlert error={error} />;
  if (!home.data || (versionId !== null && !lines.data)) return <PagePlaceholder />;
  return (
    <Page
      title={t("priceLists.newVersionOf", { name })}
      lead={t("priceLists.versionLead")}
      above={<BackLink path={`/price-lists/${id}/show`} label={name} />}
    >
      <LinesForm list={list} lines={lines.data?.data ?? []} currency={home.data.currencyInUse ?? "USD"} />
    </Page>
  );
}

function LinesForm({ list, lines, currency }: { list: PriceList; lines: TermsLine[]; currency: string }) {
  const t = useText();
  const api = useApi();
  // Lines earn the same under all terms of commission that take per cent of the price.
  const bodyOf = (values: VersionValues) => {
    const usual = termsValues(undefined, values.lines, currency);
    return termsOf({ ...usual, content: { ...usual.content, percent: "0" } });
  };
  return (
    <VersionForm<VersionValues>
      first={{ starts: "now", validFrom: "", lines }}
      save={(values, validFrom) =>
        api("priceLists.addVersion", { id: list.id, body: { lines: values.lines.map(plainLine), validFrom } })
      }
      notice={t("priceLists.saved")}
      to={`/price-lists/${list.id}/show`}
      submit={t("priceLists.save")}
      preview={<TermsPreview bodyOf={bodyOf} linesOnly />}
    >
      <LineFields
        title={t("priceLists.lines")}
        lead={t("terms.line.listLead")}
        none={t("terms.line.noneInList")}
        currencyCode={currency}
      />
    </VersionForm>
  );
}
