import { useMutation } from "@tanstack/react-query";
import { useNotify, useRefresh } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { ActionDialog } from "../ui/form/ActionDialog.tsx";
import type { Supplier } from "./supplier.ts";

/** Takes a supplier away that nothing names. */
export function DeleteSupplier({ supplier, onClose }: { supplier: Supplier; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const refresh = useRefresh();
  const { id, name, revision } = supplier;
  const remove = useMutation({
    mutationFn: () => api("suppliers.delete", { id, query: { revision } }),
    onSuccess: () => {
      notify(t("suppliers.delete.done", { name }), { type: "success" });
      onClose();
    },
    onSettled: () => refresh(),
  });
  return (
    <ActionDialog
      title={t("suppliers.delete.title", { name })}
      lead={t("suppliers.delete.lead")}
      submit={t("suppliers.act.delete")}
      danger
      pending={remove.isPending}
      error={remove.error}
      onSubmit={remove.mutate}
      onClose={onClose}
    />
  );
}
