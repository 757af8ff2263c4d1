import { Card, Stack, Typography } from "@mui/material";
import { type PartnerLanguage, partnerLanguages } from "../api/languages.ts";
import type { ListRecord } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { ImportSection } from "../exchange/ImportSection.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { DownloadLink } from "../ui/download.tsx";
import { FormButton } from "../ui/FormDialog.tsx";
import { BooleanField } from "../ui/form/choices.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { RecordTableOrCards } from "../ui/list/RecordList.tsx";
import type { ListColumn } from "../ui/list/records.ts";
import { Page } from "../ui/page/Page.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { SecondaryText } from "../ui/text.tsx";

const takes = { csv: "ticketTypes.import", xlsx: "ticketTypes.import" } as const;

type TicketType = ListRecord<"ticketTypes.list">;

/** The names of ticket types on vouchers and lists. */
export function TicketTypeList() {
  const t = useText();
  const may = useRights().has("ticketTypes.update");
  const actions: ListColumn<TicketType> = {
    label: t("orders.field.actions"),
    figure: true,
    card: "bare",
    value: (type) => <Rename type={type} />,
  };
  const query = useAnswer("ticketTypes.list");
  return (
    <Page title={t("ticketTypes.title")} lead={t("ticketTypes.lead")} width={900}>
      <Card sx={{ overflow: "hidden" }}>
        <QueryResult query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <Typography role="status" sx={{ p: 4, textAlign: "center", color: "text.secondary" }}>
                {t("ticketTypes.none")}
              </Typography>
            ) : (
              <RecordTableOrCards
                rows={data}
                keyOf={({ code }) => code}
                columns={[
                  {
                    label: t("field.code"),
                    value: ({ code }) => <span style={{ fontFamily: mono }}>{code}</span>,
                  },
                  ...partnerLanguages.map((lang) => ({
                    label: t(`content.lang.${lang}`),
                    wrap: true,
                    value: (type: TicketType) => <Name type={type} lang={lang} />,
                  })),
                  { label: t("ticketTypes.items"), figure: true, card: "none", value: ({ items }) => items },
                  ...(may ? [actions] : []),
                ]}
              />
            )
          }
        </QueryResult>
      </Card>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
        <DownloadLink
          operation="ticketTypes.export"
          query={{ format: "xlsx" }}
          label={t("ticketTypes.sheet.save")}
          variant="outlined"
        />
        <DownloadLink
          operation="ticketTypes.export"
          query={{ format: "csv" }}
          label={t("frame.action.csv")}
          variant="outlined"
        />
      </Stack>
      <ImportSection
        takes={takes}
        lead={t("ticketTypes.sheet.lead")}
        kinds={{ csv: t("ticketTypes.sheet.kind"), xlsx: t("ticketTypes.sheet.kind") }}
      />
    </Page>
  );
}

/** The name of a ticket type. A name that the operator chose is bold. */
const Name = ({ type: { names, revision }, lang }: { type: TicketType; lang: PartnerLanguage }) =>
  revision > 0 ? <b>{names[lang]}</b> : <SecondaryText span>{names[lang]}</SecondaryText>;

function Rename({ type }: { type: TicketType }) {
  const t = useText();
  const api = useApi();
  const { code } = type;
  return (
    <FormButton
      button={{ size: "small" }}
      of={code}
      label={t("products.action.edit")}
      title={t("ticketTypes.editTitle", { code })}
      submit={t("frame.action.save")}
      defaults={valuesOf(type)}
      record={{
        present: type,
        read: async () => (await api("ticketTypes.list")).data.find((one) => one.code === code) ?? type,
        refill: valuesOf,
      }}
      save={(values, { revision }) => api("ticketTypes.update", { code, body: { ...bodyOf(values), revision } })}
      notice={t("ticketTypes.saved", { code })}
    >
      {partnerLanguages.map((lang, n) => (
        <TextField key={lang} source={lang} label={t(`content.lang.${lang}`)} most={60} required autoFocus={n === 0} />
      ))}
      <Stack direction="row" sx={{ gap: 2 }}>
        <TextField source="ageFrom" label={t("ticketTypes.ageFrom")} most={3} inputMode="numeric" />
        <TextField source="ageTo" label={t("ticketTypes.ageTo")} most={3} inputMode="numeric" />
      </Stack>
      <BooleanField source="isPerson" label={t("ticketTypes.isPerson")} helperText={t("ticketTypes.isPersonLead")} />
      {partnerLanguages.map((lang) => (
        <TextField
          key={lang}
          source={`conditions.${lang}`}
          label={`${t("ticketTypes.conditions")} › ${t(`content.lang.${lang}`)}`}
          most={300}
          multiline
        />
      ))}
    </FormButton>
  );
}

type Names = TicketType["names"];
interface Values extends Names {
  ageFrom: string;
  ageTo: string;
  isPerson: boolean;
  conditions: Partial<Record<PartnerLanguage, string | null>>;
}

const valuesOf = ({ names, ageFrom, ageTo, isPerson, conditions }: TicketType): Values => ({
  ...names,
  ageFrom: String(ageFrom ?? ""),
  ageTo: String(ageTo ?? ""),
  isPerson,
  conditions,
});

/** An empty age means any age. */
const ageOf = (typed: string | null): number | null => ((typed ?? "").trim() === "" ? null : Number(typed));

const bodyOf = ({ es, pt, en, ageFrom, ageTo, isPerson, conditions }: Values) => ({
  ...{ es, pt, en, isPerson },
  ageFrom: ageOf(ageFrom),
  ageTo: ageOf(ageTo),
  conditions: Object.fromEntries(
    Object.entries(conditions).flatMap(([lang, text]) => (text?.trim() ? [[lang, text.trim()]] : [])),
  ),
});
