import { Alert, Box, InputAdornment, Stack, Typography } from "@mui/material";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useRefusalText } from "../api/refusal-text.ts";
import { useApi } from "../api/useApi.ts";
import { ChangeEffects } from "../changes/ChangeEffects.tsx";
import { useLargeChanges } from "../changes/useLargeChanges.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { ConflictAction } from "../ui/form/ConflictAction.tsx";
import { BooleanField } from "../ui/form/choices.tsx";
import { fieldErrors } from "../ui/form/errors.ts";
import { ErrorSummary } from "../ui/form/FieldSummary.tsx";
import { type FieldTexts, Form } from "../ui/form/Form.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { UnsavedForm, useAfterSaving } from "../ui/form/UnsavedChangesWarning.tsx";
import { SectionCard, TwoColumns } from "../ui/page/layout.tsx";
import { PreviewButton, PreviewPanel } from "../ui/preview.tsx";
import { type Preview, usePreview } from "../ui/usePreview.ts";
import { savingOwnRevisions, swapBack, useSavedNotice } from "../ui/useSavedNotice.ts";
import {
  type Currency,
  type CurrencyUpdate,
  type CurrencyValues,
  currencyValues,
  isMarkup,
  markupExample,
  newCurrency,
  parseTypedMarkup,
  parseTypedRate,
  rateProblem,
} from "./currency.ts";
import { RateChangeEffect } from "./Effects.tsx";

const termsOf = ({ code: _, base, markup, ...rest }: CurrencyValues) => ({
  ...{ ...rest, name: rest.name.trim() },
  ...{ base: parseTypedRate(base), markup: parseTypedMarkup(markup) },
});

/** Changes or creates a currency, after a preview of its effect on prices. */
export function CurrencyForm({ currency, onSaved }: { currency: Currency | null; onSaved: (code: string) => unknown }) {
  const t = useText();
  const refusalText = useRefusalText();
  const api = useApi();
  const reportSaved = useSavedNotice();
  const may = useRights().has(currency ? "currencies.update" : "currencies.create");
  const [present, setPresent] = useState<Currency | null>(null);
  const send = (dryRun: boolean, values: CurrencyValues): Promise<CurrencyUpdate> => {
    const { code } = values;
    const terms = termsOf(values);
    const revision = (present ?? currency)?.revision ?? 0;
    return currency
      ? api("currencies.update", { id: code, query: { dryRun }, body: { ...terms, revision } })
      : api("currencies.create", { query: { dryRun }, body: { ...terms, code } });
  };
  const flow = usePreview<CurrencyValues, CurrencyUpdate>({
    preview: (values) => send(true, values),
    save: (values) => send(false, values),
  });
  const onSubmit = async (values: CurrencyValues): Promise<FieldTexts> => {
    const error = await flow.preview(values);
    const ofFields = fieldErrors(error, values, refusalText, {
      "code-taken": { source: "code", text: t("currencies.taken") },
    });
    if (Object.keys(ofFields).length > 0) flow.reset();
    return ofFields;
  };
  const saved = flow.phase === "done";
  const takeBack = () => {
    const former = present ?? currency;
    if (!former) return null;
    const { code } = former;
    const read = () => api("currencies.show", { id: code });
    const save = (terms: ReturnType<typeof termsOf>, { revision }: { revision: number }) =>
      api("currencies.update", { id: code, body: { ...terms, revision } });
    const { name, displaySymbol, base, markup, active } = former;
    const before = { name, displaySymbol, base, markup, active };
    return swapBack(before, termsOf(flow.input!), savingOwnRevisions(former.revision, read, save));
  };
  useAfterSaving(saved, () => {
    const { code } = flow.input!;
    reportSaved(t("currencies.saved", { code }), takeBack());
    onSaved(code);
  });
  const [defaults] = useState(() => (currency ? currencyValues(currency) : newCurrency));
  return (
    <Form defaultValues={defaults} onSubmit={onSubmit}>
      <UnsavedForm saved={saved} />
      <TwoColumns ratio={[5, 6]}>
        <SectionCard title={t("currencies.form")}>
          <Stack sx={{ gap: 2, pt: 0.5 }}>
            <ErrorSummary labelOf={(source) => t(`currencies.field.${source as "code"}`)} />
            <CurrencyFields isNew={currency === null} readOnly={!may} />
            {may && <PreviewButton phase={flow.phase} />}
          </Stack>
        </SectionCard>
        {may && (
          <SectionCard title={t("events.change.preview")}>
            {present && <PresentRate currency={present} />}
            <Outcome
              flow={flow}
              conflictAction={
                currency && (
                  <ConflictAction
                    error={flow.error}
                    read={() => api("currencies.show", { id: currency.code })}
                    onRead={(now) => {
                      setPresent(now);
                      flow.reset();
                    }}
                  />
                )
              }
            />
          </SectionCard>
        )}
      </TwoColumns>
    </Form>
  );
}

function Outcome({
  flow,
  conflictAction,
}: {
  flow: Preview<CurrencyValues, CurrencyUpdate>;
  conflictAction: React.ReactNode;
}) {
  const t = useText();
  const values = useWatch();
  const largeChanges = useLargeChanges();
  return (
    <PreviewPanel
      flow={flow}
      hint={t("currencies.hint")}
      stale={JSON.stringify(flow.input) !== JSON.stringify(values)}
      errorAction={conflictAction}
      button={t("frame.action.save")}
      askAgain={({ changes }) => largeChanges(changes)}
      before={({ effects, changes }) => (
        <Stack role="status" sx={{ gap: 1.5 }}>
          {effects.length === 0 && <Alert severity="info">{t("currencies.effect.none")}</Alert>}
          {effects.map((effect) => (
            <RateChangeEffect key={effect.code} effect={effect} />
          ))}
          <ChangeEffects changes={changes} />
        </Stack>
      )}
    />
  );
}

/** The rate that another operator has saved meanwhile. */
function PresentRate({ currency: { base, markup, code } }: { currency: Currency }) {
  const t = useText();
  const { rate, percent } = useFormat();
  return <Alert severity="info">{t("currencies.present", { base: rate(base), markup: percent(markup), code })}</Alert>;
}

/** The inputs of a currency. */
function CurrencyFields({ isNew, readOnly }: { isNew: boolean; readOnly: boolean }) {
  const t = useText();
  const values = useWatch() as CurrencyValues;
  const dollar = values.code === "USD";
  const { typed } = useFormat();
  const end = (text: string) => ({ endAdornment: <InputAdornment position="end">{text}</InputAdornment> });
  return (
    <>
      {isNew && (
        <TextField
          required
          source="code"
          id="currency-code"
          label={t("currencies.field.code")}
          helperText={t("currencies.codeLead")}
          parse={(text: string) => text.toUpperCase().trim()}
          validate={(code = "") => (/^[A-Z]{3}$/.test(code) ? undefined : t("currencies.fault.code"))}
          slotProps={{ htmlInput: { maxLength: 3, autoCapitalize: "characters" } }}
          sx={{ maxWidth: 220 }}
        />
      )}
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "3fr 1fr" } }}>
        <TextField source="name" label={t("currencies.field.name")} disabled={readOnly} required most={200} />
        <TextField
          source="displaySymbol"
          label={t("currencies.field.displaySymbol")}
          disabled={readOnly}
          required
          most={8}
        />
      </Box>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "3fr 2fr" } }}>
        <TextField
          required
          source="base"
          label={t("currencies.field.base")}
          helperText={t(dollar ? "currencies.dollarLead" : "currencies.baseLead")}
          disabled={readOnly}
          readOnly={dollar}
          format={(text = "") => typed(text)}
          validate={(text = "") => rateProblem(text, t)}
          slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 20 }, input: end(values.code) }}
        />
        <TextField
          required
          source="markup"
          id="currency-markup"
          label={t("currencies.field.markup")}
          disabled={readOnly}
          readOnly={dollar}
          format={(text = "") => typed(text)}
          validate={(text = "") => (isMarkup(text) ? undefined : t("currencies.fault.markup"))}
          slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 9 }, input: end("%") }}
        />
      </Box>
      {!dollar && <Meaning values={values} />}
      <BooleanField
        source="active"
        label={t("currencies.field.active")}
        helperText={t("currencies.activeLead")}
        disabled={readOnly}
      />
    </>
  );
}

/** Explains rate and markup with an example price. */
function Meaning({ values }: { values: CurrencyValues }) {
  const t = useText();
  const { money, amount, percent } = useFormat();
  const example = markupExample(values);
  if (!example) return null;
  const words = {
    price: amount(String(example.price), values.code, "code"),
    usd: money(example.with),
    without: money(example.without),
    markup: percent(parseTypedMarkup(values.markup).replace("-", "")),
  };
  const sign = Math.sign(Number(parseTypedMarkup(values.markup)));
  return (
    <Typography
      role="status"
      variant="body2"
      sx={{ bgcolor: "info.light", color: "info.dark", borderRadius: 1.5, px: 1.5, py: 1 }}
    >
      {sign === 0
        ? t("currencies.means.none", words)
        : t(sign > 0 ? "currencies.means.more" : "currencies.means.less", words)}
    </Typography>
  );
}
