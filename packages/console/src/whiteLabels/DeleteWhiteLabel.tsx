import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { ActionDialog } from "../ui/form/ActionDialog.tsx";
import { ConflictAction } from "../ui/form/ConflictAction.tsx";
import type { WhiteLabel } from "./whiteLabel.ts";

/** Asks before a white label is taken away; with pages that name it, it stays. */
export function DeleteWhiteLabel({ label, onClose }: { label: WhiteLabel; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const client = useQueryClient();
  const [present, setPresent] = useState(label);
  const run = useMutation({
    mutationFn: () => api("whiteLabels.delete", { id: label.id, query: { revision: present.revision } }),
    onSuccess: async () => {
      notify(t("whiteLabels.delete.done", { code: label.code }), { type: "success" });
      await client.invalidateQueries();
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t("whiteLabels.delete.title", { code: label.code })}
      lead={t("whiteLabels.delete.lead", { name: present.name, partner: present.partnerName })}
      submit={t("whiteLabels.delete.button")}
      danger
      pending={run.isPending}
      error={run.error}
      errorAction={
        <ConflictAction
          error={run.error}
          read={() => api("whiteLabels.show", { id: label.id })}
          onRead={(now) => {
            setPresent(now);
            run.reset();
          }}
        />
      }
      onSubmit={run.mutate}
      onClose={onClose}
    />
  );
}
