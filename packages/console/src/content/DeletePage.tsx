import { useMutation } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { ActionDialog } from "../ui/form/ActionDialog.tsx";
import type { ContentPage } from "./page.ts";

/** Asks before a page is deleted. */
export function DeletePage({
  page: { id, revision, source },
  onDone,
  onClose,
}: {
  page: ContentPage;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const name = source.es?.name ?? source.pt?.name ?? source.externalId;
  const run = useMutation({
    mutationFn: () => api("pages.delete", { id, query: { revision } }),
    onSuccess: () => {
      notify(t("content.delete.done", { name }), { type: "success" });
      onDone();
    },
  });
  return (
    <ActionDialog
      title={t("content.delete.title", { name })}
      lead={t("content.delete.lead")}
      submit={t("content.delete.button")}
      danger
      pending={run.isPending}
      error={run.error}
      onSubmit={run.mutate}
      onClose={onClose}
    />
  );
}
