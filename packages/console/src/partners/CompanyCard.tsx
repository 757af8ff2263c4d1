import AddIcon from "@mui/icons-material/Add";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import EditIcon from "@mui/icons-material/Edit";
import { Alert, Box, Button, IconButton, Link, Stack, Typography } from "@mui/material";
import { useFieldArray } from "react-hook-form";
import { partnerLanguages } from "../api/languages.ts";
import type { ApiAnswer } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { FormButton } from "../ui/FormDialog.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { SelectField, TextField } from "../ui/form/TextField.tsx";
import { FactList, fieldGrid, SectionCard } from "../ui/page/layout.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { PhoneLink, SecondaryText } from "../ui/text.tsx";

type Company = ApiAnswer<"partners.company">["company"];

const contactKinds = [
  "sales",
  "accounts",
  "technical",
  "on-the-day",
] as const satisfies Company["contacts"][number]["kind"][];
const mostContacts = 20;

/** A partner as a company: whom to write to, and how statements name it. */
export function CompanyCard({ partnerId }: { partnerId: string }) {
  const t = useText();
  const rights = useRights();
  const query = useAnswer("partners.company", { id: partnerId });
  return (
    <SectionCard
      title={t("statements.company.title")}
      aside={
        query.data &&
        rights.has("partners.changeCompany") && <ChangeCompany partnerId={partnerId} present={query.data} />
      }
    >
      <QueryResult query={query} lines={3}>
        {({ company }) => <Facts company={company} />}
      </QueryResult>
    </SectionCard>
  );
}

function Facts({ company }: { company: Company }) {
  const t = useText();
  const { contacts, lang } = company;
  const texts = (["legalName", "taxNumber", "address", "customerNumber", "supplierNumber", "notes"] as const).filter(
    (field) => company[field] !== "",
  );
  if (texts.length === 0 && contacts.length === 0 && lang === null)
    return <Typography sx={{ color: "text.secondary", py: 1 }}>{t("statements.company.none")}</Typography>;
  return (
    <FactList
      facts={[
        ...texts.map((field) => ({
          name: t(`statements.company.${field}`),
          wide: field === "address" || field === "notes" || field === "legalName",
          value: <span style={{ whiteSpace: "pre-line" }}>{company[field]}</span>,
        })),
        lang !== null && { name: t("statements.company.lang"), value: t(`frame.languages.${lang}`) },
        ...contacts.map(({ kind, name, email, phone }, n) => ({
          name: `${t(`statements.company.kinds.${kind}`)}${contacts.findIndex((one) => one.kind === kind) < n ? ` (${n + 1})` : ""}`,
          wide: true,
          value: (
            <Stack>
              {name}
              {email && (
                <Link href={`mailto:${email}`} underline="always">
                  {email}
                </Link>
              )}
              {phone && <PhoneLink number={phone} />}
            </Stack>
          ),
        })),
      ]}
    />
  );
}

function ChangeCompany({ partnerId, present }: { partnerId: string; present: ApiAnswer<"partners.company"> }) {
  const t = useText();
  const api = useApi();
  return (
    <FormButton
      button={{ size: "small", variant: "outlined", startIcon: <EditIcon /> }}
      label={t("statements.company.change")}
      title={t("statements.company.change")}
      submit={t("frame.action.save")}
      defaults={{ company: { ...present.company, lang: present.company.lang ?? ("" as Company["lang"] | "") } }}
      record={{
        present,
        read: () => api("partners.company", { id: partnerId }),
        show: ({ company }) => (
          <Alert severity="info">{t("statements.company.present", { name: company.legalName || "–" })}</Alert>
        ),
      }}
      save={({ company }, { revision }) =>
        api("partners.changeCompany", {
          id: partnerId,
          body: { company: { ...company, lang: company.lang || null }, revision },
        })
      }
      notice={t("statements.company.saved")}
    >
      <CompanyFields />
    </FormButton>
  );
}

function CompanyFields() {
  const t = useText();
  return (
    <>
      <TextField autoFocus source="company.legalName" label={t("statements.company.legalName")} most={200} />
      <TextField verbatim source="company.taxNumber" label={t("statements.company.taxNumber")} most={40} />
      <TextField multiline minRows={2} source="company.address" label={t("statements.company.address")} most={500} />
      <SelectField
        source="company.lang"
        label={t("statements.company.lang")}
        helperText={t("statements.company.langLead")}
        empty={t("statements.company.storeLang")}
        choices={choicesOf(partnerLanguages, (one) => t(`frame.languages.${one}`))}
      />
      <Contacts />
      <Box sx={fieldGrid("8rem")}>
        <TextField
          verbatim
          source="company.customerNumber"
          label={t("statements.company.customerNumber")}
          helperText={t("statements.company.customerLead")}
          most={64}
        />
        <TextField
          verbatim
          source="company.supplierNumber"
          label={t("statements.company.supplierNumber")}
          helperText={t("statements.company.supplierLead")}
          most={64}
        />
      </Box>
      <TextField multiline minRows={2} source="company.notes" label={t("statements.company.notes")} most={5000} />
    </>
  );
}

function Contacts() {
  const t = useText();
  const { fields, append, remove } = useFieldArray({ name: "company.contacts" });
  return (
    <Stack role="group" aria-label={t("statements.company.contacts")} sx={{ gap: 1.5 }}>
      {fields.map(({ id }, n) => (
        <Stack key={id} role="group" aria-label={t("statements.company.contact", { n: n + 1 })} sx={{ gap: 1.5 }}>
          <Stack direction="row" sx={{ alignItems: "center", gap: 1 }}>
            <SecondaryText sx={{ flex: 1 }}>{t("statements.company.contact", { n: n + 1 })}</SecondaryText>
            <IconButton
              size="small"
              aria-label={t("statements.company.removeContact", { n: n + 1 })}
              onClick={() => remove(n)}
            >
              <DeleteOutlineIcon />
            </IconButton>
          </Stack>
          <Box sx={fieldGrid("8rem", 1.5)}>
            <SelectField
              source={`company.contacts.${n}.kind`}
              label={t("statements.company.kind")}
              choices={choicesOf(contactKinds, (one) => t(`statements.company.kinds.${one}`))}
            />
            <TextField source={`company.contacts.${n}.name`} label={t("statements.company.name")} most={200} />
            <TextField
              verbatim
              type="email"
              source={`company.contacts.${n}.email`}
              label={t("statements.company.email")}
              most={254}
            />
            <TextField
              type="tel"
              source={`company.contacts.${n}.phone`}
              label={t("statements.company.phone")}
              most={50}
            />
          </Box>
        </Stack>
      ))}
      {fields.length < mostContacts && (
        <Button
          size="small"
          startIcon={<AddIcon />}
          onClick={() => append({ kind: "sales", name: "", email: "", phone: "" })}
          sx={{ alignSelf: "flex-start" }}
        >
          {t("statements.company.addContact")}
        </Button>
      )}
    </Stack>
  );
}
