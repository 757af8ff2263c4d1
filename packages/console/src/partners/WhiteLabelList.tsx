import AddIcon from "@mui/icons-material/Add";
import { Alert } from "@mui/material";
import type { ListRecord } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { RecordActions } from "../ui/dialogs.tsx";
import { FormButton } from "../ui/FormDialog.tsx";
import { SelectField, TextField } from "../ui/form/TextField.tsx";
import { usePartnerNames } from "../ui/form/usePartnerNames.ts";
import { FilterBar, SearchFilter, SelectFilter } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import type { ListColumn } from "../ui/list/records.ts";
import { partnerNameText } from "../ui/partner-name.ts";
import { filteredListAddress, PageLink } from "../ui/text.tsx";

/** A site of a partner. */
type WhiteLabel = ListRecord<"whiteLabels.list">;

/** The list of white labels. */
export function WhiteLabelList() {
  const t = useText();
  const rights = useRights();
  const partners = usePartnerNames();
  const [mayRename, mayDelete] = [rights.has("whiteLabels.update"), rights.has("whiteLabels.delete")];
  const actions: ListColumn<WhiteLabel> = {
    label: t("orders.field.actions"),
    figure: true,
    card: "bare",
    value: (label) => (
      <RecordActions>
        {mayRename && <Rename label={label} />}
        {mayDelete && <Delete label={label} />}
      </RecordActions>
    ),
  };
  return (
    <ListPage
      resource="white-labels"
      title={t("whiteLabels.title")}
      lead={t("whiteLabels.lead")}
      sort={{ field: "code", order: "ASC" }}
      filters={
        <FilterBar first={<SearchFilter label={t("whiteLabels.search")} />}>
          <SelectFilter
            source="partner"
            label={t("orders.field.partner")}
            any={t("find.anyPartner")}
            choices={partners}
          />
        </FilterBar>
      }
      actions={rights.has("whiteLabels.create") && <Create />}
    >
      <RecordList<WhiteLabel>
        columns={[
          {
            label: t("field.code"),
            sort: "code",
            main: true,
            value: ({ code }) => <b style={{ fontFamily: mono }}>{code}</b>,
            second: ({ name }) => name,
          },
          {
            label: t("orders.field.partner"),
            most: "16rem",
            card: "bare",
            value: ({ partner, partnerName }) => partnerNameText(partner, partnerName, t),
          },
          { label: t("content.title"), figure: true, value: (label) => <Pages label={label} /> },
          ...(mayRename || mayDelete ? [actions] : []),
        ]}
      />
    </ListPage>
  );
}

function Pages({ label: { code, pages } }: { label: WhiteLabel }) {
  const t = useText();
  if (pages === 0) return 0;
  return (
    <PageLink
      to={filteredListAddress("pages", { whiteLabel: code })}
      aria-label={t("whiteLabels.pagesOf", { code, n: pages })}
    >
      {pages}
    </PageLink>
  );
}

/** Adds a white label to a partner. */
function Create() {
  const t = useText();
  const api = useApi();
  const partners = usePartnerNames();
  return (
    <FormButton
      button={{ variant: "contained", startIcon: <AddIcon /> }}
      label={t("whiteLabels.create.button")}
      title={t("whiteLabels.create.button")}
      lead={t("whiteLabels.create.lead")}
      submit={t("frame.action.save")}
      defaults={{ code: "", name: "", partner: "" }}
      codes={{ "code-taken": { source: "code", text: t("whiteLabels.taken") } }}
      save={({ name, ...rest }) => api("whiteLabels.create", { body: { ...rest, name: name.trim() } })}
      notice={(_, { code }) => t("whiteLabels.create.done", { code })}
    >
      <TextField
        required
        autoFocus
        source="code"
        label={t("field.code")}
        helperText={t("whiteLabels.codeLead")}
        validate={(code) => (/^\S+$/.test(code ?? "") ? undefined : t("whiteLabels.fault.code"))}
        most={64}
      />
      <TextField source="name" label={t("field.name")} required most={200} />
      <SelectField source="partner" label={t("orders.field.partner")} choices={partners} />
    </FormButton>
  );
}

function Rename({ label }: { label: WhiteLabel }) {
  const t = useText();
  const api = useApi();
  const { id, code } = label;
  return (
    <FormButton
      button={{ size: "small" }}
      of={code}
      label={t("whiteLabels.rename.button")}
      title={t("whiteLabels.rename.title", { code })}
      submit={t("frame.action.save")}
      defaults={{ name: label.name }}
      record={{
        present: label,
        read: () => api("whiteLabels.show", { id }),
        show: ({ name }) => <Alert severity="info">{t("whiteLabels.rename.present", { name })}</Alert>,
        undo: true,
      }}
      save={({ name }, { revision }) => api("whiteLabels.update", { id, body: { name: name.trim(), revision } })}
      notice={t("whiteLabels.rename.done", { code })}
    >
      <TextField autoFocus source="name" label={t("field.name")} required most={200} />
    </FormButton>
  );
}

/** Deletes a white label that no page uses. */
function Delete({ label }: { label: WhiteLabel }) {
  const t = useText();
  const api = useApi();
  const { id, code, name } = label;
  const partner = partnerNameText(label.partner, label.partnerName, t);
  return (
    <FormButton
      danger
      button={{ size: "small", color: "error" }}
      of={code}
      label={t("products.action.delete.button")}
      title={t("whiteLabels.delete.title", { code })}
      lead={t("whiteLabels.delete.lead", { name, partner })}
      record={{ present: label, read: () => api("whiteLabels.show", { id }) }}
      save={(_, { revision }) => api("whiteLabels.delete", { id, query: { revision } })}
      notice={t("whiteLabels.delete.done", { code })}
    />
  );
}
