import { Alert, Box, useMediaQuery } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { memo, type ReactNode, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { eventsActionAddress, letterAboutFacts, moveToNewTimes } from "../../bulk/bulk.ts";
import { useUndoChanges } from "../../changes/useUndoChanges.ts";
import { today } from "../../format/days.ts";
import { useText } from "../../i18n/index.ts";
import { FieldSummary } from "../../ui/form/FieldSummary.tsx";
import { UnsavedChangesWarning, useAfterSaving } from "../../ui/form/UnsavedChangesWarning.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { SectionCard } from "../../ui/page/layout.tsx";
import { BackLink, Page } from "../../ui/page/Page.tsx";
import { PagePlaceholder } from "../../ui/page/PagePlaceholder.tsx";
import { RecordPage } from "../../ui/page/QueryResult.tsx";
import { ProblemAlert } from "../../ui/page/states.tsx";
import { useSavedNotice } from "../../ui/useSavedNotice.ts";
import { ItemSection } from "../items/ItemSection.tsx";
import { draftFromSource, type ProductDraft } from "../model/draft.ts";
import { fieldsInSection, type SectionName as PlainSection } from "../model/fields.ts";
import { pointerLabel } from "../model/labels.ts";
import { newDraft } from "../model/proposals.ts";
import { useSameWhile } from "../model/same.ts";
import type { ProductChange } from "../model/steps.ts";
import { useStoredDraft } from "../model/stored-draft.ts";
import { ProductChangeReview } from "../ProductChangeReview.tsx";
import type { Product, ProductUpdate } from "../product.ts";
import { BasicFields, PlaceFields } from "./BasicFields.tsx";
import { ErrorCount, errorFieldPointer, type FieldError, FieldErrorsProvider, fieldId } from "./fieldErrors.tsx";
import { ConflictNote, SaveBar, StoredDraftNotice } from "./formParts.tsx";
import { LanguagesProvider } from "./languages.tsx";
import { ListingDialog, ListingOverview } from "./listing/ListingOverview.tsx";
import { Photos } from "./photos/Photos.tsx";
import { QuestionFields, SaleSection } from "./Sale.tsx";
import { SectionFields } from "./SectionFields.tsx";
import { SectionBar, SectionRail } from "./SectionRail.tsx";
import { type SectionTitle, sectionId, sectionPointers } from "./sections.ts";
import { type ProductChoices, useCityDefaults, useProductChoices } from "./useProductChoices.ts";
import { type FormStart, useProductForm } from "./useProductForm.ts";

/** Creates a product. */
export function CreateProduct() {
  const choices = useProductChoices();
  return choices.ready ? <NewProduct choices={choices} /> : <PagePlaceholder />;
}

function NewProduct({ choices }: { choices: ProductChoices }) {
  // The proposals stay when the choices are read again.
  const start = useMemo(
    (): FormStart => ({
      id: null,
      revision: 0,
      base: null,
      draft: newDraft(today(choices.usual.timeZone), choices.usual),
    }),
    [choices.usual],
  );
  return <ProductForm start={start} choices={choices} />;
}

/** Changes a product. The form starts from the state when the page was opened. */
export function EditProduct() {
  const choices = useProductChoices();
  return (
    <RecordPage edited operation="products.show">
      {(product) =>
        choices.ready ? <ExistingProduct key={product.id} product={product} choices={choices} /> : <PagePlaceholder />
      }
    </RecordPage>
  );
}

function ExistingProduct({ product, choices }: { product: Product; choices: ProductChoices }) {
  const { id, revision, source } = product;
  const start = useMemo(
    (): FormStart => ({ id, revision, base: source, draft: draftFromSource(source) }),
    [id, revision, source],
  );
  return <ProductForm start={start} choices={choices} />;
}

/** The product form. Errors are shown at their field and section. Saving requires a review. */
export function ProductForm({ start, choices }: { start: FormStart; choices: ProductChoices }) {
  const t = useText();
  const notify = useNotify();
  const reportSaved = useSavedNotice();
  const undoChanges = useUndoChanges();
  const form = useProductForm(start);
  const { draft, change, isNew, errors, flow, dirty, origin } = form;
  const [attempt, setAttempt] = useState(0);
  const [done, setDone] = useState<SavedProduct | null>(null);
  const isWide = useMediaQuery("(min-width: 1400px)");
  const hasRail = useMediaQuery("(min-width: 1100px)");
  const [previewed, setPreviewed] = useState(false);
  const [note, setNote] = useState<"both" | "theirs" | null>(null);
  const typed = useMemo(
    () => (dirty && !done ? { draft, revision: origin.revision, base: origin.base } : null),
    [dirty, done, draft, origin],
  );
  const { found, drop } = useStoredDraft(start.id, typed);
  useCityDefaults(isNew, start.draft, draft, change, choices);
  useLeaving(done, drop);

  const shown = useShown(errors);
  const problems = errors.map(({ at, text }) => ({
    id: fieldId(errorFieldPointer(at)),
    label: pointerLabel(at, draft, t),
    detail: text,
  }));
  const ask = () => {
    setNote(null);
    setAttempt(attempt + 1);
    form.tryReview();
  };
  const onSave = async ({ published, next }: { published?: boolean; next?: "tell" | "move" } = {}) => {
    const changed = await form.save(published);
    if (!changed) return;
    const name = draft.name.trim();
    const done = t(isNew ? "productForm.review.created" : "productForm.review.saved", { name });
    if (await form.copyItemResources(changed.id)) reportSaved(done, undoChanges([changed.changes.changeId]));
    else notify(t("productForm.item.resourcesNotCopied"), { type: "warning" });
    setDone({ ...changed, ...(next && { next }) });
  };
  const error = form.conflict || errors.length > 0 ? null : flow.error;
  return (
    <Page
      title={isNew ? t("products.new") : t("productForm.form.edit", { name: start.draft.name })}
      above={
        <BackLink
          path={start.id ? `/products/${start.id}/show` : "/products"}
          label={t(start.id ? "productForm.form.toProduct" : "find.anyProduct")}
        />
      }
    >
      <UnsavedChangesWarning when={dirty && !done} survives />
      <FieldErrorsProvider value={shown}>
        {found && !dirty && (
          <StoredDraftNotice at={found.at} onTakeUp={() => form.begin({ ...found, id: start.id })} onDrop={drop} />
        )}
        {form.conflict && (
          <ConflictNote
            conflict={form.conflict}
            onGoOn={(keepMine) => {
              setNote(keepMine ? "both" : "theirs");
              form.goOn(keepMine);
            }}
          />
        )}
        {note && (
          <Alert severity="info" role="status">
            {t(`productForm.conflict.${note}`)}
          </Alert>
        )}
        <FieldSummary key={attempt} problems={problems} />
        <ProblemAlert error={error} />
        <LanguagesProvider gaps={form.gaps}>
          {!hasRail && <SectionBar />}
          <Box
            sx={{
              display: "grid",
              gap: 2,
              // A narrower form beside the rail would cut labels.
              gridTemplateColumns: `minmax(0, 1fr)${hasRail ? (isWide ? " 23rem" : " 12rem") : ""}`,
            }}
          >
            <Box component="form" noValidate onSubmit={(event) => event.preventDefault()} sx={formStyle}>
              <Sections form={form} choices={choices} />
              <SaveBar
                dirty={dirty}
                pending={flow.phase === "previewing"}
                errors={errors.length}
                isNew={isNew}
                onReview={ask}
                {...(!isWide && { onPreview: () => setPreviewed(true) })}
              />
            </Box>
            {hasRail && (
              <Box sx={sideColumn}>
                <SectionRail />
                {isWide && <ListingOverview draft={form.latest} base={origin.base} />}
              </Box>
            )}
          </Box>
        </LanguagesProvider>
        {previewed && !isWide && <ListingDialog draft={draft} base={origin.base} onClose={() => setPreviewed(false)} />}
      </FieldErrorsProvider>
      {(flow.phase === "ready" || flow.phase === "saving") && !flow.error && (
        <ProductChangeReview flow={flow} isNew={isNew} onSave={(options) => void onSave(options)} />
      )}
    </Page>
  );
}

/** The sections of the form. Each is rendered again only when its own fields change. */
function Sections({ form, choices }: { form: ReturnType<typeof useProductForm>; choices: ProductChoices }) {
  const { draft, change, isNew, saved, round } = form;
  const of = { change, choices, isNew };
  const fields = (name: PlainSection) => fieldsInSection(name).map((field) => field.name);
  return (
    <>
      <Part name="basics">
        <Basics {...of} draft={useSameWhile(draft, fields("basics"))} />
      </Part>
      <Part name="place">
        <Place {...of} draft={useSameWhile(draft, fields("place"))} />
      </Part>
      <ItemSection
        key={round}
        draft={useSameWhile(draft, ["items", "type", "timeZone", "currencyCode"])}
        change={change}
        saved={saved}
      />
      <Part name="sale">
        <Sale {...of} draft={useSameWhile(draft, fields("sale"))} />
      </Part>
      <Part name="listing">
        <Listing change={change} draft={useSameWhile(draft, fields("listing"))} />
      </Part>
      <Part name="questions">
        <Questions change={change} draft={useSameWhile(draft, fields("questions"))} />
      </Part>
    </>
  );
}

const Basics = memo(BasicFields);
const Place = memo(PlaceFields);
const Sale = memo(SaleSection);
const Questions = memo(QuestionFields);
const Listing = memo(function ListingFields(form: { draft: ProductDraft; change: ProductChange<ProductDraft> }) {
  return <SectionFields section="listing" {...form} own={{ photos: <Photos {...form} /> }} />;
});

const formStyle = {
  display: "grid",
  gap: 2,
  minWidth: 0,
  alignContent: "start",
  "& input, & button, & [role=combobox]": { scrollMarginBottom: 110 },
};

/** Stays in view beside the form, and scrolls by itself. */
const sideColumn = {
  display: "flex",
  flexDirection: "column",
  gap: 2.5,
  position: "sticky",
  top: 76,
  alignSelf: "start",
  maxHeight: "calc(100vh - 92px)",
  overflowY: "auto",
  pb: 1,
};

/** Errors by field. Returns the same map while nothing changes, so that fields do not render again at every key. */
function useShown(errors: readonly FieldError[]): ReadonlyMap<string, string> {
  const entries = JSON.stringify(errors.map(({ at, text }) => [errorFieldPointer(at), text]));
  return useMemo(() => new Map(JSON.parse(entries)), [entries]);
}

/** A saved product, and whether the letter to its guests is next. */
type SavedProduct = ProductUpdate & { next?: "tell" | "move" };

/** After saving: deletes the stored draft and opens the product's page, or the letter to its guests. */
function useLeaving(done: SavedProduct | null, drop: () => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  useAfterSaving(done !== null, () => {
    drop();
    // The page must not show the former state.
    queries.removeQueries({ queryKey: ["products.show", done!.id] });
    navigate(`/products/${done!.id}/show`);
    const { next, changes } = done!;
    if (next === "tell") navigate(eventsActionAddress("inform"), { state: letterAboutFacts(changes.guests) });
    if (next === "move") navigate(eventsActionAddress("move"), { state: moveToNewTimes(changes.moves) });
  });
}

function Part({ name, children }: { name: Exclude<SectionTitle, "items">; children: ReactNode }) {
  const t = useText();
  return (
    <Box id={sectionId(name)} tabIndex={-1} sx={{ outline: "none !important", scrollMarginTop: 76 }}>
      <SectionCard title={t(`productForm.section.${name}`)} aside={<ErrorCount paths={sectionPointers(name)} />}>
        {children}
      </SectionCard>
    </Box>
  );
}
