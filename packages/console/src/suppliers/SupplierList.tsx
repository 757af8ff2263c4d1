import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { DialogButton, RecordActions } from "../ui/dialog/dialogs.tsx";
import { FormButton } from "../ui/dialog/FormDialog.tsx";
import { FilterBar, SearchFilter } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { filteredList, PageLink, Secondary } from "../ui/text.tsx";
import { type Supplier, SupplierButton, SupplierSecret } from "./dialogs.tsx";

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
