import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { useApi } from "../../api/useApi.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { FieldSummary, problemsOf } from "../../ui/form/FieldSummary.tsx";
import { Unsaved } from "../../ui/form/Unsaved.tsx";
import { Section, TwoColumns } from "../../ui/page/layout.tsx";
import { BackInHistory, Page } from "../../ui/page/Page.tsx";
import { Loading } from "../../ui/page/states.tsx";
import { PreviewButton } from "../../ui/preview/preview.tsx";
import type { EventLine } from "../event.ts";
import { useEventName } from "../parts.tsx";
import type { ProductChoice } from "../pickers.tsx";
import { ChangeFields, SelectionFields } from "./fields.tsx";
import { type ChangeValues, noValues } from "./form.ts";
import { Outcome } from "./Outcome.tsx";
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

/** The events that were chosen in the list, by product. */
function ChosenEvents({ events }: { events: readonly EventLine[] }) {
  const t = useText();
  const { count } = useFormat();
  const nameOf = useEventName();
  const sorted = [...events].sort((a, b) => (a.eventOn < b.eventOn ? -1 : 1));
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        {t("events.chosen", { smart_count: events.length, n: count(events.length) })}
      </Typography>
      <Box
        component="ul"
        tabIndex={0}
        aria-label={t("events.change.which")}
        sx={{ m: 0, mt: 0.5, pl: 2.5, maxHeight: 220, overflowY: "auto", overflowWrap: "anywhere" }}
      >
        {sorted.map((line) => (
          <li key={line.id}>
            <Typography variant="body2" component="span">
              {nameOf(line)}
            </Typography>
          </li>
        ))}
      </Box>
    </>
  );
}
