import { useMutation } from "@tanstack/react-query";
import { useNotify, useRefresh } from "react-admin";
import { useText } from "../i18n/index.ts";
import { ActionDialog } from "../ui/ActionDialog.tsx";
import { useAsk } from "../ui/useAsk.ts";
import type { Supplier } from "./supplier.ts";

/** Takes a supplier away that nothing names. */
export function DeleteSupplier({ supplier, onClose }: { supplier: Supplier; onClose: () => void }) {
  const t = useText();
  const ask = useAsk();
  const notify = useNotify();
  const refresh = useRefresh();
  const { id, name, revision } = supplier;
  const remove = useMutation({
    mutationFn: () => ask("DELETE", `/suppliers/${encodeURIComponent(id)}`, { query: { revision } }),
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
