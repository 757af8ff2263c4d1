import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { type ContentPage, nameOf } from "./page.ts";

/** Deletes a page. */
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
  const name = nameOf(source);
  return (
    <FormDialog
      danger
      title={t("content.delete.title", { name })}
      lead={t("content.delete.lead")}
      submit={t("content.delete.button")}
      save={() => api("pages.delete", { id, query: { revision } })}
      notice={t("content.delete.done", { name })}
      onSaved={onDone}
      onClose={onClose}
    />
  );
}
