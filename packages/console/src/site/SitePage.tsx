import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import RadioButtonUncheckedIcon from "@mui/icons-material/RadioButtonUnchecked";
import { Alert, Button, FormControlLabel, Stack, Switch } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { OperationId } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { FormButton } from "../ui/FormDialog.tsx";
import { BooleanField } from "../ui/form/choices.tsx";
import { LinedItem, PlainList, SectionCard, TwoColumns } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { RecordPage } from "../ui/page/QueryResult.tsx";
import { useRequestOnClick } from "../ui/page/states.tsx";
import { PageLink, ScreenReaderText, SecondaryText } from "../ui/text.tsx";
import { savingOwnRevisions, swapBack, useSavedNotice } from "../ui/useSavedNotice.ts";
import { AddressFields, DomainSteps } from "./AddressFields.tsx";
import { CalendarCode } from "./CalendarCode.tsx";
import { useLanguageName } from "./language-name.ts";
import { SiteLink } from "./SiteList.tsx";
import { SiteSettingsForm } from "./SiteSettings.tsx";
import { addressOf, changed, missingSteps, type Site, type Step } from "./site.ts";

/** A site: what it lacks before its first sale, its address, and its settings. */
export const SitePage = () => (
  <RecordPage edited operation="sites.show">
    {(site) => <LoadedSite site={site} />}
  </RecordPage>
);

function LoadedSite({ site }: { site: Site }) {
  const t = useText();
  const { name, url, enabled } = site;
  return (
    <Page
      title={name}
      lead={enabled ? <SiteLink url={url} /> : t("site.off")}
      above={<BackLink path="/sites" label={t("whiteLabels.ownTitle")} />}
      width={1100}
      actions={enabled && <Previews site={site} />}
    >
      <TwoColumns ratio={[1, 1]}>
        <MissingSteps site={site} />
        <AddressCard site={site} />
      </TwoColumns>
      <SiteSettingsForm site={site} />
      {enabled && <CalendarCode site={site} />}
    </Page>
  );
}

/** A link to the first page in each language of the site. */
function Previews({ site: { url, settings } }: { site: Site }) {
  const t = useText();
  const languageName = useLanguageName();
  return settings.languages.map((lang) => (
    <Button
      key={lang}
      component="a"
      href={`${url}/${lang}`}
      target="_blank"
      rel="noreferrer"
      size="small"
      variant="outlined"
      endIcon={<OpenInNewIcon />}
    >
      {t("site.openIn", { lang: languageName(lang) })}
    </Button>
  ));
}

interface StepPage {
  to: string;
  right: OperationId;
}

/** The page on which an operator does a step; the steps without one are fields of the settings. */
const pages: Partial<Record<Step, StepPage>> = {
  product: { to: "/products/create", right: "products.create" },
  dates: { to: "/products", right: "products.list" },
  pages: { to: "/pages/made", right: "pageRules.show" },
  photos: { to: "/products", right: "products.list" },
  payment: { to: "/home", right: "paymentKinds.list" },
  letters: { to: "/letters", right: "letters.switch" },
};
const mailServer: StepPage = { to: "/home", right: "mail.update" };
/** The first field of a step. */
const fieldOf: Partial<Record<Step, string>> = { trader: "trader.name", terms: "legal.terms" };

/** What a site lacks before its first sale, and where to do it. */
function MissingSteps({ site }: { site: Site }) {
  const t = useText();
  const rights = useRights();
  const setup = useAnswer("home.show").data?.setup;
  const steps = missingSteps(site, setup === undefined || (setup.mail && setup.letters));
  const pageOf = { ...pages, letters: setup?.mail ? pages.letters : mailServer };
  const left = steps.filter(({ isDone }) => !isDone).length;
  return (
    <SectionCard title={t("site.missing.title")}>
      <SecondaryText sx={{ mb: 1 }} role="status">
        {left === 0 ? t("site.missing.done") : t("site.missing.left", { smart_count: left })}
      </SecondaryText>
      <PlainList>
        {steps.map(({ step, isDone, n }) => {
          const page: StepPage | undefined = pageOf[step];
          const field = fieldOf[step];
          return (
            <LinedItem
              key={step}
              icon={isDone ? <CheckCircleIcon color="success" /> : <RadioButtonUncheckedIcon color="disabled" />}
              actions={
                !isDone &&
                (step === "key" ? (
                  <RenewKey site={site} />
                ) : (
                  field &&
                  rights.has("sites.update") && (
                    <Button
                      size="small"
                      onClick={() => focusField(field)}
                      aria-label={`${t("site.missing.fill")}: ${t(`site.missing.${step}`)}`}
                    >
                      {t("site.missing.fill")}
                    </Button>
                  )
                ))
              }
            >
              {isDone && <ScreenReaderText>{t("home.setup.done")}</ScreenReaderText>}
              {!isDone && page && rights.has(page.right) ? (
                <PageLink to={page.to}>{t(`site.missing.${step}`)}</PageLink>
              ) : (
                t(`site.missing.${step}`)
              )}
              {!isDone && <SecondaryText>{t(`site.missing.${step}Lead`, { smart_count: n })}</SecondaryText>}
            </LinedItem>
          );
        })}
      </PlainList>
    </SectionCard>
  );
}

/** Moves the focus to the first field of the settings whose name begins with this. */
function focusField(name: string): void {
  const field = document.querySelector<HTMLElement>(`[name="${name}"], [name^="${name}."]`);
  field?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
}

function RenewKey({ site }: { site: Site }) {
  const t = useText();
  const api = useApi();
  const reportSaved = useSavedNotice();
  const queries = useQueryClient();
  const { attempt, pending } = useRequestOnClick();
  if (!useRights().has("sites.renewKey")) return null;
  return (
    <Button
      size="small"
      loading={pending}
      onClick={() =>
        void attempt(async () => {
          await api("sites.renewKey", { id: site.id });
          reportSaved(t("site.missing.renewed"));
          await queries.invalidateQueries();
        })
      }
    >
      {t("site.missing.renew")}
    </Button>
  );
}

/** Where the site is, whether it answers, and its deletion. */
function AddressCard({ site }: { site: Site }) {
  const t = useText();
  const api = useApi();
  const rights = useRights();
  const navigate = useNavigate();
  const { id, name, host, url, revision } = site;
  const may = rights.has("sites.update");
  return (
    <SectionCard title={t("site.address.title")} gap={1.5}>
      <OnSwitch site={site} disabled={!may} />
      <SecondaryText>{t(site.makesPages ? "site.address.made" : "site.address.notMade")}</SecondaryText>
      {host !== null && <DomainSteps host={host} url={url} />}
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
        {may && <ChangeAddress site={site} />}
        {rights.has("sites.delete") && (
          <FormButton
            danger
            button={{ color: "error" }}
            label={t("products.action.delete.button")}
            title={t("site.address.deleteTitle", { name })}
            lead={t("site.address.deleteLead")}
            save={() => api("sites.delete", { id, query: { revision } })}
            notice={t("site.address.deleted", { name })}
            onSaved={() => navigate("/sites")}
          />
        )}
      </Stack>
    </SectionCard>
  );
}

function OnSwitch({ site, disabled }: { site: Site; disabled: boolean }) {
  const t = useText();
  const { name, enabled } = site;
  const { change, pending } = useSiteChange(site);
  const toggle = (enabled: boolean) =>
    change(
      { enabled },
      { enabled: !enabled },
      t(enabled ? "site.address.switchedOn" : "site.address.switchedOff", { name }),
    );
  return (
    <>
      <FormControlLabel
        control={<Switch checked={enabled} disabled={disabled || pending} onChange={(_, next) => toggle(next)} />}
        label={t("site.address.on")}
      />
      {!enabled && <Alert severity="warning">{t("site.off")}</Alert>}
    </>
  );
}

/** Changes a part of a site at once, with an undo. */
function useSiteChange(site: Site) {
  const api = useApi();
  const queries = useQueryClient();
  const reportSaved = useSavedNotice();
  const { attempt, pending } = useRequestOnClick();
  type Part = Partial<Pick<Site, "enabled">>;
  const write = async (part: Part, present: Site) => {
    await api("sites.update", { id: site.id, body: changed(present, part) });
    await queries.invalidateQueries();
  };
  const change = (part: Part, former: Part, notice: string) =>
    void attempt(async () => {
      await write(part, site);
      const again = savingOwnRevisions(site.revision, () => api("sites.show", { id: site.id }), write);
      reportSaved(notice, swapBack(former, part, again));
    });
  return { change, pending };
}

function ChangeAddress({ site }: { site: Site }) {
  const t = useText();
  const api = useApi();
  const { id, host, path, makesPages } = site;
  return (
    <FormButton
      button={{ variant: "outlined" }}
      label={t("site.address.change")}
      title={t("site.address.change")}
      lead={t("site.address.lead")}
      submit={t("frame.action.save")}
      defaults={{
        where: host === null ? ("path" as const) : ("host" as const),
        path: path || "/tours",
        host: host ?? "",
        setPages: makesPages,
      }}
      record={{ present: site, read: () => api("sites.show", { id }) }}
      save={({ setPages, ...values }, present) => {
        // A path below a domain of its own stays with the domain.
        const address = addressOf(values);
        const kept = values.where === "host" && address.host === host ? { host, path } : address;
        return api("sites.update", { id, body: changed(present, { ...kept, setPages }) });
      }}
      notice={t("site.address.saved")}
    >
      <AddressFields />
      <BooleanField source="setPages" label={t("site.address.pages")} />
    </FormButton>
  );
}
