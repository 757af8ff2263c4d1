import { Box, Stack } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { ApiAnswer } from "../../api/types.ts";
import { useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
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
import { LineFields } from "../terms/LineTable.tsx";
import { StartFields } from "../terms/TermsFields.tsx";
import { labelOf } from "../terms/TermsPage.tsx";
import { TermsPreview } from "../terms/TermsPreview.tsx";
import { plainLine, type StartValues, startOf, type TermsLine, termsOf, termsValues } from "../terms/terms.ts";

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

const once = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

function LoadedVersion({ list }: { list: PriceList }) {
  const t = useText();
  const { id, versionId, name } = list;
  const lines = useAnswer("priceLists.versionLines", versionId === null ? null : { id, version: versionId }, once);
  const home = useAnswer("home.show", {}, once);
  const error = lines.error ?? home.error;
  if (error) return <ProblemAlert error={error} />;
  if (!home.data || (versionId !== null && !lines.data)) return <PagePlaceholder />;
  return (
    <Page
      title={t("priceLists.newVersionOf", { name })}
      lead={t("priceLists.versionLead")}
      above={<BackLink path={`/price-lists/${id}/show`} label={name} />}
    >
      <VersionForm list={list} lines={lines.data?.data ?? []} currency={home.data.currencyInUse ?? "USD"} />
    </Page>
  );
}

function VersionForm({ list, lines, currency }: { list: PriceList; lines: TermsLine[]; currency: string }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const zone = useStoreZone();
  const [defaults] = useState<VersionValues>({ starts: "now", validFrom: "", lines });
  const [saved, setSaved] = useState(false);
  const { error, isMarked, onSubmit, onMarked } = useSubmit<VersionValues>(async (values) => {
    const body = { lines: values.lines.map(plainLine), validFrom: startOf(values, zone) };
    await api("priceLists.addVersion", { id: list.id, body });
    notify(t("priceLists.saved"), { type: "success" });
    setSaved(true);
  });
  useAfterSaving(saved, () => {
    void queries.invalidateQueries();
    navigate(`/price-lists/${list.id}/show`, { replace: true });
  });
  // Lines earn the same under all terms of commission that take per cent of the price.
  const bodyOf = (values: VersionValues) => {
    const usual = termsValues(undefined, values.lines, currency);
    return termsOf({ ...usual, content: { ...usual.content, percent: "0" } });
  };
  return (
    <Form defaultValues={defaults} onSubmit={onSubmit} onMarked={onMarked}>
      <UnsavedForm saved={saved} />
      <TwoColumns ratio={[1, 1]}>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <ErrorSummary labelOf={(source) => labelOf(source, t)} />
          <ProblemAlert error={error} isMarked={isMarked} />
          <LineFields
            title={t("priceLists.lines")}
            lead={t("terms.line.listLead")}
            none={t("terms.line.noneInList")}
            currencyCode={currency}
          />
          <StartFields />
          <SubmitButton label={t("priceLists.save")} />
        </Stack>
        <Box sx={{ minWidth: 0, position: { lg: "sticky" }, top: 72 }}>
          <TermsPreview bodyOf={bodyOf} linesOnly />
        </Box>
      </TwoColumns>
    </Form>
  );
}
