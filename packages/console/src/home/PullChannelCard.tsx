import { Box, Link as MuiLink, Stack, Typography } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { ApiAnswer, RequestBody } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { mono } from "../theme/themes.ts";
import { FormButton } from "../ui/FormDialog.tsx";
import { BooleanField } from "../ui/form/choices.tsx";
import { InlineForm } from "../ui/form/submit.tsx";
import { PasswordField, SelectField, TextField } from "../ui/form/TextField.tsx";
import { usePartnerNames } from "../ui/form/usePartnerNames.ts";
import { useNotify } from "../ui/notices.tsx";
import { DataTable } from "../ui/page/DataTable.tsx";
import { FactList } from "../ui/page/layout.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { CopyButton } from "../ui/secrets/CopyButton.tsx";
import { ChannelCard } from "./ChannelCard.tsx";

type Channel = ApiAnswer<"channels.called">;
type Name = Channel["channel"];

/** Names of companies are the same in every language. */
const names: Record<Name, string> = { getyourguide: "GetYourGuide", viator: "Viator" };
/** The addresses to which the service sends notices about seats. */
const addresses: Record<Name, string> = {
  getyourguide: "https://supplier-api.getyourguide.com/1/notify-availability-update",
  viator: "https://api.viator.com/v2/notification/events",
};

/** A channel that calls the operator: its sign-in, and the products that it can and cannot sell. */
export function PullChannelCard({ channel }: { channel: Name }) {
  const query = useAnswer("channels.called", { channel }, { refetchOnWindowFocus: false });
  const { settings } = query.data ?? {};
  return (
    <ChannelCard title={names[channel]} state={query.data && (settings?.active ?? false)}>
      <QueryResult query={query}>{(shown) => <Shown shown={shown} />}</QueryResult>
    </ChannelCard>
  );
}

function Shown({ shown }: { shown: Channel }) {
  const t = useText();
  const { instant } = useFormat();
  const { channel, settings, address } = shown;
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography color="text.secondary">{t(`pullChannels.lead.${channel}`)}</Typography>
      <Settings shown={shown} />
      {settings && (
        <>
          <FactList
            facts={[
              { name: t("channels.address"), value: <Copied text={address} />, wide: true },
              { name: t("pullChannels.credentials"), value: t(`pullChannels.key.${channel}`), wide: true },
              ...(settings.notifyAddress === null
                ? []
                : [{ name: t("pullChannels.notices"), value: noticesText(shown, t, instant), wide: true }]),
            ]}
          />
          {channel === "viator" && <AddKey channel={channel} />}
        </>
      )}
      <Options shown={shown} />
      <Unsuitable shown={shown} />
    </Stack>
  );
}

const Copied = ({ text }: { text: string }) => {
  const t = useText();
  return (
    <Box component="span" sx={{ display: "inline-flex", alignItems: "center", gap: 0.5 }}>
      <Box component="span" sx={{ fontFamily: mono, fontSize: "0.8125rem", overflowWrap: "anywhere" }}>
        {text}
      </Box>
      <CopyButton text={text} label={t("frame.action.copy")} />
    </Box>
  );
};

interface Values {
  active: boolean;
  partner: string;
  supplierId: string;
  countryCode: string;
  notifyAddress: string;
  notifyUser: string;
  notifyPassword: string;
  tickets: { code: string; category: string }[];
}

const valuesOf = ({ settings, tickets }: Channel): Values => ({
  active: settings?.active ?? false,
  partner: settings?.partner ?? "",
  supplierId: `${settings?.supplierId ?? ""}`,
  countryCode: settings?.countryCode ?? "",
  notifyAddress: settings?.notifyAddress ?? "",
  notifyUser: settings?.notifyUser ?? "",
  notifyPassword: "",
  tickets: tickets.map(({ code, category, chosen }) => ({ code, category: (chosen && category) || "" })),
});

const bodyOf = (values: Values): RequestBody<"channels.connect"> => ({
  active: values.active,
  partner: values.partner,
  supplierId: values.supplierId.trim() === "" ? null : Number(values.supplierId),
  countryCode: values.countryCode.trim().toUpperCase() || null,
  notifyAddress: values.notifyAddress.trim() || null,
  notifyUser: values.notifyUser.trim() || null,
  ...(values.notifyPassword && { notifyPassword: values.notifyPassword }),
  tickets: values.tickets.map(({ code, category }) => ({ code, category: category || null })),
});

function Settings({ shown }: { shown: Channel }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const [saved, setSaved] = useState(0);
  const partners = usePartnerNames();
  const { channel, settings } = shown;
  const isNumber = (text = "") => (/^\d{1,9}$/.test(text.trim()) ? undefined : t("pullChannels.supplierIdWrong"));
  const isCountry = (text = "") => (/^[A-Za-z]{2}$/.test(text.trim()) ? undefined : t("pullChannels.countryWrong"));
  return (
    <InlineForm
      key={saved}
      defaults={valuesOf(shown)}
      submit={t("frame.action.save")}
      save={async (values) => {
        const body = bodyOf(values);
        const known = await api("channels.connect", { channel, body });
        queries.setQueryData(["channels.called", { channel }], known);
        setSaved(saved + 1);
        notify(t("channels.saved"), { type: "success" });
      }}
    >
      <BooleanField source="active" label={t("pullChannels.active", { name: names[channel] })} />
      <SelectField
        source="partner"
        label={t("orders.field.partner")}
        helperText={t("pullChannels.partnerLead")}
        choices={partners}
      />
      {channel === "viator" && (
        <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 2 }}>
          <TextField required source="supplierId" label="Supplier ID" inputMode="numeric" validate={isNumber} />
          <TextField
            required
            verbatim
            source="countryCode"
            label={t("pullChannels.country")}
            validate={isCountry}
            most={2}
          />
        </Stack>
      )}
      <TextField
        verbatim
        source="notifyAddress"
        label={t("pullChannels.notifyAddress")}
        helperText={t("pullChannels.notifyLead", { address: addresses[channel] })}
        most={256}
      />
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 2 }}>
        {channel === "getyourguide" && (
          <TextField verbatim source="notifyUser" label={t("pullChannels.notifyUser")} autoComplete="off" most={320} />
        )}
        <PasswordField
          optional
          source="notifyPassword"
          label={t(`pullChannels.notifyPassword.${channel}`)}
          helperText={settings?.hasPassword && t("mail.field.passwordLead")}
          autoComplete="new-password"
        />
      </Stack>
      <Tickets shown={shown} />
    </InlineForm>
  );
}

/** The category of each ticket code. The section is open if a ticket has no category. */
function Tickets({ shown: { tickets, categories } }: { shown: Channel }) {
  const t = useText();
  const missing = tickets.filter(({ category }) => category === null).length;
  const choices = categories.map((category) => ({ id: category, name: category }));
  if (tickets.length === 0) return null;
  return (
    <details open={missing > 0}>
      <summary>
        {missing > 0 ? t("pullChannels.ticketsMissing", { smart_count: missing }) : t("pullChannels.tickets")}
      </summary>
      <Box
        sx={{ display: "grid", gap: 2, pt: 2, gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 13rem), 1fr))" }}
      >
        {tickets.map(({ code, category, chosen }, n) => (
          <SelectField
            key={code}
            source={`tickets.${n}.category`}
            label={code}
            choices={choices}
            empty={chosen || category === null ? t("pullChannels.noCategory") : category}
          />
        ))}
      </Box>
    </details>
  );
}

function AddKey({ channel }: { channel: Name }) {
  const t = useText();
  const api = useApi();
  return (
    <FormButton
      label={t("pullChannels.addKey")}
      title={t("pullChannels.addKey")}
      lead={t("pullChannels.addKeyLead")}
      button={{ variant: "outlined", sx: { alignSelf: "flex-start" } }}
      defaults={{ key: "", test: false }}
      empty={["key"]}
      save={({ key, test }) =>
        api("channels.addKey", { channel, body: { key: key.trim(), mode: test ? "test" : "live" } })
      }
      notice={t("pullChannels.keyAdded")}
    >
      <PasswordField source="key" label={t("partners.keys.key")} autoComplete="off" />
      <BooleanField source="test" label={t("pullChannels.testKey")} />
    </FormButton>
  );
}

function Options({ shown: { options, total } }: { shown: Channel }) {
  const t = useText();
  if (total === 0) return null;
  return (
    <details>
      <summary>{t("pullChannels.options", { smart_count: total })}</summary>
      <Box sx={{ pt: 1 }}>
        <DataTable
          label={t("pullChannels.options", { smart_count: total })}
          rows={options}
          keyOf={({ itemId }) => itemId}
          columns={[
            {
              name: t("pullChannels.option"),
              value: ({ productId, name }) => (
                <MuiLink component={Link} to={`/products/${productId}`}>
                  {name}
                </MuiLink>
              ),
            },
            { name: t("pullChannels.optionId"), value: ({ itemId }) => <Copied text={itemId} /> },
            {
              name: t("pullChannels.state"),
              value: (option) => <OptionState option={option} />,
            },
          ]}
        />
      </Box>
    </details>
  );
}

/** What the channel reported of an option, or the message about its seats that the channel did not take. */
function OptionState({ option: { asked, report, failure, retryAt } }: { option: Channel["options"][number] }) {
  const t = useText();
  const { instant } = useFormat();
  if (report !== null) return report;
  if (failure === null) return t(asked ? "pullChannels.asked" : "pullChannels.notAsked");
  return t("pullChannels.notTaken", { why: failure, at: retryAt === null ? "" : instant(retryAt) });
}

/** When the channel last took a message about seats, and how many options it refuses. */
function noticesText(
  { notices: { sentAt, failing } }: Channel,
  t: ReturnType<typeof useText>,
  instant: (text: string) => string,
): string {
  const last = sentAt === null ? t("pullChannels.noneSent") : t("pullChannels.lastSent", { at: instant(sentAt) });
  return failing === 0 ? last : `${last} ${t("pullChannels.failing", { smart_count: failing })}`;
}

function Unsuitable({ shown: { unsuitable } }: { shown: Channel }) {
  const t = useText();
  if (unsuitable.length === 0) return null;
  return (
    <details>
      <summary>{t("pullChannels.hidden", { smart_count: unsuitable.length })}</summary>
      <ul>
        {unsuitable.map(({ itemId, productId, name, reason, code }) => (
          <li key={itemId}>
            <MuiLink component={Link} underline="always" to={`/products/${productId}`}>
              {name}
            </MuiLink>
            {": "}
            {t(`channels.reason.${reason}`, { code: code ?? "" })}
          </li>
        ))}
      </ul>
    </details>
  );
}
