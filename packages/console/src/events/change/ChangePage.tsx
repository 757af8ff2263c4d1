import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
import { FieldSummary } from "../../ui/form/FieldSummary.tsx";
import { problemsOf } from "../../ui/form/fieldProblems.ts";
import { Unsaved } from "../../ui/form/Unsaved.tsx";
import { BackInHistory } from "../../ui/page/BackTo.tsx";
import { Loading } from "../../ui/page/Loading.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { Section } from "../../ui/page/Section.tsx";
import { TwoColumns } from "../../ui/page/TwoColumns.tsx";
import { PreviewButton } from "../../ui/preview/PreviewButton.tsx";
import type { EventLine } from "../event.ts";
import type { ProductChoice } from "../ProductPicker.tsx";
import { ChangeFields } from "./ChangeFields.tsx";
import { ChosenEvents } from "./ChosenEvents.tsx";
import { type ChangeValues, noValues } from "./form.ts";
import { Outcome } from "./Outcome.tsx";
import { SelectionFields } from "./SelectionFields.tsx";
import { useChange } from "./useChange.ts";

/** One change to many events, with a preview of each event. */
export function ChangePage() {
  const [parameters] = useSearchParams();
  const api = useApi();
  const productId = parameters.get("productId");
  const { data: product, isLoading } = useQuery({
    queryKey: ["product-choice", productId],
    queryFn: async (): Promise<ProductChoice | null> => {
      const { id, source } = await api("products.show", { id: productId! });
      return { id, ...source };
    },
    enabled: productId !== null,
    retry: false,
  });
  if (isLoading) return <Loading />;
  const from = parameters.get("from") ?? "";
  const cityCode = parameters.get("cityCode") ?? "";
  const values: ChangeValues = {
    ...noValues,
    scope: productId ? "products" : cityCode ? "city" : from ? "all" : "products",
    products: product ? [product] : [],
    item: parameters.get("item") ?? "",
    cityCode,
    from,
    to: parameters.get("to") ?? "",
  };
  return <ChangeForm defaults={values} />;
}

function ChangeForm({ defaults }: { defaults: ChangeValues }) {
  const t = useText();
  const { state } = useLocation();
  const events = (state as { events?: EventLine[] } | null)?.events ?? null;
  const [values, setValues] = useState(defaults);
  const flow = useChange(events);
  const problems = problemsOf(flow.error);
  return (
    <Page
      title={t("events.change.title")}
      lead={t("events.change.lead")}
      above={<BackInHistory label={t("events.change.back")} />}
    >
      <Unsaved when={values !== defaults && flow.phase !== "done"} />
      <TwoColumns ratio={[5, 6]}>
        <Stack
          component="form"
          noValidate
          sx={{ gap: 2, minWidth: 0 }}
          onSubmit={(event) => {
            event.preventDefault();
            void flow.preview({ values });
          }}
        >
          <FieldSummary problems={problems} />
          <Section title={t("events.change.which")}>
            {events ? (
              <ChosenEvents events={events} />
            ) : (
              <SelectionFields values={values} onChange={setValues} problems={problems} />
            )}
          </Section>
          <Section title={t("events.change.what")}>
            <ChangeFields values={values} onChange={setValues} problems={problems} />
          </Section>
          <PreviewButton phase={flow.phase} />
        </Stack>
        <Outcome flow={flow} values={values} chosen={events?.length} />
      </TwoColumns>
    </Page>
  );
}
