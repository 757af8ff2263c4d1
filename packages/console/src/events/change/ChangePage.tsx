import ArrowBackIcon from "@mui/icons-material/ArrowBack";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { useApi } from "../../api/useApi.ts";
import { useText } from "../../i18n/index.ts";
import { FieldSummary } from "../../ui/form/FieldSummary.tsx";
import { problemsOf } from "../../ui/form/fieldProblems.ts";
import { Unsaved } from "../../ui/form/Unsaved.tsx";
import { Loading } from "../../ui/page/Loading.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { Section } from "../../ui/page/Section.tsx";
import type { EventLine } from "../event.ts";
import type { ProductChoice } from "../ProductPicker.tsx";
import { ChangeFields } from "./ChangeFields.tsx";
import { ChosenEvents } from "./ChosenEvents.tsx";
import { type Given, nothingGiven } from "./form.ts";
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
  const given: Given = {
    ...nothingGiven,
    scope: productId ? "products" : cityCode ? "city" : from ? "all" : "products",
    products: product ? [product] : [],
    item: parameters.get("item") ?? "",
    cityCode,
    from,
    to: parameters.get("to") ?? "",
  };
  return <Known begun={given} />;
}

function Known({ begun }: { begun: Given }) {
  const t = useText();
  const navigate = useNavigate();
  const { state } = useLocation();
  const events = (state as { events?: EventLine[] } | null)?.events ?? null;
  const [given, setGiven] = useState(begun);
  const flow = useChange(events);
  const problems = problemsOf(flow.error);
  return (
    <Page
      title={t("events.change.title")}
      lead={t("events.change.lead")}
      above={
        <Button size="small" startIcon={<ArrowBackIcon />} onClick={() => navigate(-1)} sx={{ mb: 0.5, ml: -0.5 }}>
          {t("events.change.back")}
        </Button>
      }
    >
      <Unsaved when={given !== begun && flow.phase !== "done"} />
      <Box
        sx={{
          display: "grid",
          gap: 2,
          alignItems: "start",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 5fr) minmax(0, 6fr)" },
        }}
      >
        <Stack
          component="form"
          noValidate
          sx={{ gap: 2, minWidth: 0 }}
          onSubmit={(event) => {
            event.preventDefault();
            void flow.preview({ given });
          }}
        >
          <FieldSummary problems={problems} />
          <Section title={t("events.change.which")}>
            {events ? (
              <ChosenEvents events={events} />
            ) : (
              <SelectionFields given={given} onChange={setGiven} problems={problems} />
            )}
          </Section>
          <Section title={t("events.change.what")}>
            <ChangeFields given={given} onChange={setGiven} problems={problems} />
          </Section>
          <Button
            type="submit"
            variant={flow.phase === "ready" ? "outlined" : "contained"}
            loading={flow.phase === "previewing"}
            sx={{ alignSelf: "flex-start" }}
          >
            {t("events.change.preview")}
          </Button>
        </Stack>
        <Outcome flow={flow} given={given} chosen={events?.length} />
      </Box>
    </Page>
  );
}
