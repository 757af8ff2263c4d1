import KeyIcon from "@mui/icons-material/Key";
import { Chip, Stack, Typography } from "@mui/material";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { RequestBody } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { DialogButton, ShownOnceDialog } from "../ui/dialogs.tsx";
import { FormButton, FormDialog } from "../ui/FormDialog.tsx";
import { BooleanField, RadioField } from "../ui/form/choices.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { TextField } from "../ui/form/TextField.tsx";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { Secret } from "../ui/secrets/Secret.tsx";
import { filteredListAddress, PageLink, SecondaryText } from "../ui/text.tsx";
import type { ApiKey, CatalogAddress, Partner } from "./facts.tsx";

/** A partner's keys, identified by their first letters: active keys first, then revoked keys. */
export function KeysCard({ partner }: { partner: Partner }) {
  const api = useApi();
  const rights = useRights();
  const query = useAnswer("keys.list", { query: { partner: partner.id } });
  return (
    <KeyList
      name={partner.name}
      query={query}
      create={rights.has("keys.create") && ((body) => api("keys.create", { id: partner.id, body }))}
      revoke={rights.has("keys.revoke") && ((id) => api("keys.revoke", { id }))}
    />
  );
}

type NewKey = RequestBody<"keys.create">;

interface KeyListProps {
  /** The partner's name. */
  name: string;
  query: Pick<UseQueryResult<{ data: Omit<ApiKey, "partner">[] }>, "data" | "error">;
  create: false | ((body: Required<NewKey>) => Promise<{ key: string }>);
  revoke: false | ((id: string) => Promise<unknown>);
}

export function KeyList({ name, query, create, revoke }: KeyListProps) {
  const t = useText();
  return (
    <SectionCard
      title={t("partners.field.keys")}
      aside={
        create && (
          <DialogButton
            size="small"
            variant="outlined"
            startIcon={<KeyIcon />}
            label={t("partners.keys.make")}
            dialog={(close) => <MakeKey name={name} create={create} onClose={close} />}
          />
        )
      }
    >
      <QueryResult query={query} lines={2}>
        {({ data }) => (
          <>
            {data.length === 0 && (
              <Typography sx={{ color: "text.secondary", py: 1 }}>{t("partners.keys.empty")}</Typography>
            )}
            <PlainList>
              {data.map((key) => (
                <OneKey key={key.id} of={key} name={name} revoke={revoke} />
              ))}
            </PlainList>
          </>
        )}
      </QueryResult>
    </SectionCard>
  );
}

function OneKey({ of, name, revoke }: { of: Omit<ApiKey, "partner"> } & Pick<KeyListProps, "name" | "revoke">) {
  const t = useText();
  const format = useFormat();
  const { hint, mode, readOnly, assistants, createdAt, lastUsedAt, revokedAt } = of;
  const facts = [
    t("partners.keys.made", { at: format.day(createdAt) }),
    lastUsedAt ? t("partners.keys.used", { at: format.instant(lastUsedAt) }) : t("partners.keys.unused"),
    ...(revokedAt ? [t("partners.keys.revokedAt", { at: format.instant(revokedAt) })] : []),
  ];
  return (
    <LinedItem
      actions={
        revoke &&
        !revokedAt && (
          <FormButton
            danger
            button={{ size: "small", color: "error" }}
            of={hint}
            label={t("partners.keys.revoke")}
            title={t("partners.keys.revokeTitle", { hint })}
            lead={
              <>
                {t("partners.keys.revokeLead", { name })}{" "}
                {lastUsedAt ? (
                  <b>{t("partners.keys.lastUsed", { at: format.instant(lastUsedAt) })}</b>
                ) : (
                  t("partners.keys.neverUsed")
                )}
              </>
            }
            save={() => revoke(of.id)}
            notice={t("partners.keys.revokeDone", { hint })}
          />
        )
      }
    >
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <Typography sx={{ fontFamily: mono, fontWeight: 600, ...(revokedAt && { textDecoration: "line-through" }) }}>
          {hint}…
        </Typography>
        <Chip
          color={revokedAt ? "default" : mode === "live" ? "success" : "info"}
          label={t(`partners.keys.mode.${mode}`)}
        />
        {readOnly && <Chip label={t("partners.keys.readOnly")} />}
        {assistants && !readOnly && mode === "live" && <Chip label={t("partners.keys.assistants")} />}
      </Stack>
      <SecondaryText>{facts.join(" · ")}</SecondaryText>
    </LinedItem>
  );
}

const modes = ["live", "test"] as const;
const defaults: Required<NewKey> = { mode: "live", readOnly: false, assistants: false };

/** Creates a key and shows it, once. */
function MakeKey({
  name,
  create,
  onClose,
}: {
  name: string;
  create: Exclude<KeyListProps["create"], false>;
  onClose: () => void;
}) {
  const t = useText();
  const [key, setKey] = useState<string | null>(null);
  if (key)
    return (
      <ShownOnceDialog
        title={t("partners.keys.shown", { name })}
        label={t("partners.keys.key")}
        text={key}
        warning={t("partners.keys.shownLead")}
        copy={t("partners.keys.copy")}
        done={t("operators.invite.done")}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t("partners.keys.makeTitle", { name })}
      lead={t("partners.keys.makeLead")}
      submit={t("partners.keys.make")}
      defaults={defaults}
      save={create}
      onSaved={(answer) => setKey(answer.key)}
      onClose={onClose}
    >
      <RadioField
        source="mode"
        label={t("partners.keys.for")}
        choices={choicesOf(modes, (mode) => t(`partners.keys.mode.${mode}`))}
        lead={(mode) => <SecondaryText>{t(`partners.keys.modeLead.${mode}`)}</SecondaryText>}
      />
      <BooleanField
        source="readOnly"
        label={t("partners.keys.readOnly")}
        helperText={t("partners.keys.readOnlyLead")}
      />
      <BooleanField
        source="assistants"
        label={t("partners.keys.assistants")}
        helperText={t("partners.keys.assistantsLead")}
      />
    </FormDialog>
  );
}

/** The callback secret of a partner, for roles that may see it. */
export function CallbackSecretCard({ partner }: { partner: Partner }) {
  const t = useText();
  const api = useApi();
  const rights = useRights();
  return (
    <SectionCard title={t("partners.secret.title")}>
      <Typography variant="body2" sx={{ mb: 1.5 }}>
        {t("partners.secret.lead")}{" "}
        <PageLink underline="always" to={filteredListAddress("callbacks", { partner: partner.externalId })}>
          {t("partners.secret.addresses")}
        </PageLink>
      </Typography>
      {rights.has("partners.secret") ? (
        <Secret
          read={() => api("partners.secret", { id: partner.id })}
          rotate={() => api("partners.rotateSecret", { id: partner.id })}
          rotateTitle={t("partners.secret.rotateTitle", { name: partner.name })}
          rotateLead={t("partners.secret.rotateLead")}
        />
      ) : (
        <SecondaryText>{t("frame.secret.ownerOnly")}</SecondaryText>
      )}
    </SectionCard>
  );
}

/** The address to which a partner gets messages about changes of the catalogue, and the last attempt. */
export function CatalogAddressCard({ partner: { id, name } }: { partner: Partner }) {
  const api = useApi();
  const rights = useRights();
  return (
    <CatalogAddressForm
      name={name}
      query={useAnswer("partners.catalogAddress", { id })}
      set={
        rights.has("partners.setCatalogAddress") && ((url) => api("partners.setCatalogAddress", { id, body: { url } }))
      }
      remove={() => api("partners.removeCatalogAddress", { id })}
    />
  );
}

export function CatalogAddressForm({
  name,
  query,
  set,
  remove,
}: {
  name: string;
  query: Pick<UseQueryResult<{ address: CatalogAddress | null }>, "data" | "error">;
  set: false | ((url: string) => Promise<unknown>);
  remove: () => Promise<unknown>;
}) {
  const t = useText();
  return (
    <SectionCard title={t("partners.catalog.title")}>
      <Typography variant="body2" sx={{ mb: 1.5 }}>
        {t("partners.catalog.lead")}
      </Typography>
      <QueryResult query={query} lines={2}>
        {({ address }) => (
          <>
            {address ? <Registered address={address} /> : <SecondaryText>{t("partners.catalog.none")}</SecondaryText>}
            {set && (
              <Stack direction="row" sx={{ gap: 1, mt: 1.5 }}>
                <FormButton
                  button={{ size: "small", variant: "outlined" }}
                  label={t("partners.catalog.set")}
                  title={t("partners.catalog.setTitle", { name })}
                  submit={t("frame.action.save")}
                  defaults={{ url: address?.url ?? "" }}
                  save={({ url }) => set(url.trim())}
                  notice={t("partners.catalog.setDone")}
                >
                  <TextField autoFocus verbatim source="url" label={t("field.address")} required most={256} />
                </FormButton>
                {address && (
                  <FormButton
                    danger
                    button={{ size: "small", color: "error" }}
                    of={address.url}
                    label={t("products.entries.remove")}
                    title={t("partners.catalog.removeTitle", { name })}
                    lead={t("partners.catalog.removeLead")}
                    save={remove}
                    notice={t("partners.catalog.removeDone")}
                  />
                )}
              </Stack>
            )}
          </>
        )}
      </QueryResult>
    </SectionCard>
  );
}

function Registered({ address }: { address: CatalogAddress }) {
  const t = useText();
  const format = useFormat();
  const { url, state, attempts, attemptedAt, httpStatus, outcome } = address;
  return (
    <>
      <Typography sx={{ fontFamily: mono, overflowWrap: "anywhere" }}>{url}</Typography>
      <SecondaryText>
        {attemptedAt
          ? t("partners.catalog.last", { outcome: `${httpStatus ?? outcome}`, at: format.instant(attemptedAt) })
          : t("partners.catalog.waiting")}
      </SecondaryText>
      {state === "stopped" && <Typography color="error">{t("partners.catalog.stopped")}</Typography>}
      {attempts > 0 && (
        <Typography color="error">{t("partners.catalog.failing", { smart_count: attempts })}</Typography>
      )}
    </>
  );
}
