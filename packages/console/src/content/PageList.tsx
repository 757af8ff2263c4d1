import AddIcon from "@mui/icons-material/Add";
import { Button, Chip } from "@mui/material";
import { Link } from "react-router";
import { partnerLanguages } from "../api/languages.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { choicesOf } from "../ui/form/errors.ts";
import { FilterBar, SearchFilter, SelectFilter, TextFilter } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { PageLink } from "../ui/text.tsx";
import { type ContentPage, pageName, pageTypes } from "./page.ts";

/** Content pages, which partners' sites show for cities, categories and products. */
export function PageList() {
  const t = useText();
  const rights = useRights();
  return (
    <ListPage
      resource="pages"
      title={t("content.title")}
      lead={t("content.lead")}
      perPage={50}
      sort={{ field: "name", order: "ASC" }}
      filters={<Filters />}
      actions={
        <>
          <Button component={Link} to="/pages/made">
            {t("content.made.title")}
          </Button>
          {rights.has("pages.create") && (
            <Button component={Link} to="/pages/create" variant="contained" startIcon={<AddIcon />}>
              {t("content.create")}
            </Button>
          )}
        </>
      }
    >
      <RecordList<ContentPage>
        to={({ id }) => `/pages/${id}`}
        columns={[
          {
            label: t("content.field.name"),
            sort: "name",
            main: true,
            value: ({ id, source }) => (
              <PageLink to={`/pages/${id}`} sx={{ fontWeight: 600 }}>
                {pageName(source)}
              </PageLink>
            ),
            second: ({ made, source }) =>
              [
                made ? t("content.made.chip") : source.externalId,
                partnerLanguages.filter((lang) => source[lang]).join(", "),
              ].join(" · "),
          },
          { label: t("content.field.type"), card: "bare", value: ({ source }) => t(`content.type.${source.type}`) },
          { label: t("content.field.cityCode"), value: ({ source }) => source.cityCode ?? "–" },
          {
            label: t("content.field.whiteLabels"),
            most: "14rem",
            value: ({ source }) => source.whiteLabels?.join(", ") ?? t("content.everySite"),
          },
          {
            label: t("content.field.published"),
            card: "bare",
            value: ({ source: { published = true } }) => (
              <Chip
                color={published ? "success" : "default"}
                label={t(published ? "content.field.published" : "content.hidden")}
              />
            ),
          },
        ]}
      />
    </ListPage>
  );
}

function Filters() {
  const t = useText();
  return (
    <FilterBar
      first={<SearchFilter label={t("products.searchLead")} />}
      more={{
        usual: ["q", "type", "made"],
        filters: (
          <>
            <TextFilter source="cityCode" label={t("content.field.cityCode")} max={64} />
            <TextFilter source="whiteLabel" label={t("content.field.whiteLabel")} max={64} />
            <SelectFilter
              source="published"
              label={t("content.field.published")}
              any={t("content.both")}
              choices={[
                { id: "true", name: t("content.field.published") },
                { id: "false", name: t("content.hidden") },
              ]}
            />
          </>
        ),
      }}
    >
      <SelectFilter
        source="type"
        label={t("content.field.type")}
        any={t("content.everyType")}
        choices={choicesOf(pageTypes, (type) => t(`content.type.${type}`))}
      />
      <SelectFilter
        source="made"
        label={t("content.made.filter")}
        any={t("content.made.any")}
        choices={[
          { id: "false", name: t("content.made.own") },
          { id: "true", name: t("content.made.chip") },
        ]}
      />
    </FilterBar>
  );
}
