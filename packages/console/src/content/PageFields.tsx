import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import type { FieldProblem } from "../ui/form/FieldSummary.tsx";
import { Section } from "../ui/page/Section.tsx";
import { type Field, type Given, type PageType, pageLanguages, pageTypes } from "./page.ts";

export const idOf = (field: Field): string => `page-${field.replace("/", "-")}`;

interface Part {
  given: Given;
  isNew: boolean;
  readOnly: boolean;
  problems: readonly FieldProblem[];
  onChange: (given: Given) => void;
}

/** What an operator says of a content page. */
export function PageFields(part: Part) {
  const t = useText();
  return (
    <>
      <Section title={t("content.page")}>
        <Basics {...part} />
      </Section>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "1fr 1fr" } }}>
        {pageLanguages.map((lang) => (
          <Section key={lang} title={t(`content.lang.${lang}`)}>
            <Stack sx={{ gap: 2, pt: 0.5 }}>
              {(["name", "url"] as const).map((name) => (
                <TextField
                  key={name}
                  {...said(part, `${lang}/${name}`, name === "url" ? t("content.urlLead") : undefined)}
                  label={t(`content.field.${name}`)}
                  value={part.given[lang][name]}
                  onChange={({ target }) =>
                    part.onChange({ ...part.given, [lang]: { ...part.given[lang], [name]: target.value } })
                  }
                  slotProps={{ htmlInput: { maxLength: name === "url" ? 500 : 200 } }}
                />
              ))}
            </Stack>
          </Section>
        ))}
      </Box>
    </>
  );
}

function said({ problems, readOnly }: Part, field: Field, lead?: string) {
  const id = idOf(field);
  const found = problems.find((problem) => problem.id === id);
  return { id, error: found !== undefined, helperText: found?.detail ?? lead, disabled: readOnly };
}

function Basics(part: Part) {
  const t = useText();
  const { given, isNew, readOnly, onChange } = part;
  const set = (changes: Partial<Given>) => onChange({ ...given, ...changes });
  return (
    <Stack sx={{ gap: 2, pt: 0.5 }}>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "2fr 1fr 1fr" } }}>
        <TextField
          {...said(part, "externalId", t(isNew ? "content.idLead" : "content.idStays"))}
          disabled={readOnly || !isNew}
          label={t("content.field.externalId")}
          value={given.externalId}
          onChange={({ target }) => set({ externalId: target.value })}
          slotProps={{ htmlInput: { maxLength: 128 } }}
        />
        <TextField
          select
          label={t("content.field.type")}
          disabled={readOnly}
          value={given.type}
          onChange={({ target }) => set({ type: target.value as PageType })}
        >
          {pageTypes.map((type) => (
            <MenuItem key={type} value={type}>
              {t(`content.type.${type}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          {...said(part, "cityCode")}
          label={t("content.field.cityCode")}
          value={given.cityCode}
          onChange={({ target }) => set({ cityCode: target.value })}
          slotProps={{ htmlInput: { maxLength: 64 } }}
        />
      </Box>
      <Box>
        <FormControlLabel
          control={
            <Switch checked={given.published} disabled={readOnly} onChange={(_, published) => set({ published })} />
          }
          label={t("content.field.published")}
        />
        <FormHelperText>{t("content.publishedLead")}</FormHelperText>
      </Box>
      <FormControlLabel
        control={
          <Switch checked={given.everySite} disabled={readOnly} onChange={(_, everySite) => set({ everySite })} />
        }
        label={t("content.everySite")}
      />
      {!given.everySite && <Sites {...part} />}
    </Stack>
  );
}

/** The white labels that carry a page. */
function Sites(part: Part) {
  const t = useText();
  const api = useApi();
  const { given, readOnly, onChange } = part;
  const { data, isFetching } = useQuery({
    queryKey: ["white-labels", "codes"],
    queryFn: () => api("whiteLabels.list", { query: { perPage: 500 } }),
    staleTime: 60_000,
  });
  const names = new Map(data?.data.map(({ code, name }) => [code, name]));
  return (
    <Autocomplete
      multiple
      id={idOf("whiteLabels")}
      disabled={readOnly}
      loading={isFetching}
      options={[...names.keys()]}
      value={given.whiteLabels}
      filterSelectedOptions
      getOptionLabel={(code) => (names.has(code) ? `${code} · ${names.get(code)}` : code)}
      clearText={t("content.noSite")}
      openText={t("content.field.whiteLabels")}
      closeText={t("frame.action.close")}
      loadingText={t("frame.loading")}
      noOptionsText={t("frame.list.none")}
      onChange={(_, whiteLabels) => onChange({ ...given, whiteLabels })}
      renderInput={(params) => {
        const { id: _id, disabled: _disabled, ...rest } = said(part, "whiteLabels", t("content.sitesLead"));
        return <TextField {...params} {...rest} label={t("content.field.whiteLabels")} />;
      }}
    />
  );
}
