import Alert from "@mui/material/Alert";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/useRights.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { SupplierFields } from "./SupplierFields.tsx";
import { bodyOf, empty, type Supplier, type SupplierValues, valuesOf } from "./supplier.ts";

/** Creates or changes a supplier. */
export function SupplierDialog({ supplier, onClose }: { supplier?: Supplier; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const rights = useRights();
  return (
    <FormDialog<SupplierValues, unknown, Supplier>
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
      onClose={onClose}
    >
      <SupplierFields isNew={!supplier} decides={rights.has("orders.confirm")} />
    </FormDialog>
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
