import { Alert, Box, Button, Stack } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { type PartnerLanguage, partnerLanguages } from "../api/languages.ts";
import { namesQueryOptions, useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { cityCodeFromName, idFromName } from "../format/ids.ts";
import { useText } from "../i18n/index.ts";
import { productField } from "../products/model/fields.ts";
import { choiceText } from "../products/model/words.ts";
import { useRights } from "../session/hooks.ts";
import { FormButton } from "../ui/FormDialog.tsx";
import { ConflictAction } from "../ui/form/ConflictAction.tsx";
import { BooleanField, MultiSelectField } from "../ui/form/choices.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { ErrorSummary } from "../ui/form/FieldSummary.tsx";
import { Form } from "../ui/form/Form.tsx";
import { IdField, useProposal } from "../ui/form/IdField.tsx";
import { SubmitButton, useSubmit } from "../ui/form/submit.tsx";
import { SelectField, TextField } from "../ui/form/TextField.tsx";
import { UnsavedForm, useAfterSaving } from "../ui/form/UnsavedChangesWarning.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { RecordPage } from "../ui/page/QueryResult.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { savingOwnRevisions, swapBack, useSavedNotice } from "../ui/useSavedNotice.ts";
import {
  type ContentPage,
  isEmptyPlace,
  newPage,
  type PageType,
  type PageValues,
  pageName,
  pageTypes,
  pageValues,
  toPageSource,
  withoutScheme,
} from "./page.ts";

/** Creates a content page. */
export function NewContentPage() {
  const t = useText();
  return <FormPage title={t("content.create")} page={null} />;
}

/** Shows and changes a content page. */
export const EditContentPage = () => (
  <RecordPage edited operation="pages.show">
    {(page) => <FormPage title={pageName(page.source)} page={page} />}
  </RecordPage>
);

function FormPage({ title, page }: { title: string; page: ContentPage | null }) {
  const t = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const backToList = () => {
    void queries.invalidateQueries();
    navigate("/pages");
  };
  return (
    <Page title={title} width={960} above={<BackLink path="/pages" label={t("content.title")} />}>
      <PageForm page={page} onDone={backToList} />
    </Page>
  );
}

/** Changes or creates a content page. */
export function PageForm({ page, onDone }: { page: ContentPage | null; onDone: () => unknown }) {
  const t = useText();
  const api = useApi();
  const reportSaved = useSavedNotice();
  const rights = useRights();
  const may = rights.has(page ? "pages.update" : "pages.create");
  const [defaults] = useState(() => (page ? pageValues(page.source) : newPage));
  const [present, setPresent] = useState<ContentPage | null>(null);
  const revision = (present ?? page)?.revision ?? 0;
  const [saved, setSaved] = useState(false);
  const { error, isMarked, setError, onSubmit, onMarked } = useSubmit<PageValues>(
    async (values) => {
      const source = toPageSource(values);
      if (page) await api("pages.update", { id: page.id, body: { source, revision } });
      else await api("pages.create", { body: { source } });
      const former = present ?? page;
      reportSaved(t("content.saved", { name: source.externalId }), former && takeBack(former, source));
      setSaved(true);
    },
    { codes: { "external-id-taken": { source: "externalId", text: t("content.taken") } }, root: "/source" },
  );
  const takeBack = ({ id, source, revision }: ContentPage, saved: ContentPage["source"]) => {
    const read = () => api("pages.show", { id });
    const save = (source: ContentPage["source"], { revision }: { revision: number }) =>
      api("pages.update", { id, body: { source, revision } });
    return swapBack(source, saved, savingOwnRevisions(revision, read, save));
  };
  useAfterSaving(saved, onDone);
  const labelOf = (source: string): string => {
    const [lang, part] = source.split(".");
    return part
      ? `${t(`content.lang.${lang as "es"}`)}: ${t(`content.field.${part as "url"}`)}`
      : t(`content.field.${source as "cityCode"}`);
  };
  return (
    <Form defaultValues={defaults} onSubmit={onSubmit} onMarked={onMarked}>
      <Stack sx={{ gap: 2 }}>
        <UnsavedForm saved={saved} />
        <ErrorSummary labelOf={labelOf} />
        <ProblemAlert
          error={error}
          isMarked={isMarked}
          action={
            page && (
              <ConflictAction
                error={error}
                read={() => api("pages.show", { id: page.id })}
                onRead={(now) => {
                  setPresent(now);
                  setError(null);
                }}
              />
            )
          }
        />
        {page?.made && <Alert severity="info">{t("content.made.note")}</Alert>}
        {present && <PresentValues page={present} />}
        <PageFields isNew={page === null} readOnly={!may} />
        {may && (
          <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
            <SubmitButton label={t("frame.action.save")} />
            {page && !page.made && rights.has("pages.delete") && (
              <FormButton
                danger
                button={{ color: "error" }}
                label={t("products.action.delete.button")}
                title={t("products.action.delete.title", { name: pageName(page.source) })}
                lead={t("content.delete.lead")}
                save={() => api("pages.delete", { id: page.id, query: { revision } })}
                notice={t("content.delete.done", { name: pageName(page.source) })}
                onSaved={() => setSaved(true)}
              />
            )}
          </Stack>
        )}
      </Stack>
    </Form>
  );
}

/** The page as another operator saved it. The typed values stay until the operator replaces them by the saved ones. */
function PresentValues({ page: { source } }: { page: ContentPage }) {
  const t = useText();
  const { reset } = useFormContext<PageValues>();
  const { es, pt, published = true, cityCode = "–" } = source;
  const names = [es, pt].flatMap((place) => (place ? [`${place.name} (${place.url})`] : [])).join(", ");
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" onClick={() => reset(pageValues(source))} sx={{ flexShrink: 0 }}>
          {t("content.present.take")}
        </Button>
      }
    >
      {t("content.present.text", {
        names,
        city: cityCode,
        published: t(published ? "content.field.published" : "content.hidden"),
      })}
    </Alert>
  );
}

/** The inputs of a content page. */
function PageFields({ isNew, readOnly }: { isNew: boolean; readOnly: boolean }) {
  const t = useText();
  const typed = useWatch() as PageValues;
  // A page is in at least one language: the first language, until the operator begins another.
  const first = partnerLanguages.every((lang) => isEmptyPlace(typed[lang])) ? partnerLanguages[0] : undefined;
  const needs = (lang: PartnerLanguage) => lang === first || !isEmptyPlace(typed[lang]);
  return (
    <>
      <SectionCard title={t("content.page")}>
        <Basics isNew={isNew} readOnly={readOnly} />
      </SectionCard>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "1fr 1fr" } }}>
        {partnerLanguages.map((lang) => (
          <SectionCard key={lang} title={t(`content.lang.${lang}`)}>
            <Stack sx={{ gap: 2, pt: 0.5 }}>
              <TextField
                required={needs(lang)}
                source={`${lang}.name`}
                label={t("content.field.name")}
                disabled={readOnly}
                validate={(name, values: PageValues) => {
                  if (lang === "es" && partnerLanguages.every((one) => isEmptyPlace(values[one])))
                    return t("content.fault.language");
                  return isEmptyPlace(values[lang]) || name?.trim() ? undefined : t("frame.required");
                }}
                most={200}
              />
              <TextField
                required={needs(lang)}
                source={`${lang}.url`}
                label={t("content.field.url")}
                helperText={t("content.urlLead")}
                disabled={readOnly}
                validate={(url, values: PageValues) =>
                  isEmptyPlace(values[lang]) || /^\/\/\S+$/.test(withoutScheme(url ?? ""))
                    ? undefined
                    : t("content.fault.address")
                }
                most={500}
              />
            </Stack>
          </SectionCard>
        ))}
      </Box>
    </>
  );
}

/** Proposes the id and a city's code from the page's first name, until the operator types them. */
function useProposals(isNew: boolean) {
  const values = useWatch<PageValues>() as PageValues;
  const name = isNew ? (partnerLanguages.map((lang) => values[lang]?.name ?? "").find(Boolean) ?? "") : "";
  useProposal("externalId", idFromName(name));
  useProposal("cityCode", values.type === "city" ? cityCodeFromName(name) : "");
}

function Basics({ isNew, readOnly }: { isNew: boolean; readOnly: boolean }) {
  const t = useText();
  useProposals(isNew);
  const everySite: boolean = useWatch({ name: "everySite" });
  const type: PageType = useWatch({ name: "type" });
  return (
    <Stack sx={{ gap: 2, pt: 0.5 }}>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "2fr 1fr 1fr" } }}>
        {isNew ? (
          <IdField label={t("content.field.externalId")} lead={t("content.idLead")} />
        ) : (
          <TextField
            source="externalId"
            label={t("content.field.externalId")}
            helperText={t("content.idStays")}
            disabled={readOnly}
            readOnly
          />
        )}
        <SelectField
          source="type"
          label={t("content.field.type")}
          choices={choicesOf(pageTypes, (type) => t(`content.type.${type}`))}
          disabled={readOnly}
        />
        <TextField source="cityCode" label={t("content.field.cityCode")} disabled={readOnly} most={64} />
      </Box>
      <BooleanField
        source="published"
        label={t("content.field.published")}
        helperText={t("content.publishedLead")}
        disabled={readOnly}
      />
      {type === "category" && <Categories readOnly={readOnly} />}
      <BooleanField source="everySite" label={t("content.everySite")} disabled={readOnly} />
      {!everySite && <Sites readOnly={readOnly} />}
    </Stack>
  );
}

const categoriesField = productField("categories");

/** The categories of the products that a category page shows. */
function Categories({ readOnly }: { readOnly: boolean }) {
  const t = useText();
  return (
    <MultiSelectField
      source="categories"
      label={t("field.categories")}
      helperText={t("content.categoriesLead")}
      choices={choicesOf(categoriesField.choices ?? [], (code) => choiceText(categoriesField, code, t))}
      disabled={readOnly}
    />
  );
}

/** The white labels that have a page. */
function Sites({ readOnly }: { readOnly: boolean }) {
  const t = useText();
  const { data } = useAnswer("whiteLabels.list", { query: { perPage: 500 } }, namesQueryOptions);
  return (
    <MultiSelectField
      source="whiteLabels"
      label={t("content.field.whiteLabels")}
      helperText={t("content.sitesLead")}
      choices={data?.data.map(({ code, name }) => ({ id: code, name: `${code} · ${name}` })) ?? []}
      disabled={readOnly}
    />
  );
}
