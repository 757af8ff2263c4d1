import Alert from "@mui/material/Alert";
import { useState } from "react";
import { useNotify, useRefresh } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/useRights.ts";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { SupplierFields } from "./SupplierFields.tsx";
import { bodyOf, empty, givenOf, type Supplier } from "./supplier.ts";

/** Creates or changes a supplier. */
export function SupplierDialog({ supplier, onClose }: { supplier?: Supplier; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const refresh = useRefresh();
  const rights = useRights();
  const [seen, setSeen] = useState(supplier);
  return (
    <FormDialog
      title={supplier ? t("suppliers.change.title", { name: supplier.name }) : t("suppliers.create.title")}
      submit={supplier ? t("frame.action.save") : t("suppliers.create.button")}
      defaults={supplier ? givenOf(supplier) : empty}
      present={{
        read: () => api("suppliers.show", { id: seen!.id }),
        onRead: (present) => {
          setSeen(present);
          refresh();
        },
      }}
      save={(given): Promise<unknown> =>
        seen
          ? api("suppliers.update", { id: seen.id, body: { ...bodyOf(given), revision: seen.revision } })
          : api("suppliers.create", { body: { externalId: given.externalId.trim(), ...bodyOf(given) } })
      }
      onSaved={(_, { name }) => {
        notify(t("suppliers.saved", { name: name.trim() }), { type: "success" });
        refresh();
        onClose();
      }}
      onClose={onClose}
    >
      {seen && seen !== supplier && <Present supplier={seen} />}
      <SupplierFields isNew={!supplier} decides={rights.has("orders.confirm")} />
    </FormDialog>
  );
}

/** The supplier as another operator saved it. */
function Present({ supplier }: { supplier: Supplier }) {
  const t = useText();
  const { name, kind, lang, email, url, answerWithinMinutes } = supplier;
  const parts = [name, t(`suppliers.kind.${kind}`), t(`orders.lang.${lang}`), email, url, `${answerWithinMinutes} min`];
  return (
    <Alert severity="info" sx={{ overflowWrap: "anywhere" }}>
      {t("frame.presentState")} <b>{parts.filter(Boolean).join(" · ")}</b>
    </Alert>
  );
}
