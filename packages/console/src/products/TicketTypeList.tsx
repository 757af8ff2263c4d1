import AddIcon from "@mui/icons-material/Add";
import { Alert, Box, Card, Chip, Stack, Typography } from "@mui/material";
import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { type PartnerLanguage, partnerLanguages } from "../api/languages.ts";
import type { ListRecord } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { ImportSection } from "../exchange/ImportSection.tsx";
import { useLocale, useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { DownloadLink } from "../ui/download.tsx";
import { FormButton } from "../ui/FormDialog.tsx";
import { useRequiredRule, useWholeNumberRule } from "../ui/form/errors.ts";
import { useProposal } from "../ui/form/IdField.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { RecordTableOrCards } from "../ui/list/RecordList.tsx";
import type { ListColumn } from "../ui/list/records.ts";
import { fieldGrid, PlainList } from "../ui/page/layout.tsx";
import { Page } from "../ui/page/Page.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { isCode, maxTicketSize } from "./model/checks.ts";

const takes = { csv: "ticketTypes.import", xlsx: "ticketTypes.import" } as const;

type TicketType = ListRecord<"ticketTypes.list">;

/** The ticket types: their names on vouchers and lists, and how many people and seats each stands for. */
export function TicketTypeList() {
  const t = useText();
  const locale = useLocale();
  const may = useRights().has("ticketTypes.update");
  const actions: ListColumn<TicketType> = {
    label: t("orders.field.actions"),
    figure: true,
    card: "bare",
    value: (type) => <EditButton type={type} />,
  };
  const query = useAnswer("ticketTypes.list");
  return (
    <Page
      title={t("ticketTypes.title")}
      lead={t("ticketTypes.lead")}
      actions={may && query.data && <AddButton types={query.data.data} />}
    >
      <SizeQuestions types={query.data?.data ?? []} mayAnswer={may} />
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
                compact
                columns={[
                  {
                    label: t("field.code"),
                    main: true,
                    value: ({ code, revision }) => (
                      <>
                        <span style={{ fontFamily: mono }}>{code}</span>{" "}
                        {revision === 0 && <Chip label={t("ticketTypes.proposed")} />}
                      </>
                    ),
                    second: ({ conditions }) => conditions[locale],
                  },
                  ...partnerLanguages.map((lang) => ({
                    label: t(`content.lang.${lang}`),
                    most: "11rem",
                    value: (type: TicketType) => <Name type={type} lang={lang} />,
                  })),
                  { label: t("ticketTypes.ages"), value: (type) => <Ages type={type} /> },
                  {
                    label: t("field.people"),
                    figure: true,
                    value: ({ people }) => <Size stored={people} />,
                  },
                  { label: t("field.seats"), figure: true, value: ({ seats }) => <Size stored={seats} /> },
                  { label: t("ticketTypes.items"), figure: true, card: "none", value: ({ items }) => items },
                  ...(may ? [actions] : []),
                ]}
              />
            )
          }
        </QueryResult>
      </Card>
      {query.data?.data.some(({ revision }) => revision === 0) && (
        <SecondaryText>{t("ticketTypes.proposedLead")}</SecondaryText>
      )}
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

/** The ages of a ticket type, if the operator chose any. */
function Ages({ type: { ageFrom, ageTo } }: { type: TicketType }) {
  const t = useText();
  if (ageFrom !== null && ageTo !== null) return <b>{t("productForm.asSeen.ages", { from: ageFrom, to: ageTo })}</b>;
  if (ageFrom !== null) return <b>{t("productForm.asSeen.agesFrom", { from: ageFrom })}</b>;
  return ageTo === null ? null : <b>{t("productForm.asSeen.agesTo", { to: ageTo })}</b>;
}

/** A number that the operator chose is bold. */
const Size = ({ stored }: { stored: number | null }) =>
  stored === null ? <SecondaryText span>1</SecondaryText> : <b>{stored}</b>;

/** Names the ticket types that seem to be for several people while nobody has said for how many. */
function SizeQuestions({ types, mayAnswer }: { types: readonly TicketType[]; mayAnswer: boolean }) {
  const t = useText();
  const asking = types.filter(({ asksSize }) => asksSize);
  if (asking.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ "& .MuiAlert-message": { flex: 1 } }}>
      <PlainList gap={1}>
        {asking.map((type) => (
          <Stack
            key={type.code}
            component="li"
            direction="row"
            sx={{ columnGap: 2, rowGap: 0.75, flexWrap: "wrap", alignItems: "center", justifyContent: "space-between" }}
          >
            <span>{t("ticketTypes.asksSize", { code: type.code })}</span>
            {mayAnswer && <EditButton type={type} label={t("ticketTypes.saySize")} />}
          </Stack>
        ))}
      </PlainList>
    </Alert>
  );
}

/** Adds a ticket type that no product has yet. */
function AddButton({ types }: { types: readonly TicketType[] }) {
  const t = useText();
  const api = useApi();
  const required = useRequiredRule();
  const codeProblem = (typed: string) => {
    if (types.some(({ code }) => code === typed.trim())) return t("ticketTypes.taken");
    return required(typed) ?? (isCode(typed) ? undefined : t("products.error.code"));
  };
  return (
    <FormButton
      button={{ variant: "contained", startIcon: <AddIcon /> }}
      label={t("ticketTypes.add")}
      submit={t("frame.action.save")}
      title={t("ticketTypes.add")}
      defaults={newType}
      save={({ code, ...values }) =>
        api("ticketTypes.update", { code: code.trim(), body: { ...bodyOf(values), revision: 0 } })
      }
      notice={(_, { code }) => t("ticketTypes.saved", { code: code.trim() })}
    >
      <TextField
        source="code"
        label={t("field.code")}
        helperText={t("ticketTypes.codeLead")}
        most={64}
        required
        verbatim
        autoFocus
        validate={codeProblem}
      />
      <NameProposals />
      <TypeFields namesLead={t("ticketTypes.fromCode")} />
    </FormButton>
  );
}

/** Fills the names from the code, until the operator types them. */
function NameProposals() {
  const code: string = useWatch({ name: "code" }) ?? "";
  const words = code.trim().replace(/[_-]+/g, " ").toLowerCase();
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  useProposal("es", name);
  useProposal("pt", name);
  useProposal("en", name);
  return null;
}

const newType: Values & { code: string } = {
  ...{ code: "", es: "", pt: "", en: "", ageFrom: "", ageTo: "", people: "", seats: "" },
  conditions: {},
};

/** `label`: answers the question for how many people the ticket is. */
function EditButton({ type, label }: { type: TicketType; label?: string }) {
  const t = useText();
  const api = useApi();
  const { code } = type;
  return (
    <FormButton
      button={{ size: "small", ...(label && { color: "inherit", variant: "outlined" }) }}
      of={code}
      label={label ?? t("products.action.edit")}
      title={t("ticketTypes.editTitle", { code })}
      lead={type.revision === 0 && t("ticketTypes.proposedLead")}
      submit={t("frame.action.save")}
      defaults={valuesOf(type)}
      record={{
        present: type,
        read: async () => (await api("ticketTypes.list")).data.find((one) => one.code === code) ?? type,
        refill: valuesOf,
        undo: true,
      }}
      save={(values, { revision }) => api("ticketTypes.update", { code, body: { ...bodyOf(values), revision } })}
      notice={t("ticketTypes.saved", { code })}
    >
      <TypeFields focus={label === undefined ? "name" : "people"} />
    </FormButton>
  );
}

/** The fields of a ticket type beside its code. */
function TypeFields({ focus, namesLead }: { focus?: "name" | "people"; namesLead?: string }) {
  const t = useText();
  return (
    <>
      {partnerLanguages.map((lang, n) => (
        <TextField
          key={lang}
          source={lang}
          label={t(`content.lang.${lang}`)}
          helperText={namesLead}
          most={60}
          required
          autoFocus={n === 0 && focus === "name"}
        />
      ))}
      <Stack direction="row" sx={{ gap: 2 }}>
        <TextField source="ageFrom" label={t("ticketTypes.ageFrom")} most={3} inputMode="numeric" />
        <TextField source="ageTo" label={t("ticketTypes.ageTo")} most={3} inputMode="numeric" />
      </Stack>
      <SizeFields focused={focus === "people"} />
      {partnerLanguages.map((lang) => (
        <TextField
          key={lang}
          source={`conditions.${lang}`}
          label={`${t("ticketTypes.conditions")} › ${t(`content.lang.${lang}`)}`}
          most={300}
          multiline
        />
      ))}
    </>
  );
}

/** A ticket takes as many seats as people until the operator types another number of seats. */
function SizeFields({ focused }: { focused: boolean }) {
  const t = useText();
  const wholeNumber = useWholeNumberRule();
  const { getValues, setValue } = useFormContext<Values>();
  const people = useWatch<Values, "people">({ name: "people" });
  const former = useRef(people);
  useEffect(() => {
    if (former.current !== people && getValues("seats") === former.current)
      setValue("seats", people, { shouldDirty: true });
    former.current = people;
  }, [people, getValues, setValue]);
  return (
    <Box sx={fieldGrid("10rem")}>
      {(["people", "seats"] as const).map((name) => (
        <TextField
          key={name}
          source={name}
          label={t(`field.${name}`)}
          helperText={t(`ticketTypes.${name}Lead`)}
          most={4}
          inputMode="numeric"
          autoFocus={focused && name === "people"}
          validate={(text: string) => (text.trim() === "" ? undefined : wholeNumber(text, 0, maxTicketSize))}
        />
      ))}
    </Box>
  );
}

type Names = TicketType["names"];
interface Values extends Names {
  ageFrom: string;
  ageTo: string;
  people: string;
  seats: string;
  conditions: Partial<Record<PartnerLanguage, string | null>>;
}

const valuesOf = ({ names, ageFrom, ageTo, people, seats, conditions }: TicketType): Values => ({
  ...names,
  ageFrom: String(ageFrom ?? ""),
  ageTo: String(ageTo ?? ""),
  people: String(people ?? ""),
  seats: String(seats ?? ""),
  conditions,
});

/** An empty age means any age, an empty number of people or seats one. */
const numberOf = (typed: string | null): number | null => ((typed ?? "").trim() === "" ? null : Number(typed));

const bodyOf = ({ es, pt, en, ageFrom, ageTo, people, seats, conditions }: Values) => ({
  ...{ es, pt, en },
  ageFrom: numberOf(ageFrom),
  ageTo: numberOf(ageTo),
  people: numberOf(people),
  seats: numberOf(seats),
  conditions: Object.fromEntries(
    Object.entries(conditions).flatMap(([lang, text]) => (text?.trim() ? [[lang, text.trim()]] : [])),
  ),
});
