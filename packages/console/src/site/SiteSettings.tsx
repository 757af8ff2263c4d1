import { Alert, Box, Stack, Typography } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { type PartnerLanguage, partnerLanguages } from "../api/languages.ts";
import { namesQueryOptions, useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { ColourField, ImageField, LogoField } from "../home/BrandSection.tsx";
import { type TextKey, useText } from "../i18n/index.ts";
import { useKindLabel } from "../payments/kinds.ts";
import { MoveEntryButtons } from "../products/form/entry-buttons.tsx";
import { LanguageTabs, useTextLanguages } from "../products/form/languages.tsx";
import { useRights, useSignedInOperator } from "../session/hooks.ts";
import { ConflictAction } from "../ui/form/ConflictAction.tsx";
import { MultiSelectField } from "../ui/form/choices.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { ErrorSummary } from "../ui/form/FieldSummary.tsx";
import { Form } from "../ui/form/Form.tsx";
import { SubmitButton, saveBarStyle, useSubmit } from "../ui/form/submit.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { UnsavedForm } from "../ui/form/UnsavedChangesWarning.tsx";
import { fieldGrid, LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import { savingOwnRevisions, swapBack, useSavedNotice } from "../ui/useSavedNotice.ts";
import { useLanguageName } from "./language-name.ts";
import {
  attributesOf,
  changed,
  legalPages,
  type Site,
  type SiteSettings,
  type SiteValues,
  settingsOf,
  siteValues,
  traderFields,
  waysToPay,
} from "./site.ts";
import { TraderFields, useHttpsRule } from "./TraderFields.tsx";

/** The settings of a site, saved together. */
export function SiteSettingsForm({ site }: { site: Site }) {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const reportSaved = useSavedNotice();
  const may = useRights().has("sites.update");
  const [defaults] = useState(() => siteValues(site.settings));
  const [wasRead, setWasRead] = useState(false);
  const isSaved = useRef(false);
  const { id } = site;
  const write = async (settings: SiteSettings, present: Site, ofForm = false) => {
    await api("sites.update", { id, body: changed(present, { settings }) });
    isSaved.current = ofForm;
    await queries.invalidateQueries();
  };
  const { error, isMarked, setError, onSubmit, onMarked } = useSubmit<SiteValues>(
    async (values) => {
      const [former, saved] = [site.settings, settingsOf(values)];
      await write(saved, site, true);
      setWasRead(false);
      const again = savingOwnRevisions(
        site.revision,
        () => api("sites.show", { id }),
        (settings: SiteSettings, now) => write(settings, now),
      );
      reportSaved(t("site.saved"), swapBack(former, saved, again));
    },
    { root: "/settings" },
  );
  const labels = useLabels();
  return (
    <Form defaultValues={defaults} onSubmit={onSubmit} onMarked={onMarked}>
      <Box component="fieldset" disabled={!may} sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
        <Stack sx={{ gap: 2 }}>
          <UnsavedForm saved={false} />
          <FollowSaved site={site} isSaved={isSaved} />
          <ErrorSummary labelOf={(source) => labels(source)} />
          {/* The summary lists what the fields show. */}
          <ProblemAlert
            error={isMarked ? null : error}
            action={
              <ConflictAction
                error={error}
                read={() => queries.invalidateQueries()}
                onRead={() => {
                  setWasRead(true);
                  setError(null);
                }}
              />
            }
          />
          {wasRead && <Alert severity="info">{t("site.present")}</Alert>}
          <Start site={site} />
          <SectionCard title={t("site.looks.title")} gap={2}>
            <SecondaryText>{t("site.looks.lead")}</SecondaryText>
            <LogoField />
            <ColourField lead={t("site.looks.noColour")} />
          </SectionCard>
          <LanguagesAndCurrencies />
          <Payment site={site} />
          <TraderFields />
          <Legal />
          <Analytics />
          {may && <SaveBar />}
        </Stack>
      </Box>
    </Form>
  );
}

/** Stays in view below the form, and says whether something is not saved yet. */
function SaveBar() {
  const t = useText();
  const { isDirty } = useFormState();
  return (
    <Stack direction="row" sx={saveBarStyle}>
      <Typography variant="body2" sx={{ flex: 1, fontWeight: 600 }}>
        {t(isDirty ? "productForm.form.unsaved" : "productForm.form.unchanged")}
      </Typography>
      <SubmitButton label={t("frame.action.save")} />
    </Stack>
  );
}

/** Takes the stored values into the form. Typed values stay, unless this form has just saved them. */
function FollowSaved({ site: { settings, revision }, isSaved }: { site: Site; isSaved: { current: boolean } }) {
  const { reset } = useFormContext<SiteValues>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each revision.
  useEffect(() => {
    reset(siteValues(settings), { keepDirtyValues: !isSaved.current, keepErrors: true });
    isSaved.current = false;
  }, [revision]);
  return null;
}

/** Returns the name of a field by its path in the values. */
function useLabels(): (source: string) => string {
  const t = useText();
  const name = t as (key: TextKey) => string;
  const languageName = useLanguageName();
  return (source) => {
    const parts = source.split(".");
    const lang = partnerLanguages.find((one) => one === parts.at(-1));
    const path = lang ? parts.slice(0, -1).join(".") : source;
    const field = name(labelOf[path] ?? "whiteLabels.ownTitle");
    return lang ? t("site.textOf", { field, lang: languageName(lang) }) : field;
  };
}

const labelOf: Record<string, TextKey> = {
  name: "site.start.name",
  lead: "site.start.text",
  colour: "ownBrand.colour",
  logo: "site.looks.logo",
  photo: "site.start.photo",
  languages: "site.choices.languages",
  currencies: "site.choices.currencies",
  ways: "site.payment.ways",
  depositPercent: "site.payment.deposit",
  complaintBook: "site.trader.complaintBook",
  "analytics.script": "site.analytics.script",
  "analytics.attributes": "site.analytics.attributes",
  ...Object.fromEntries(traderFields.map((name) => [`trader.${name}`, `site.trader.${name}` as const])),
  ...Object.fromEntries(legalPages.map((page) => [`legal.${page}`, `site.legal.${page}` as const])),
};

/** A text in the languages that the form shows. A wrong text is shown in any case. */
function TextsField({ source, most, lead, lines }: { source: string; most: number; lead?: string; lines?: number }) {
  const shown = useTextLanguages();
  const labels = useLabels();
  const { errors } = useFormState();
  const wrong = source
    .split(".")
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], errors);
  const langs = partnerLanguages.filter((lang) => shown.includes(lang) || Object.hasOwn((wrong ?? {}) as object, lang));
  return (
    <Box role="group" aria-label={labels(source)} sx={fieldGrid(lines ? "16rem" : "14rem")}>
      {langs.map((lang) => (
        <TextField
          key={lang}
          source={`${source}.${lang}`}
          label={labels(`${source}.${lang}`)}
          helperText={lead}
          most={most}
          {...(lines && { multiline: true, minRows: lines, maxRows: 16 })}
        />
      ))}
    </Box>
  );
}

function Start({ site }: { site: Site }) {
  const t = useText();
  const { me } = useSignedInOperator();
  return (
    <SectionCard title={t("site.start.title")} aside={<LanguageTabs />} gap={2}>
      <TextsField source="name" most={100} lead={t("site.start.nameLead", { name: me?.operatorName ?? site.name })} />
      <TextsField source="lead" most={300} lines={2} />
      <Photo />
    </SectionCard>
  );
}

const photoTypes = ["image/jpeg", "image/png", "image/webp", "image/avif"];

function Photo() {
  const t = useText();
  const api = useApi();
  return (
    <ImageField
      source="photo"
      types={photoTypes}
      refused="photo-refused"
      labels={{
        title: t("site.start.photo"),
        add: t("site.start.addPhoto"),
        other: t("site.start.otherPhoto"),
        remove: t("site.start.removePhoto"),
        lead: t("site.start.photoLead"),
      }}
      add={(file) => api("photos.add", { file: { type: file.type, bytes: file } })}
      picture={(id) => (
        <Box
          component="img"
          alt=""
          src={`/photos/${id}/640.webp`}
          sx={{ width: "min(100%, 20rem)", aspectRatio: "16 / 9", objectFit: "cover", borderRadius: 1 }}
        />
      )}
    />
  );
}

function LanguagesAndCurrencies() {
  const t = useText();
  const languageName = (lang: PartnerLanguage) => t(`content.lang.${lang}`);
  const { data } = useAnswer("currencies.list", { query: { perPage: 500 } }, namesQueryOptions);
  return (
    <SectionCard title={t("site.choices.title")} gap={2}>
      <MultiSelectField
        source="languages"
        label={t("site.choices.languages")}
        helperText={t("site.choices.languagesLead")}
        choices={choicesOf(partnerLanguages, languageName)}
        needed={t("site.choices.none")}
      />
      <ChosenOrder source="languages" label={t("site.choices.order")} nameOf={languageName} />
      <MultiSelectField
        source="currencies"
        label={t("site.choices.currencies")}
        helperText={t("site.choices.currenciesLead")}
        choices={data?.data.map(({ code, name }) => ({ id: code, name: `${code} · ${name}` })) ?? []}
      />
    </SectionCard>
  );
}

/** The chosen values in their order, each with buttons that move it. */
function ChosenOrder<Id extends string>({
  source,
  label,
  nameOf,
}: {
  source: string;
  label: string;
  nameOf: (id: Id) => string;
}) {
  const { setValue } = useFormContext();
  const chosen: Id[] = useWatch({ name: source }) ?? [];
  if (chosen.length < 2) return null;
  const move = (from: number, to: number) => {
    const rest = chosen.toSpliced(from, 1);
    setValue(source, rest.toSpliced(to, 0, chosen[from]!), { shouldDirty: true });
  };
  return (
    <PlainList ordered label={label}>
      {chosen.map((id, n) => (
        <LinedItem
          key={id}
          dense
          actions={<MoveEntryButtons name={nameOf(id)} n={n} length={chosen.length} onMove={(to) => move(n, to)} />}
        >
          {n + 1}. {nameOf(id)}
        </LinedItem>
      ))}
    </PlainList>
  );
}

function Payment({ site: { paymentKinds } }: { site: Site }) {
  const t = useText();
  const kindLabel = useKindLabel();
  const wayName = (way: (typeof waysToPay)[number]) => t(`site.payment.${way}`);
  const ways: string[] = useWatch({ name: "ways" }) ?? [];
  return (
    <SectionCard title={t("site.payment.title")} gap={2}>
      <MultiSelectField
        source="ways"
        label={t("site.payment.ways")}
        helperText={t("site.payment.waysLead")}
        choices={choicesOf(waysToPay, wayName)}
        needed={t("site.choices.none")}
      />
      <ChosenOrder source="ways" label={t("site.payment.order")} nameOf={wayName} />
      {ways.includes("online") && (
        <>
          <Typography>
            {paymentKinds.length > 0
              ? t("site.payment.providers", { list: paymentKinds.map(kindLabel).join(", ") })
              : t("site.payment.noProvider")}{" "}
            <PageLink to="/home" underline="always">
              {t("site.payment.connect")}
            </PageLink>
          </Typography>
          <TextField
            source="depositPercent"
            label={t("site.payment.deposit")}
            helperText={t("site.payment.depositLead")}
            inputMode="numeric"
            validate={(text = "") =>
              text.trim() === "" || /^[1-9]\d?$/.test(text.trim()) ? undefined : t("site.payment.depositWrong")
            }
            most={2}
            sx={{ maxWidth: "28rem" }}
          />
        </>
      )}
    </SectionCard>
  );
}

function Legal() {
  const t = useText();
  return (
    <SectionCard title={t("site.legal.title")} aside={<LanguageTabs />} gap={2}>
      <SecondaryText>{t("site.legal.lead")}</SecondaryText>
      {legalPages.map((page) => (
        <TextsField key={page} source={`legal.${page}`} most={20_000} lines={4} />
      ))}
    </SectionCard>
  );
}

function Analytics() {
  const t = useText();
  const script: string = useWatch({ name: "analytics.script" }) ?? "";
  return (
    <SectionCard title={t("site.analytics.title")} gap={2}>
      <SecondaryText>{t("site.analytics.lead")}</SecondaryText>
      <TextField
        verbatim
        source="analytics.script"
        label={t("site.analytics.script")}
        validate={useHttpsRule()}
        most={300}
      />
      {script.trim() !== "" && (
        <TextField
          verbatim
          multiline
          minRows={2}
          source="analytics.attributes"
          label={t("site.analytics.attributes")}
          helperText={t("site.analytics.attributesLead")}
          validate={(text = "") => (attributesOf(text) ? undefined : t("site.analytics.attributesWrong"))}
          most={3000}
        />
      )}
    </SectionCard>
  );
}
