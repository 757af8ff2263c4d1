import { Box, Button, Stack } from "@mui/material";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useApi } from "../../api/useApi.ts";
import { ChangeEffects } from "../../changes/ChangeEffects.tsx";
import { ChangeTable } from "../../changes/ChangeTable.tsx";
import { changedRecords } from "../../changes/changes.ts";
import { CityFilter, ProductAutocomplete } from "../../events/pickers.tsx";
import { useText } from "../../i18n/index.ts";
import { Section } from "../../ui/page/layout.tsx";
import { BackTo, Page } from "../../ui/page/Page.tsx";
import { useAttempt } from "../../ui/page/states.tsx";
import { PreviewForm, PreviewPanel } from "../../ui/preview/preview.tsx";
import { Secondary } from "../../ui/text.tsx";
import { ErrorsShown } from "../form/fieldErrors.tsx";
import { everyProduct } from "../model/every-product.ts";
import { ListingFields } from "./ListingFields.tsx";
import { type ListingValues, listingErrors, noListingChange, productsId } from "./listing-change.ts";
import { type ListingFlow, useListingChange } from "./useListingChange.ts";

/** One change to the listings of many products, with a preview. */
export function ListingChangePage() {
  const t = useText();
  const [values, setValues] = useState(noListingChange);
  const flow = useListingChange();
  return (
    <Page
      title={t("products.bulk.title")}
      lead={t("products.bulk.lead")}
      above={<BackTo path="/products" label={t("products.title")} />}
    >
      <ErrorsShown value={listingErrors(flow.error)}>
        <PreviewForm
          defaults={noListingChange}
          values={values}
          flow={flow}
          onPreview={() => flow.preview(values)}
          title={t("products.bulk.outcome")}
          outcome={<Outcome flow={flow} values={values} />}
        >
          <Section title={t("products.title")}>
            <ChosenProducts values={values} onChange={setValues} />
          </Section>
          <Section title={t("products.bulk.what")}>
            <ListingFields values={values} onChange={setValues} />
          </Section>
        </PreviewForm>
      </ErrorsShown>
    </Page>
  );
}

interface FormPart {
  values: ListingValues;
  onChange: (values: ListingValues) => void;
}

/** Chooses products by name, or adds all products of a city. */
function ChosenProducts({ values, onChange }: FormPart) {
  const t = useText();
  const api = useApi();
  const [parameters] = useSearchParams();
  const [cityCode, setCityCode] = useState<string | undefined>(parameters.get("cityCode") ?? undefined);
  const { products } = values;
  const { attempt, pending } = useAttempt();
  const addAll = () =>
    attempt(async () => {
      const found = await everyProduct(api, cityCode);
      const known = new Set(products.map(({ id }) => id));
      onChange({ ...values, products: [...products, ...found.filter(({ id }) => !known.has(id))] });
    });
  return (
    <Stack sx={{ gap: 2, pt: 0.5 }}>
      <ProductAutocomplete
        multiple
        id={productsId}
        label={t("products.bulk.products")}
        value={[...products]}
        onChange={(_, chosen) => onChange({ ...values, products: chosen })}
      />
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <Box sx={{ flex: "1 1 12rem" }}>
          <CityFilter cityCode={cityCode} onChange={(chosen) => setCityCode(chosen.cityCode)} />
        </Box>
        <Button loading={pending} onClick={() => void addAll()}>
          {t("products.bulk.addAll")}
        </Button>
      </Stack>
      <Secondary>{t("products.bulk.chosen", { smart_count: products.length })}</Secondary>
    </Stack>
  );
}

/** The preview of the change, and its result. */
function Outcome({ flow, values }: { flow: ListingFlow; values: ListingValues }) {
  const t = useText();
  const count = (changes: Parameters<typeof changedRecords>[0]) => ({
    smart_count: changedRecords(changes, ["products"]),
  });
  const shown = flow.shown?.changes;
  return (
    <PreviewPanel
      flow={flow}
      hint={t("products.bulk.hint")}
      conflict={t("products.bulk.conflict")}
      stale={flow.input !== values}
      button={shown && count(shown).smart_count > 0 ? t("products.bulk.make", count(shown)) : null}
      before={({ changes }) =>
        flow.phase === "done" ? t("products.bulk.done", count(changes)) : <ChangeEffects changes={changes} />
      }
    >
      {({ changes }) => <ChangeTable changes={changes} />}
    </PreviewPanel>
  );
}
