import AddIcon from "@mui/icons-material/Add";
import { Alert, Chip, Typography } from "@mui/material";
import { useWatch } from "react-hook-form";
import { type PartnerLanguage, partnerLanguages } from "../api/languages.ts";
import type { Line } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { DialogButton, PlainDialog, RecordActions } from "../ui/dialog/dialogs.tsx";
import { FormButton } from "../ui/dialog/FormDialog.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { IdField } from "../ui/form/IdField.tsx";
import { SelectField, TextField } from "../ui/form/TextField.tsx";
import { FilterBar, SearchFilter } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { Secret } from "../ui/secrets/Secret.tsx";
import { filteredList, PageLink, Secondary } from "../ui/text.tsx";

/** The list of suppliers. */
export function SupplierList() {
  const t = useText();
  const format = useFormat();
  const rights = useRights();
  return (
    <ListPage
      resource="suppliers"
      title={t("suppliers.title")}
      lead={t("suppliers.lead")}
      empty={t("suppliers.empty")}
      filters={<FilterBar first={<SearchFilter placeholder={t("partners.searchLead")} />} />}
      actions={rights.has("suppliers.create") && <SupplierButton />}
    >
      <RecordList<Supplier>
        columns={[
          {
            label: t("suppliers.field.name"),
            wrap: true,
            value: ({ name, externalId }) => (
              <>
                <Typography component="h2" sx={{ fontWeight: 600 }}>
                  {name}
                </Typography>
                <Secondary sx={{ fontFamily: mono }}>{externalId}</Secondary>
              </>
            ),
          },
          {
            label: t("suppliers.field.kind"),
            wrap: true,
            card: "bare",
            value: ({ kind, email, url }) => (
              <>
                <Chip label={t(`suppliers.kind.${kind}`)} />
                <div>
                  {kind === "http" ? url : kind === "desk" ? (email ?? t("suppliers.ownDesk")) : t("suppliers.nobody")}
                </div>
              </>
            ),
          },
          {
            label: t("suppliers.field.lang"),
            card: "bare",
            wrap: true,
            value: ({ kind, lang, answerWithinMinutes }) =>
              kind === "simulator"
                ? t(`orders.lang.${lang}`)
                : `${t(`orders.lang.${lang}`)} · ${t("suppliers.within", { lasting: format.lasting(answerWithinMinutes * 60) })}`,
          },
          {
            label: t("products.title"),
            card: "bare",
            value: ({ externalId, products }) =>
              products === 0 ? (
                t("suppliers.noProducts")
              ) : (
                <PageLink to={filteredList("products", { supplier: externalId })}>
                  {t("suppliers.products", { smart_count: products })}
                </PageLink>
              ),
          },
          {
            label: t("orders.field.actions"),
            figure: true,
            card: "bare",
            value: (supplier) => <Actions supplier={supplier} />,
          },
        ]}
      />
    </ListPage>
  );
}

function Actions({ supplier }: { supplier: Supplier }) {
  const t = useText();
  const rights = useRights();
  const api = useApi();
  const { id, name, kind, products, revision } = supplier;
  return (
    <RecordActions>
      {rights.has("suppliers.update") && <SupplierButton supplier={supplier} />}
      {kind === "http" && rights.has("suppliers.secret") && (
        <DialogButton
          size="small"
          of={name}
          label={t("suppliers.action.secret")}
          dialog={(close) => <SupplierSecret supplier={supplier} onClose={close} />}
        />
      )}
      {products === 0 && rights.has("suppliers.delete") && (
        <FormButton
          danger
          button={{ size: "small", color: "error" }}
          of={name}
          label={t("suppliers.action.delete")}
          title={t("suppliers.delete.title", { name })}
          lead={t("suppliers.delete.lead")}
          save={() => api("suppliers.delete", { id, query: { revision } })}
          notice={t("suppliers.delete.done", { name })}
        />
      )}
    </RecordActions>
  );
}

export type Supplier = Line<"suppliers.list">;
export type Kind = Supplier["kind"];
export const kinds = ["desk", "http", "simulator"] as const satisfies Kind[];

/** The values of the form: all fields are text. */
type SupplierValues = typeof empty;
export const empty = {
  externalId: "",
  name: "",
  kind: "desk" as Kind,
  lang: "es" as PartnerLanguage,
  email: "",
  url: "",
  answerWithinMinutes: "1440",
};

export const valuesOf = (supplier: Supplier): SupplierValues => ({
  ...supplier,
  email: supplier.email ?? "",
  url: supplier.url ?? "",
  answerWithinMinutes: String(supplier.answerWithinMinutes),
});

/** The body of a change, with the fields that the kind needs. */
export const bodyOf = ({ name, kind, lang, email, url, answerWithinMinutes }: SupplierValues) => ({
  name: name.trim(),
  kind,
  lang,
  ...(kind === "desk" && email.trim() && { email: email.trim() }),
  ...(kind === "http" && { url: url.trim() }),
  answerWithinMinutes: Number(answerWithinMinutes),
});

/** Creates or changes a supplier. */
function SupplierButton({ supplier }: { supplier?: Supplier }) {
  const t = useText();
  const api = useApi();
  const rights = useRights();
  return (
    <FormButton<SupplierValues, unknown, Supplier>
      button={supplier ? { size: "small" } : { variant: "contained", startIcon: <AddIcon /> }}
      of={supplier?.name}
      label={t(supplier ? "suppliers.action.change" : "suppliers.create.button")}
      title={supplier ? t("suppliers.change.title", { name: supplier.name }) : t("suppliers.create.title")}
      submit={supplier ? t("frame.action.save") : t("suppliers.create.button")}
      defaults={supplier ? valuesOf(supplier) : empty}
      {...(supplier && {
        record: {
          present: supplier,
          read: () => api("suppliers.show", { id: supplier.id }),
          show: (present) => <PresentValues supplier={present} />,
        },
      })}
      save={(values, present): Promise<unknown> =>
        supplier
          ? api("suppliers.update", { id: present.id, body: { ...bodyOf(values), revision: present.revision } })
          : api("suppliers.create", { body: { externalId: values.externalId.trim(), ...bodyOf(values) } })
      }
      notice={(_, { name }) => t("suppliers.saved", { name: name.trim() })}
    >
      <SupplierFields isNew={!supplier} decides={rights.has("orders.confirm")} />
    </FormButton>
  );
}

/** The supplier as another operator saved it. */
function PresentValues({ supplier }: { supplier: Supplier }) {
  const t = useText();
  const { name, kind, lang, email, url, answerWithinMinutes } = supplier;
  const parts = [name, t(`suppliers.kind.${kind}`), t(`orders.lang.${lang}`), email, url, `${answerWithinMinutes} min`];
  return (
    <Alert severity="info" sx={{ overflowWrap: "anywhere" }}>
      {t("frame.presentState")} <b>{parts.filter(Boolean).join(" · ")}</b>
    </Alert>
  );
}

/** The fields of a supplier that its kind needs. `decides`: whether the operator may change how it receives orders. */
function SupplierFields({ isNew, decides }: { isNew: boolean; decides: boolean }) {
  const t = useText();
  const kind: Kind = useWatch({ name: "kind" });
  const minutesFit = (text: string) => {
    const minutes = Number(text);
    return Number.isInteger(minutes) && minutes >= 1 && minutes <= 43_200 ? undefined : t("suppliers.minutesWrong");
  };
  return (
    <>
      <TextField autoFocus source="name" label={t("suppliers.field.name")} required most={200} />
      {isNew && <IdField label={t("suppliers.field.externalId")} lead={t("suppliers.externalIdLead")} />}
      <SelectField
        source="kind"
        label={t("suppliers.field.kind")}
        disabled={!decides}
        helperText={`${t(`suppliers.kindLead.${kind}`)}${decides ? "" : ` ${t("suppliers.kindLocked")}`}`}
        choices={choicesOf(kinds, (one) => t(`suppliers.kind.${one}`))}
      />
      {kind === "desk" && (
        <TextField
          source="email"
          type="email"
          disabled={!decides}
          label={t("suppliers.field.email")}
          helperText={t("suppliers.emailLead")}
          most={254}
        />
      )}
      {kind === "http" && (
        <TextField
          source="url"
          type="url"
          disabled={!decides}
          label={t("suppliers.field.url")}
          helperText={t("suppliers.urlLead")}
          required
          most={500}
        />
      )}
      <SelectField
        source="lang"
        label={t("suppliers.field.lang")}
        helperText={t("suppliers.langLead")}
        choices={choicesOf(partnerLanguages, (lang) => t(`orders.lang.${lang}`))}
      />
      <TextField
        required
        source="answerWithinMinutes"
        label={t("suppliers.field.minutes")}
        helperText={t("suppliers.minutesLead")}
        validate={minutesFit}
        slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 5 } }}
      />
    </>
  );
}

/** The secret that signs requests to a supplier's system. */
function SupplierSecret({ supplier: { id, name }, onClose }: { supplier: Supplier; onClose: () => void }) {
  const t = useText();
  return (
    <PlainDialog title={t("suppliers.secret.title", { name })} onClose={onClose}>
      <Typography sx={{ color: "text.secondary" }}>{t("suppliers.secret.lead")}</Typography>
      <Secret
        of="suppliers"
        id={id}
        rotateTitle={t("suppliers.secret.rotateTitle", { name })}
        rotateLead={t("suppliers.secret.rotateLead")}
      />
    </PlainDialog>
  );
}
