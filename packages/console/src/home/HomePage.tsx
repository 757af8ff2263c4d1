import { Stack } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import type { RequestBody } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { rateProblem } from "../currencies/currency.ts";
import { useFormat } from "../format/format.tsx";
import { parseTypedNumber, rateDecimals } from "../format/typed.ts";
import { zones } from "../format/zones.ts";
import { useText } from "../i18n/index.ts";
import { PaymentKinds } from "../payments/PaymentKinds.tsx";
import { clearSessionCache } from "../session/session.ts";
import { InlineForm } from "../ui/form/submit.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { LoadingCard } from "../ui/page/Loading.tsx";
import { SectionCard, TwoColumns } from "../ui/page/layout.tsx";
import { Page } from "../ui/page/Page.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { savingOwnValues, swapBack, useSavedNotice } from "../ui/useSavedNotice.ts";
import { BrandSection } from "./BrandSection.tsx";
import { MailServer } from "./MailServer.tsx";
import { OctoChannelCard } from "./OctoChannelCard.tsx";
import { PullChannelCard } from "./PullChannelCard.tsx";

const currencyCodes = Intl.supportedValuesOf("currency");

/** The time zone, the currency, logo and colour, the mail server and the sales channels of the store. */
export function HomePage() {
  const t = useText();
  const { data: home, error } = useAnswer("home.show");
  const currencies = useAnswer("currencies.list", { query: { perPage: 500 } });
  return (
    <Page title={t("home.title")} lead={t("home.lead")}>
      <ProblemAlert error={error ?? currencies.error} />
      <TwoColumns ratio={[1, 1]}>
        <Stack sx={{ gap: 2 }}>
          {home && currencies.data ? (
            <HomeForm
              timeZone={home.zoneInUse ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
              currencyCode={home.currencyInUse ?? ""}
              known={currencies.data.data.map(({ code }) => code)}
            />
          ) : (
            !error && <LoadingCard of="fields" lines={2} />
          )}
          <MailServer />
        </Stack>
        <BrandSection />
      </TwoColumns>
      <PaymentKinds />
      <OctoChannelCard />
      <PullChannelCard channel="getyourguide" />
      <PullChannelCard channel="viator" />
    </Page>
  );
}

function HomeForm({
  timeZone,
  currencyCode,
  known,
}: {
  timeZone: string;
  currencyCode: string;
  known: readonly string[];
}) {
  const t = useText();
  const api = useApi();
  const reportSaved = useSavedNotice();
  const queries = useQueryClient();
  const save = async (body: RequestBody<"home.update">) => {
    await api("home.update", { body });
    clearSessionCache();
    await queries.invalidateQueries();
  };
  const read = async () => {
    const { zoneInUse, currencyInUse } = await api("home.show");
    return { timeZone: zoneInUse ?? "", currencyCode: currencyInUse ?? "" };
  };
  return (
    <SectionCard title={t("home.section")}>
      <InlineForm
        defaults={{ timeZone, currencyCode, rate: "" }}
        submit={t("frame.action.save")}
        save={async ({ rate, ...body }) => {
          await save({ ...body, ...(rate && { rate: parseTypedNumber(rate, rateDecimals) }) });
          // A currency that the store did not know stays known, so its rate is not undone.
          reportSaved(t("home.saved"), swapBack({ timeZone, currencyCode }, body, savingOwnValues(body, read, save)));
        }}
      >
        <TextField
          required
          source="timeZone"
          label={t("field.timeZone")}
          helperText={t("home.timeZoneLead")}
          validate={(zone: string) => (zones.includes(zone) ? undefined : t("home.noZone"))}
          slotProps={{ htmlInput: { list: "home-zones", autoComplete: "off" } }}
        />
        <Options id="home-zones" values={zones} />
        <TextField
          required
          source="currencyCode"
          label={t("field.currencyCode")}
          helperText={t("home.currencyLead")}
          parse={(text: string) => text.toUpperCase().trim()}
          validate={(code: string) => (/^[A-Z]{3}$/.test(code) ? undefined : t("currencies.fault.code"))}
          slotProps={{ htmlInput: { list: "home-currencies", maxLength: 3, autoComplete: "off" } }}
        />
        <Options id="home-currencies" values={[...new Set([...known, ...currencyCodes])]} />
        <Rate known={known} />
      </InlineForm>
    </SectionCard>
  );
}

/** The rate of a currency that does not exist yet. */
function Rate({ known }: { known: readonly string[] }) {
  const t = useText();
  const { typed } = useFormat();
  const code: string = useWatch({ name: "currencyCode" }) ?? "";
  if (!/^[A-Z]{3}$/.test(code) || code === "USD" || known.includes(code)) return null;
  return (
    <TextField
      required
      source="rate"
      label={t("home.rate", { code })}
      helperText={t("home.rateLead", { code })}
      format={(text = "") => typed(text)}
      validate={(text = "") => rateProblem(text, t)}
      slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 20 } }}
    />
  );
}

const Options = ({ id, values }: { id: string; values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
);
