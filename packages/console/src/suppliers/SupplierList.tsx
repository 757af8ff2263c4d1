import AddIcon from "@mui/icons-material/Add";
import { Alert, Chip, Typography } from "@mui/material";
import { useWatch } from "react-hook-form";
import { type PartnerLanguage, partnerLanguages } from "../api/languages.ts";
import type { ListRecord, RequestBody } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { type Language, useLocale, useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { DialogButton, PlainDialog, RecordActions } from "../ui/dialogs.tsx";
import { FormButton } from "../ui/FormDialog.tsx";
import { choicesOf, useWholeNumberRule } from "../ui/form/errors.ts";
import { IdField } from "../ui/form/IdField.tsx";
import { SelectField, TextField } from "../ui/form/TextField.tsx";
import { FilterBar, SearchFilter } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { Secret } from "../ui/secrets/Secret.tsx";
import { cutText, filteredListAddress, PageLink } from "../ui/text.tsx";
import { ImportOffers } from "./ImportOffers.tsx";
import type { LocalizedText } from "./kind.ts";
import {
  isSecretStored,
  parseSettings,
  settingInputs,
  settingTexts,
  supplierKindNamed,
  supplierKindNames,
} from "./kinds.ts";
import { PriceChanges } from "./PriceChanges.tsx";
import { SettingField } from "./SettingField.tsx";

/** The list of suppliers. */
export function SupplierList() {
  const t = useText();
  const format = useFormat();
  const rights = useRights();
  const { lang, words } = useWords();
  return (
    <ListPage
      resource="suppliers"
      title={t("suppliers.title")}
      lead={t("suppliers.lead")}
      empty={t("suppliers.empty")}
      filters={
        <>
          <PriceChanges />
          <FilterBar first={<SearchFilter placeholder={t("partners.searchLead")} />} />
        </>
      }
      actions={rights.has("suppliers.create") && <SupplierButton />}
    >
      <RecordList<Supplier>
        columns={[
          {
            label: t("field.name"),
            main: true,
            value: ({ name }) => (
              <Typography component="h2" sx={{ fontWeight: 600, ...cutText }}>
                {name}
              </Typography>
            ),
            second: ({ externalId }) => externalId,
          },
          {
            label: t("suppliers.field.kind"),
            card: "line",
            value: ({ kind }) => <Chip label={kindLabel(kind, words)} />,
            second: ({ kind, settings }) => settingTexts(supplierKindNamed(kind), settings, lang).join(" · "),
          },
          {
            label: t("orders.field.language"),
            card: "bare",
            value: ({ lang, answerWithinMinutes }) =>
              `${t(`content.lang.${lang}`)} · ${t("suppliers.within", { lasting: format.lasting(answerWithinMinutes * 60) })}`,
          },
          {
            label: t("products.title"),
            card: "bare",
            value: ({ externalId, products }) =>
              products === 0 ? (
                t("suppliers.noProducts")
              ) : (
                <PageLink to={filteredListAddress("products", { supplier: externalId })}>
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
      {supplierKindNamed(kind)?.signed && rights.has("suppliers.secret") && (
        <DialogButton
          size="small"
          of={name}
          label={t("frame.secret.present")}
          dialog={(close) => <SupplierSecret supplier={supplier} onClose={close} />}
        />
      )}
      {supplierKindNamed(kind)?.offersProducts && rights.has("suppliers.importProduct") && (
        <DialogButton
          size="small"
          of={name}
          label={t("suppliers.import.button")}
          dialog={(close) => <ImportOffers supplier={supplier} onClose={close} />}
        />
      )}
      {products === 0 && rights.has("suppliers.delete") && (
        <FormButton
          danger
          button={{ size: "small", color: "error" }}
          of={name}
          label={t("products.action.delete.button")}
          title={t("products.action.delete.title", { name })}
          lead={t("suppliers.delete.lead")}
          save={() => api("suppliers.delete", { id, query: { revision } })}
          notice={t("products.action.delete.done", { name })}
        />
      )}
    </RecordActions>
  );
}

/** Gives a text of a kind in the operator's language. */
function useWords(): { lang: Language; words: (text: LocalizedText) => string } {
  const lang = useLocale();
  return { lang, words: (text) => text[lang] };
}

const kindLabel = (kind: string, words: (text: LocalizedText) => string): string => {
  const known = supplierKindNamed(kind);
  return known ? words(known.label) : kind;
};

type Supplier = ListRecord<"suppliers.list">;

/** The values of the form: all fields but flags are text. */
type SupplierValues = typeof empty;
const empty = {
  externalId: "",
  name: "",
  kind: "desk",
  settings: {} as Supplier["settings"],
  lang: "es" as PartnerLanguage,
  answerWithinMinutes: "1440",
};

const valuesOf = (supplier: Supplier): SupplierValues => ({
  ...supplier,
  settings: { ...supplier.settings, ...settingInputs(supplierKindNamed(supplier.kind), supplier.settings) },
  answerWithinMinutes: String(supplier.answerWithinMinutes),
});

/** Returns the body of a change, with the settings of the kind. */
const bodyOf = ({ name, kind, settings, lang, answerWithinMinutes }: SupplierValues) => ({
  name: name.trim(),
  kind: kind as RequestBody<"suppliers.update">["kind"],
  settings: parseSettings(supplierKindNamed(kind), settings),
  lang,
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
      label={t(supplier ? "operators.change.button" : "suppliers.create.button")}
      title={supplier ? t("partners.change.title", { name: supplier.name }) : t("suppliers.create.button")}
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
      notice={(_, { name }) => t("productForm.review.saved", { name: name.trim() })}
    >
      <SupplierFields isNew={!supplier} decides={rights.has("orders.confirm")} />
    </FormButton>
  );
}

/** The supplier that another operator has saved meanwhile. */
function PresentValues({ supplier }: { supplier: Supplier }) {
  const t = useText();
  const { lang, words } = useWords();
  const { name, kind, settings, answerWithinMinutes } = supplier;
  const called = [kindLabel(kind, words), ...settingTexts(supplierKindNamed(kind), settings, lang)];
  const parts = [name, ...called, t(`content.lang.${supplier.lang}`), `${answerWithinMinutes} min`];
  return (
    <Alert severity="info" sx={{ overflowWrap: "anywhere" }}>
      {t("frame.presentState")} <b>{parts.join(" · ")}</b>
    </Alert>
  );
}

/** The fields of a supplier that its kind needs. `decides`: whether the operator may change how the supplier receives orders. */
function SupplierFields({ isNew, decides }: { isNew: boolean; decides: boolean }) {
  const t = useText();
  const { words } = useWords();
  const wholeNumber = useWholeNumberRule();
  const kind: string = useWatch({ name: "kind" });
  const settings: Supplier["settings"] = useWatch({ name: "settings" });
  const known = supplierKindNamed(kind);
  const lead = known ? words(known.lead) : "";
  return (
    <>
      <TextField autoFocus source="name" label={t("field.name")} required most={200} />
      {isNew && <IdField label={t("field.externalId")} lead={t("suppliers.externalIdLead")} />}
      <SelectField
        source="kind"
        label={t("suppliers.field.kind")}
        disabled={!decides}
        helperText={decides ? lead : `${lead} ${t("suppliers.kindLocked")}`}
        choices={choicesOf(supplierKindNames, (one) => kindLabel(one, words))}
      />
      {Object.entries(known?.settings.properties ?? {}).map(([name, setting]) => (
        <SettingField
          key={`${kind} ${name}`}
          name={name}
          setting={setting}
          required={known?.settings.required?.includes(name) ?? false}
          stored={setting.input === "password" && isSecretStored(settings, name)}
          disabled={!decides}
          words={words}
        />
      ))}
      <SelectField
        source="lang"
        label={t("orders.field.language")}
        helperText={t("suppliers.langLead")}
        choices={choicesOf(partnerLanguages, (lang) => t(`content.lang.${lang}`))}
      />
      <TextField
        required
        source="answerWithinMinutes"
        label={t("suppliers.field.minutes")}
        helperText={t("suppliers.minutesLead")}
        validate={(text) => wholeNumber(text, 1, 43_200)}
        slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 5 } }}
      />
    </>
  );
}

/** The secret that signs requests to a supplier's system. */
function SupplierSecret({ supplier: { id, name }, onClose }: { supplier: Supplier; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  return (
    <PlainDialog title={t("suppliers.secret.title", { name })} onClose={onClose}>
      <Typography sx={{ color: "text.secondary" }}>{t("suppliers.secret.lead")}</Typography>
      <Secret
        read={() => api("suppliers.secret", { id })}
        rotate={() => api("suppliers.rotateSecret", { id })}
        rotateTitle={t("partners.secret.rotateTitle", { name })}
        rotateLead={t("suppliers.secret.rotateLead")}
      />
    </PlainDialog>
  );
}
