import { Box, Button, Stack } from "@mui/material";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useRefusalText } from "../../api/refusal-text.ts";
import { useApi } from "../../api/useApi.ts";
import { ChangeEffects, TellGuests } from "../../changes/ChangeEffects.tsx";
import { ChangeTable } from "../../changes/ChangeTable.tsx";
import { countChangedRecords } from "../../changes/changes.ts";
import { CityFilter, ProductAutocomplete } from "../../events/pickers.tsx";
import { useText } from "../../i18n/index.ts";
import { SectionCard } from "../../ui/page/layout.tsx";
import { BackLink, Page } from "../../ui/page/Page.tsx";
import { useRequestOnClick } from "../../ui/page/states.tsx";
import { PreviewForm, PreviewPanel } from "../../ui/preview/preview.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { FieldErrorsProvider } from "../form/fieldErrors.tsx";
import { readAllProducts } from "../model/every-product.ts";
import { ListingFields } from "./ListingFields.tsx";
import { type ListingValues, listingErrors, noListingChange, productsInputId } from "./listing-change.ts";
import { type ListingFlow, useListingChange } from "./useListingChange.ts";

/** One change to the listings of many products, with a preview. */
export function ListingChangePage() {
  const t = useText();
  const refusalText = useRefusalText();
  const [values, setValues] = useState(noListingChange);
  const flow = useListingChange();
  return (
    <Page
      title={t("products.bulk.title")}
      lead={t("products.bulk.lead")}
      above={<BackLink path="/products" label={t("products.title")} />}
    >
      <FieldErrorsProvider value={listingErrors(flow.error, refusalText)}>
        <PreviewForm
          defaults={noListingChange}
          values={values}
          flow={flow}
          onPreview={() => flow.preview(values)}
          title={t("products.bulk.outcome")}
          outcome={<Outcome flow={flow} values={values} />}
        >
          <SectionCard title={t("products.title")}>
            <ChosenProducts values={values} onChange={setValues} />
          </SectionCard>
          <SectionCard title={t("products.bulk.what")}>
            <ListingFields values={values} onChange={setValues} />
          </SectionCard>
        </PreviewForm>
      </FieldErrorsProvider>
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
  const { attempt, pending } = useRequestOnClick();
  const addAll = () =>
    attempt(async () => {
      const found = await readAllProducts(api, cityCode);
      const known = new Set(products.map(({ id }) => id));
      onChange({ ...values, products: [...products, ...found.filter(({ id }) => !known.has(id))] });
    });
  return (
    <Stack sx={{ gap: 2, pt: 0.5 }}>
      <ProductAutocomplete
        multiple
        id={productsInputId}
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
      <SecondaryText>{t("products.bulk.chosen", { smart_count: products.length })}</SecondaryText>
    </Stack>
  );
}

/** The preview of the change, and its result. */
function Outcome({ flow, values }: { flow: ListingFlow; values: ListingValues }) {
  const t = useText();
  const count = (changes: Parameters<typeof countChangedRecords>[0]) => ({
    smart_count: countChangedRecords(changes, ["products"]),
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
        flow.phase === "done" ? (
          <>
            {t("products.bulk.done", count(changes))}
            <TellGuests changes={changes} />
          </>
        ) : (
          <ChangeEffects changes={changes} />
        )
      }
    >
      {({ changes }) => <ChangeTable changes={changes} />}
    </PreviewPanel>
  );
}
