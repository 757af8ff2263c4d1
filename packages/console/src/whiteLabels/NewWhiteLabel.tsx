import { useQuery, useQueryClient } from "@tanstack/react-query";
import { SelectInput, TextInput, useNotify } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { useFilled } from "../ui/form/errors.ts";
import { FormDialog } from "../ui/form/FormDialog.tsx";

/** Adds a white label to a partner. */
export function NewWhiteLabel({ onClose }: { onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const notify = useNotify();
  const client = useQueryClient();
  const filled = useFilled();
  const { data: partners } = useQuery({
    queryKey: ["partners", "names"],
    queryFn: () => api("partners.list", { query: { perPage: 500, sort: "name", order: "asc" } }),
  });
  return (
    <FormDialog
      title={t("whiteLabels.create.title")}
      lead={t("whiteLabels.create.lead")}
      submit={t("frame.action.save")}
      defaults={{ code: "", name: "", partner: "" }}
      codes={{ "code-taken": { source: "code", text: t("whiteLabels.taken") } }}
      save={({ name, ...rest }) => api("whiteLabels.create", { body: { ...rest, name: name.trim() } })}
      onSaved={async (_, { code }) => {
        notify(t("whiteLabels.create.done", { code }), { type: "success" });
        await client.invalidateQueries();
        onClose();
      }}
      onClose={onClose}
    >
      <TextInput
        autoFocus
        source="code"
        label={t("whiteLabels.field.code")}
        helperText={t("whiteLabels.codeLead")}
        validate={(code) => (/^\S+$/.test(code ?? "") ? undefined : t("whiteLabels.fault.code"))}
        slotProps={{ htmlInput: { maxLength: 64 } }}
      />
      <TextInput
        source="name"
        label={t("whiteLabels.field.name")}
        validate={filled}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <SelectInput
        source="partner"
        label={t("orders.field.partner")}
        choices={partners?.data ?? []}
        optionValue="externalId"
        translateChoice={false}
        validate={filled}
      />
    </FormDialog>
  );
}
