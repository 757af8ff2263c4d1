import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import type { WhiteLabel } from "./whiteLabel.ts";

/** Deletes a white label that no page uses. */
export function DeleteWhiteLabel({ label, onClose }: { label: WhiteLabel; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const { id, code, name, partnerName } = label;
  return (
    <FormDialog
      danger
      title={t("whiteLabels.delete.title", { code })}
      lead={t("whiteLabels.delete.lead", { name, partner: partnerName })}
      submit={t("whiteLabels.delete.button")}
      record={{ present: label, read: () => api("whiteLabels.show", { id }) }}
      save={(_, { revision }) => api("whiteLabels.delete", { id, query: { revision } })}
      notice={t("whiteLabels.delete.done", { code })}
      onClose={onClose}
    />
  );
}
