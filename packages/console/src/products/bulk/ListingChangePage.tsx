import { Box, Button, Stack } from "@mui/material";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useRefusalText } from "../../api/refusal-text.ts";
import type { ApiAnswer } from "../../api/types.ts";
import { useApi } from "../../api/useApi.ts";
import { ChangeEffects, TellGuests } from "../../changes/ChangeEffects.tsx";
import { ChangeTable } from "../../changes/ChangeTable.tsx";
import { countChangedRecords } from "../../changes/changes.ts";
import { UndoLink } from "../../changes/UndoLink.tsx";
import { useUndoChanges } from "../../changes/useUndoChanges.ts";
import { CityFilter, ProductAutocomplete } from "../../events/pickers.tsx";
import { useText } from "../../i18n/index.ts";
import { Select } from "../../ui/form/controls.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { FieldProblems } from "../../ui/form/FieldSummary.tsx";
import { SectionCard } from "../../ui/page/layout.tsx";
import { BackLink, Page } from "../../ui/page/Page.tsx";
import { useRequestOnClick } from "../../ui/page/states.tsx";
import { PreviewForm, PreviewPanel } from "../../ui/preview.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { type Preview, usePreview } from "../../ui/usePreview.ts";
import { useSavedNotice } from "../../ui/useSavedNotice.ts";
import { FieldErrorsProvider } from "../form/fieldErrors.tsx";
import { PlainFieldInput } from "../form/SectionFields.tsx";
import type { ProductDraft } from "../model/draft.ts";
import { readAllProducts, readRevisions } from "../model/every-product.ts";
import type { ProductChange } from "../model/steps.ts";
import {
  type CategoriesChange,
  groupsWithoutValue,
  type ListingValues,
  listingChangeOf,
  listingErrors,
  listingGroupFields,
  listingGroupInputId,
  listingGroups,
  noListingChange,
  type PlacesChange,
  productsInputId,
} from "./listing-change.ts";

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
            <UndoLink changeIds={[changes.changeId]} />
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

const categoriesChanges = ["add", "remove", "replace"] as const satisfies CategoriesChange[];
const placesChanges = ["replace", "clear"] as const satisfies PlacesChange[];

/** Inputs for changes to categories, meeting points and pickups. If no change is chosen for a group, the products keep their values. */
function ListingFields({ values, onChange }: { values: ListingValues; onChange: (values: ListingValues) => void }) {
  const t = useText();
  const change: ProductChange<ProductDraft> = (make) => onChange({ ...values, draft: make(values.draft) });
  return (
    <Stack sx={{ gap: 2, pt: 0.5 }}>
      {listingGroups.map((group) => {
        const how = values[group];
        const choices = group === "categories" ? categoriesChanges : placesChanges;
        return (
          <Stack key={group} sx={{ gap: 1.5 }}>
            <Select
              id={listingGroupInputId(group)}
              label={t(`products.bulk.group.${group}`)}
              value={how}
              any={t("products.bulk.how.keep")}
              choices={choicesOf(choices, (one) => t(`products.bulk.how.${one}`))}
              onChange={(chosen) => onChange({ ...values, [group]: chosen })}
            />
            {how !== "" &&
              how !== "clear" &&
              listingGroupFields[group].map((name) => (
                <PlainFieldInput key={name} name={name} draft={values.draft} change={change} />
              ))}
          </Stack>
        );
      })}
    </Stack>
  );
}

type Changed = ApiAnswer<"products.changeListings">;
interface Shown extends Changed {
  /** The products at the revisions that were previewed. */
  products: { id: string; revision: number }[];
}
type ListingFlow = Preview<ListingValues, Shown, Changed>;

/** Previews and makes one change to the listings of many products. */
function useListingChange(): ListingFlow {
  const t = useText();
  const api = useApi();
  const reportSaved = useSavedNotice();
  const undoChanges = useUndoChanges();
  return usePreview<ListingValues, Shown, Changed>({
    async preview(values) {
      const change = listingChangeOf(values);
      const problems = groupsWithoutValue(values).map((group) => ({
        id: listingGroupInputId(group),
        label: t(`products.bulk.group.${group}`),
        detail: t("products.bulk.noValue"),
      }));
      if (values.products.length === 0)
        problems.push({
          id: productsInputId,
          label: t("products.bulk.products"),
          detail: t("products.bulk.noProducts"),
        });
      if (!change)
        problems.push({
          id: listingGroupInputId("categories"),
          label: t("products.bulk.what"),
          detail: t("products.bulk.noChange"),
        });
      if (problems.length > 0 || !change) throw new FieldProblems(problems);
      const ids = values.products.map(({ id }) => id);
      const revisions = await readRevisions(api, ids);
      const products = ids.map((id) => ({ id, revision: revisions[id]! }));
      const answer = await api("products.changeListings", { query: { dryRun: true }, body: { products, change } });
      return { ...answer, products };
    },
    async save(values, { products }) {
      const saved = await api("products.changeListings", { body: { products, change: listingChangeOf(values)! } });
      const n = countChangedRecords(saved.changes, ["products"]);
      reportSaved(t("products.bulk.done", { smart_count: n }), undoChanges([saved.changes.changeId]));
      return saved;
    },
    again: true,
  });
}
