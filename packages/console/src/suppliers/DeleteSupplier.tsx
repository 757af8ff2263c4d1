import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import type { Supplier } from "./supplier.ts";

/** Deletes a supplier that no product uses. */
export function DeleteSupplier({ supplier, onClose }: { supplier: Supplier; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const { id, name, revision } = supplier;
  return (
    <FormDialog
      danger
      title={t("suppliers.delete.title", { name })}
      lead={t("suppliers.delete.lead")}
      submit={t("suppliers.action.delete")}
      save={() => api("suppliers.delete", { id, query: { revision } })}
      notice={t("suppliers.delete.done", { name })}
      onClose={onClose}
    />
  );
}
