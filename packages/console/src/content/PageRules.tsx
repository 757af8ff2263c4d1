import { Alert, Box, FormControlLabel, Stack, Switch, TextField, Typography } from "@mui/material";
import { useState } from "react";
import { partnerLanguages } from "../api/languages.ts";
import { useRefusalText } from "../api/refusal-text.ts";
import type { ApiAnswer, RequestBody } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { ChangeEffects } from "../changes/ChangeEffects.tsx";
import { ChangeTable } from "../changes/ChangeTable.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { FieldProblems, fieldErrorProps, fieldProblemsOf, throwFieldProblems } from "../ui/form/FieldSummary.tsx";
import { SectionCard } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { PreviewForm, PreviewPanel } from "../ui/preview.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { type Preview, usePreview } from "../ui/usePreview.ts";

/** The rules by which the service makes pages from cities and products. */

type Rules = ApiAnswer<"pageRules.show">;
type Saved = ApiAnswer<"pageRules.update">;
type City = Rules["cities"][number];
type Names = NonNullable<Rules["city"]>["names"];

interface Values {
  city: boolean;
  cityAddress: string;
  names: Names;
  product: boolean;
  productAddress: string;
}
const addressId = { city: "page-rules-city", product: "page-rules-product" };

export function PageRulesPage() {
  const t = useText();
  const query = useAnswer("pageRules.show");
  return (
    <Page
      title={t("content.made.title")}
      lead={t("content.made.lead")}
      above={<BackLink path="/pages" label={t("content.title")} />}
    >
      <QueryResult query={query}>{(rules) => <RulesForm rules={rules} />}</QueryResult>
    </Page>
  );
}

function RulesForm({ rules }: { rules: Rules }) {
  const t = useText();
  const may = useRights().has("pageRules.update");
  const [defaults, setDefaults] = useState(() => valuesOf(rules));
  const [values, setValues] = useState(defaults);
  const flow = usePageRules(() => setDefaults(values));
  const change = (changed: Partial<Values>) => setValues({ ...values, ...changed });
  const problems = fieldProblemsOf(flow.error);
  const sections = (
    <>
      <SectionCard title={t("content.made.city")} gap={2}>
        <FormControlLabel
          control={<Switch checked={values.city} onChange={(_event, city) => change({ city })} disabled={!may} />}
          label={t("content.made.cityOn")}
        />
        {values.city && (
          <>
            <AddressField
              label={t("content.made.cityAddress")}
              lead={t("content.made.cityValues")}
              value={values.cityAddress}
              onChange={(cityAddress) => change({ cityAddress })}
              disabled={!may}
              error={fieldErrorProps(problems, addressId.city)}
            />
            <CityNames
              cities={rules.cities}
              names={values.names}
              onChange={(names) => change({ names })}
              disabled={!may}
            />
          </>
        )}
      </SectionCard>
      <SectionCard title={t("products.title")} gap={2}>
        <FormControlLabel
          control={
            <Switch checked={values.product} onChange={(_event, product) => change({ product })} disabled={!may} />
          }
          label={t("content.made.productOn")}
        />
        {values.product && (
          <>
            <AddressField
              label={t("content.made.productAddress")}
              lead={t("content.made.productValues")}
              value={values.productAddress}
              onChange={(productAddress) => change({ productAddress })}
              disabled={!may}
              error={fieldErrorProps(problems, addressId.product)}
            />
            <SecondaryText>{t("content.made.productLead")}</SecondaryText>
          </>
        )}
      </SectionCard>
    </>
  );
  if (!may) return <Stack sx={{ gap: 2, maxWidth: 860 }}>{sections}</Stack>;
  return (
    <PreviewForm
      defaults={defaults}
      values={values}
      flow={flow}
      onPreview={() => flow.preview(values)}
      title={t("content.made.outcome")}
      outcome={
        <PreviewPanel
          flow={flow}
          hint={t("content.made.hint")}
          conflict={t("content.made.conflict")}
          stale={flow.input !== values}
          button={t("frame.action.save")}
          done={
            <Alert severity="success" role="status">
              {t("account.settings.saved")}
            </Alert>
          }
          before={({ changes }) => <ChangeEffects changes={changes} />}
        >
          {({ changes }) => <ChangeTable changes={changes} />}
        </PreviewPanel>
      }
    >
      {sections}
    </PreviewForm>
  );
}

function AddressField({
  label,
  lead,
  value,
  onChange,
  disabled,
  error,
}: {
  label: string;
  lead: string;
  value: string;
  onChange: (value: string) => void;
  disabled: boolean;
  error: ReturnType<typeof fieldErrorProps>;
}) {
  return (
    <TextField
      required
      fullWidth
      label={label}
      helperText={lead}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      disabled={disabled}
      slotProps={{ htmlInput: { maxLength: 300, spellCheck: false } }}
      {...error}
    />
  );
}

/** The names of each city with a published product. */
function CityNames({
  cities,
  names,
  onChange,
  disabled,
}: {
  cities: readonly City[];
  names: Names;
  onChange: (names: Names) => void;
  disabled: boolean;
}) {
  const t = useText();
  if (cities.length === 0) return <SecondaryText>{t("content.made.noCity")}</SecondaryText>;
  return (
    <Stack sx={{ gap: 2 }}>
      <Box>
        <Typography variant="h3">{t("content.made.names")}</Typography>
        <SecondaryText>{t("content.made.namesLead")}</SecondaryText>
      </Box>
      {cities.map(({ code, products, ownPage }) => (
        <Box key={code} role="group" aria-label={code}>
          <Typography sx={{ fontWeight: 600, mb: 1 }}>
            {code}{" "}
            <SecondaryText span>
              {t("suppliers.products", { smart_count: products })}
              {ownPage && ` · ${t("content.made.ownPage")}`}
            </SecondaryText>
          </Typography>
          <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: { xs: "1fr", sm: "repeat(3, minmax(0, 1fr))" } }}>
            {partnerLanguages.map((lang) => (
              <TextField
                key={lang}
                size="small"
                label={t(`content.lang.${lang}`)}
                value={names[code]?.[lang] ?? ""}
                onChange={(event) => onChange({ ...names, [code]: { ...names[code], [lang]: event.target.value } })}
                disabled={disabled}
                slotProps={{ htmlInput: { maxLength: 200 } }}
              />
            ))}
          </Box>
        </Box>
      ))}
    </Stack>
  );
}

/** Previews and saves the rules. */
function usePageRules(onSaved: () => void): Preview<Values, Saved & { read: number }, Saved> {
  const t = useText();
  const refusalText = useRefusalText();
  const api = useApi();
  return usePreview<Values, Saved & { read: number }, Saved>({
    async preview(values) {
      const problems = (["city", "product"] as const).flatMap((type) =>
        values[type] && !/^\/\/\S+$/.test(values[`${type}Address`].trim())
          ? [{ id: addressId[type], label: t(`content.made.${type}Address`), detail: t("content.fault.address") }]
          : [],
      );
      if (problems.length > 0) throw new FieldProblems(problems);
      const { revision } = await api("pageRules.show");
      const answer = await api("pageRules.update", {
        query: { dryRun: true },
        body: { ...rulesOf(values), revision },
      }).catch((error) =>
        throwFieldProblems(error, refusalText, (pointer, detail) => {
          const type = /^\/(city|product)\/address/.exec(pointer)?.[1] as "city" | "product" | undefined;
          return type ? { id: addressId[type], label: t(`content.made.${type}Address`), detail } : null;
        }),
      );
      return { ...answer, read: revision };
    },
    async save(values, { read }) {
      const saved = await api("pageRules.update", { body: { ...rulesOf(values), revision: read } });
      onSaved();
      return saved;
    },
    again: true,
  });
}

const valuesOf = ({ city, product }: Rules): Values => ({
  city: city !== null,
  cityAddress: city?.address ?? "",
  names: city?.names ?? {},
  product: product !== null,
  productAddress: product?.address ?? "",
});

function rulesOf({
  city,
  cityAddress,
  names,
  product,
  productAddress,
}: Values): Omit<RequestBody<"pageRules.update">, "revision"> {
  const filled = Object.entries(names).flatMap(([code, texts]) => {
    const some = Object.entries(texts ?? {}).flatMap(([lang, name]) => (name?.trim() ? [[lang, name.trim()]] : []));
    return some.length > 0 ? [[code, Object.fromEntries(some)]] : [];
  });
  return {
    city: city ? { address: cityAddress.trim(), names: Object.fromEntries(filled) } : null,
    product: product ? { address: productAddress.trim() } : null,
  };
}
