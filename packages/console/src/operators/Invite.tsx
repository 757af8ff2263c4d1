import { useState } from "react";
import { TextInput, useLocale } from "react-admin";
import type { Body } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { type Language, useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/dialog/FormDialog.tsx";
import { ShownOnce } from "../ui/dialog/ShownOnce.tsx";
import { OperatorFields } from "./OperatorFields.tsx";
import type { Operator } from "./operator.ts";

/** Invites an operator and shows the link, once. */
export function InviteOperator({ onClose }: { onClose: () => void }) {
  const t = useText();
  const api = useApi();
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
      save={({ name, ...rest }) => api("operators.invite", { body: { ...rest, name: name.trim() } })}
      onSaved={({ address }, { email }) => setLink({ email, address })}
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
export function InviteAgain({ operator: { id, email }, onClose }: { operator: Operator; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const [address, setAddress] = useState<string | null>(null);
  if (address) return <OneTimeLink email={email} address={address} onClose={onClose} />;
  return (
    <FormDialog
      title={t("operators.again.title", { email })}
      lead={t("operators.again.lead")}
      submit={t("operators.again.submit")}
      save={() => api("operators.inviteAgain", { id })}
      onSaved={(answer) => setAddress(answer.address)}
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
