import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { AutocompleteArrayInput, BooleanInput, SelectInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { partnerLanguages } from "../api/languages.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { choicesOf, useFilled } from "../ui/form/errors.ts";
import { IdField } from "../ui/form/IdField.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { Section } from "../ui/page/layout.tsx";
import { addressOf, isEmpty, type PageValues, pageTypes } from "./page.ts";

/** The inputs of a content page. */
export function PageFields({ isNew, readOnly }: { isNew: boolean; readOnly: boolean }) {
  const t = useText();
  return (
    <>
      <Section title={t("content.page")}>
        <Basics isNew={isNew} readOnly={readOnly} />
      </Section>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "1fr 1fr" } }}>
        {partnerLanguages.map((lang) => (
          <Section key={lang} title={t(`content.lang.${lang}`)}>
            <Stack sx={{ gap: 2, pt: 0.5 }}>
              <TextField
                source={`${lang}.name`}
                label={t("content.field.name")}
                disabled={readOnly}
                validate={(name, values: PageValues) => {
                  if (lang === "es" && partnerLanguages.every((one) => isEmpty(values[one])))
                    return t("content.fault.language");
                  return isEmpty(values[lang]) || name?.trim() ? undefined : t("content.fault.needed");
                }}
                most={200}
              />
              <TextField
                source={`${lang}.url`}
                label={t("content.field.url")}
                helperText={t("content.urlLead")}
                disabled={readOnly}
                validate={(url, values: PageValues) =>
                  isEmpty(values[lang]) || /^\/\/\S+$/.test(addressOf(url ?? ""))
                    ? undefined
                    : t("content.fault.address")
                }
                most={500}
              />
            </Stack>
          </Section>
        ))}
      </Box>
    </>
  );
}

function Basics({ isNew, readOnly }: { isNew: boolean; readOnly: boolean }) {
  const t = useText();
  const filled = useFilled();
  const everySite: boolean = useWatch({ name: "everySite" });
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
            // A disabled input has no value when the form is saved.
            readOnly
          />
        )}
        <SelectInput
          source="type"
          label={t("content.field.type")}
          choices={choicesOf(pageTypes, (type) => t(`content.type.${type}`))}
          disabled={readOnly}
          validate={filled}
        />
        <TextField source="cityCode" label={t("content.field.cityCode")} disabled={readOnly} most={64} />
      </Box>
      <BooleanInput
        source="published"
        label={t("content.field.published")}
        helperText={t("content.publishedLead")}
        disabled={readOnly}
      />
      <BooleanInput source="everySite" label={t("content.everySite")} disabled={readOnly} />
      {!everySite && <Sites readOnly={readOnly} />}
    </Stack>
  );
}

/** The white labels that have a page. */
function Sites({ readOnly }: { readOnly: boolean }) {
  const t = useText();
  const api = useApi();
  const { data } = useQuery({
    queryKey: ["white-labels", "codes"],
    queryFn: () => api("whiteLabels.list", { query: { perPage: 500 } }),
    staleTime: 60_000,
  });
  return (
    <AutocompleteArrayInput
      source="whiteLabels"
      label={t("content.field.whiteLabels")}
      helperText={t("content.sitesLead")}
      choices={data?.data.map(({ code, name }) => ({ id: code, name: `${code} · ${name}` })) ?? []}
      translateChoice={false}
      disabled={readOnly}
    />
  );
}
