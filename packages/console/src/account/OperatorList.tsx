import PersonAddIcon from "@mui/icons-material/PersonAdd";
import { Alert, Button, Chip, Stack, Typography } from "@mui/material";
import { isEmailAddress } from "@paseo/contract/limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { ListRecord } from "../api/types.ts";
import { namesQueryOptions, useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useSignedInOperator } from "../session/hooks.ts";
import { type OperatorRole, operatorRoles } from "../session/session.ts";
import { DialogButton, PlainDialog, RecordActions, ShownOnceDialog } from "../ui/dialogs.tsx";
import { FormButton, FormDialog } from "../ui/FormDialog.tsx";
import { BooleanField } from "../ui/form/choices.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { SelectField, TextField } from "../ui/form/TextField.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { deskPartnerId } from "../ui/partner-name.ts";
import { SessionList } from "./SessionList.tsx";

/** The list of operators. */
export function OperatorList() {
  const t = useText();
  const { day } = useFormat();
  const { me } = useSignedInOperator();
  const guides = useGuides();
  const guideName = (id: string) => guides.find((one) => one.id === id)?.name;
  return (
    <ListPage
      resource="operators"
      title={t("operators.title")}
      lead={t("operators.lead")}
      actions={
        <DialogButton
          variant="contained"
          startIcon={<PersonAddIcon />}
          label={t("operators.invite.button")}
          dialog={(close) => <InviteOperator onClose={close} />}
        />
      }
    >
      <RecordList<Operator>
        columns={[
          {
            label: t("field.name"),
            main: true,
            value: ({ id, name }) => (
              <b>
                {name}
                {id === me?.id && ` (${t("operators.you")})`}
              </b>
            ),
            second: ({ email }) => email,
          },
          {
            label: t("account.settings.role"),
            card: "bare",
            value: ({ role }) => t(`operators.role.${role}`),
            second: ({ resourceId, partnerName }) => (resourceId === null ? partnerName : guideName(resourceId)),
          },
          {
            label: t("field.state"),
            card: "bare",
            value: (operator) => <OperatorState operator={operator} />,
          },
          {
            label: t("account.factor.title"),
            value: ({ secondFactor }) => t(secondFactor ? "account.factor.on" : "account.factor.off"),
          },
          { label: t("currencies.field.changedAt"), value: ({ createdAt }) => day(createdAt) },
          {
            label: t("orders.field.actions"),
            figure: true,
            card: "bare",
            value: (operator) => <Actions operator={operator} />,
          },
        ]}
      />
    </ListPage>
  );
}

function Actions({ operator }: { operator: Operator }) {
  const t = useText();
  return (
    <RecordActions>
      <ChangeOperator operator={operator} />
      <DialogButton
        size="small"
        of={operator.email}
        label={t("operators.again.button")}
        dialog={(close) => <InviteOperatorAgain operator={operator} onClose={close} />}
      />
      <DialogButton
        size="small"
        of={operator.email}
        label={t("operators.sessions.button")}
        dialog={(close) => <OperatorSessions operator={operator} onClose={close} />}
      />
    </RecordActions>
  );
}

export function OperatorState({ operator }: { operator: Operator }) {
  const t = useText();
  const state = !operator.active ? "off" : operator.joined ? "active" : "invited";
  const color = { off: "default", active: "success", invited: "warning" } as const;
  return <Chip color={color[state]} label={t(`operators.state.${state}`)} />;
}

export type Operator = ListRecord<"operators.list">;

/** Invites an operator and shows the link, once. `guide`: invites this guide. `partner`: invites a person of this partner. */
export function InviteOperator({
  guide,
  partner,
  onClose,
}: {
  guide?: { id: string; name: string };
  partner?: { id: string; name: string };
  onClose: () => void;
}) {
  const t = useText();
  const api = useApi();
  const [link, setLink] = useState<{ email: string; address: string } | null>(null);
  const defaults = {
    email: "",
    name: guide?.name ?? "",
    role: guide ? "guide" : partner ? "partner" : "orders",
    resourceId: guide?.id ?? "",
    partnerId: partner?.id ?? "",
  };
  if (link) return <OneTimeLink {...link} onClose={onClose} />;
  return (
    <FormDialog
      title={partner ? `${t("ownPartner.people.invite")}: ${partner.name}` : t("operators.invite.title")}
      lead={t(partner ? "ownPartner.people.inviteLead" : "operators.invite.lead")}
      submit={t("operators.invite.submit")}
      defaults={defaults as OperatorValues & { email: string }}
      save={({ email, ...values }) => api("operators.invite", { body: { email, ...bodyOf(values) } })}
      onSaved={({ address }, { email }) => setLink({ email, address })}
      onClose={onClose}
    >
      <TextField
        required
        autoFocus
        source="email"
        type="email"
        label={t("account.signIn.email")}
        parse={(text: string) => text.trim()}
        validate={(email) => (isEmailAddress(email ?? "") ? undefined : t("account.welcome.emailWrong"))}
      />
      {partner ? <TextField source="name" label={t("field.name")} required most={100} /> : <OperatorFields />}
    </FormDialog>
  );
}

/** A new one-time link for an operator who lost the password or second factor. */
export function InviteOperatorAgain({ operator: { id, email }, onClose }: { operator: Operator; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const [address, setAddress] = useState<string | null>(null);
  if (address) return <OneTimeLink email={email} address={address} onClose={onClose} />;
  return (
    <FormDialog
      title={t("operators.again.title", { email })}
      lead={t("operators.again.lead")}
      submit={t("operators.invite.submit")}
      save={() => api("operators.inviteAgain", { id })}
      onSaved={(answer) => setAddress(answer.address)}
      onClose={onClose}
    />
  );
}

function OneTimeLink({ email, address, onClose }: { email: string; address: string; onClose: () => void }) {
  const t = useText();
  return (
    <ShownOnceDialog
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

interface OperatorValues {
  name: string;
  role: OperatorRole;
  resourceId: string;
  partnerId: string;
}

const valuesOf = ({ name, role, resourceId, partnerId, active }: Operator) => ({
  ...{ name, role, active },
  resourceId: resourceId ?? "",
  partnerId: partnerId ?? "",
});

const bodyOf = ({ name, role, resourceId, partnerId }: OperatorValues) => ({
  name: name.trim(),
  role,
  ...(role === "guide" && { resourceId }),
  ...(role === "partner" && { partnerId }),
});

/** Changes an operator. After another owner's change the form shows the current values. */
function ChangeOperator({ operator }: { operator: Operator }) {
  const t = useText();
  const api = useApi();
  const { id, email } = operator;
  return (
    <FormButton
      button={{ size: "small" }}
      of={email}
      label={t("operators.change.button")}
      title={t("operators.change.title", { email })}
      submit={t("frame.action.save")}
      defaults={valuesOf(operator)}
      record={{
        present: operator,
        read: () => api("operators.show", { id }),
        show: () => <Alert severity="info">{t("productForm.conflict.theirs")}</Alert>,
        refill: valuesOf,
        undo: true,
      }}
      save={({ active, ...values }, { revision }) =>
        api("operators.update", { id, body: { ...bodyOf(values), active, revision } })
      }
      notice={t("operators.change.saved", { email })}
    >
      <OperatorFields />
      <BooleanField
        source="active"
        label={t("operators.change.active")}
        helperText={t("operators.change.activeLead")}
      />
    </FormButton>
  );
}

/** Reads the resources of the kind guide. */
function useGuides() {
  const { data } = useAnswer("resources.list", { query: { perPage: 500 } }, namesQueryOptions);
  return (data?.data ?? []).filter(({ kind }) => kind === "guide");
}

/** Name and role of an operator. The role guide needs a guide among the resources, and the role partner a partner. */
function OperatorFields() {
  const t = useText();
  const role: OperatorRole = useWatch({ name: "role" });
  const guides = useGuides();
  return (
    <>
      <TextField source="name" label={t("field.name")} required most={100} />
      <SelectField
        source="role"
        label={t("account.settings.role")}
        helperText={t(`operators.roleLead.${role}`)}
        choices={choicesOf(operatorRoles, (one) => t(`operators.role.${one}`))}
      />
      {role === "guide" && (
        <SelectField
          source="resourceId"
          label={t("operators.role.guide")}
          helperText={t("operators.invite.guideLead")}
          choices={guides.map(({ id, name }) => ({ id, name }))}
        />
      )}
      {role === "partner" && <PartnerField />}
    </>
  );
}

function PartnerField() {
  const t = useText();
  const query = { perPage: 500, sort: "name", order: "asc" } as const;
  const partners = useAnswer("partners.list", { query }, namesQueryOptions).data?.data ?? [];
  return (
    <SelectField
      source="partnerId"
      label={t("ownPartner.people.partner")}
      choices={partners.filter(({ externalId }) => externalId !== deskPartnerId).map(({ id, name }) => ({ id, name }))}
    />
  );
}

/** An operator's sessions. An owner ends one or all, and lifts the block after too many failed attempts. */
function OperatorSessions({ operator: { id, email }, onClose }: { operator: Operator; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const endAll = useMutation({
    mutationFn: () => api("operators.endSessions", { id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["sessions", id] }),
  });
  const unlock = useMutation({ mutationFn: () => api("operators.unlock", { id }) });
  return (
    <PlainDialog title={t("operators.sessions.title", { email })} onClose={onClose}>
      <SessionList operatorId={id} />
      <ProblemAlert error={endAll.error ?? unlock.error} />
      {endAll.isSuccess && <Alert severity="success">{t("operators.sessions.ended")}</Alert>}
      <Typography sx={{ color: "text.secondary" }}>{t("operators.sessions.unlockLead")}</Typography>
      {unlock.isSuccess && <Alert severity="success">{t("operators.sessions.unlocked")}</Alert>}
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
        <Button variant="outlined" loading={unlock.isPending} onClick={() => unlock.mutate()}>
          {t("operators.sessions.unlock")}
        </Button>
        <Button variant="outlined" color="error" loading={endAll.isPending} onClick={() => endAll.mutate()}>
          {t("account.sessions.endAll")}
        </Button>
      </Stack>
    </PlainDialog>
  );
}
