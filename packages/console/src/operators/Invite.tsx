import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { TextInput, useLocale, useRefresh } from "react-admin";
import type { Body } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { type Language, useText } from "../i18n/index.ts";
import { ActionDialog } from "../ui/form/ActionDialog.tsx";
import { FormDialog } from "../ui/form/FormDialog.tsx";
import { ShownOnce } from "../ui/secrets/ShownOnce.tsx";
import { OperatorFields } from "./OperatorFields.tsx";
import type { Operator } from "./operator.ts";

/** Invites an operator and shows the link, once. */
export function InviteOperator({ onClose }: { onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const refresh = useRefresh();
  const lang = useLocale() as Language;
  const [link, setLink] = useState<{ email: string; address: string } | null>(null);
  const defaults: Body<"operators.invite"> = { email: "", name: "", role: "orders", lang };
  if (link) return <OneTimeLink {...link} onClose={onClose} />;
  return (
    <FormDialog
      title={t("operators.invite.title")}
      lead={t("operators.invite.lead")}
      submit={t("operators.invite.submit")}
      defaults={defaults}
      save={(given) => api("operators.invite", { body: { ...given, name: given.name.trim() } })}
      onSaved={({ address }, { email }) => {
        refresh();
        setLink({ email, address });
      }}
      onClose={onClose}
    >
      <TextInput
        autoFocus
        source="email"
        type="email"
        label={t("operators.field.email")}
        parse={(text: string) => text.trim()}
        validate={(email) => (/^[^\s@]+@[^\s@]+$/.test(email ?? "") ? undefined : t("account.welcome.emailWrong"))}
      />
      <OperatorFields />
    </FormDialog>
  );
}

/** A new one-time link for an operator who lost the password or second factor. */
export function InviteAgain({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const invite = useMutation({ mutationFn: () => api("operators.inviteAgain", { id: operator.id }) });
  if (invite.data) return <OneTimeLink email={operator.email} address={invite.data.address} onClose={onClose} />;
  return (
    <ActionDialog
      title={t("operators.again.title", { email: operator.email })}
      lead={t("operators.again.lead")}
      submit={t("operators.again.submit")}
      pending={invite.isPending}
      error={invite.error}
      onSubmit={invite.mutate}
      onClose={onClose}
    />
  );
}

function OneTimeLink({ email, address, onClose }: { email: string; address: string; onClose: () => void }) {
  const t = useText();
  return (
    <ShownOnce
      title={t("operators.invite.made", { email })}
      label={t("operators.invite.link")}
      text={address}
      warning={t("operators.invite.madeLead")}
      copy={t("operators.invite.copy")}
      done={t("operators.invite.done")}
      onClose={onClose}
    />
  );
}
