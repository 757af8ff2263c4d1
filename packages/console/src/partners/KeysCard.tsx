import KeyIcon from "@mui/icons-material/Key";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.ts";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/useRights.ts";
import { mono } from "../theme/themes.ts";
import { ActionDialog } from "../ui/form/ActionDialog.tsx";
import { Loading } from "../ui/page/Loading.tsx";
import { Problem } from "../ui/page/Problem.tsx";
import { Section } from "../ui/page/Section.tsx";
import { MakeKey } from "./MakeKey.tsx";
import type { Key, Partner } from "./partner.ts";

/** A partner's keys by their first letters: those in force, then the revoked ones. */
export function KeysCard({ partner }: { partner: Partner }) {
  const t = useText();
  const api = useApi();
  const rights = useRights();
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const { data, error } = useQuery({
    queryKey: ["partners", "keys", partner.id],
    queryFn: () => api("partners.keys", { id: partner.id }),
    retry: false,
  });
  return (
    <Section
      title={t("partners.keys.title")}
      aside={
        rights.has("partners.createKey") && (
          <Button size="small" variant="outlined" startIcon={<KeyIcon />} onClick={() => setMaking(true)}>
            {t("partners.keys.make")}
          </Button>
        )
      }
    >
      <Problem error={error} />
      {!data && !error && <Loading lines={2} />}
      {data?.data.length === 0 && (
        <Typography sx={{ color: "text.secondary", py: 1 }}>{t("partners.keys.empty")}</Typography>
      )}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {data?.data.map((key) => (
          <OneKey
            key={key.id}
            of={key}
            onRevoke={rights.has("partners.revokeKey") && !key.revokedAt ? () => setRevoking(key) : undefined}
          />
        ))}
      </Box>
      {making && <MakeKey partner={partner} onClose={() => setMaking(false)} />}
      {revoking && <RevokeKey partner={partner} of={revoking} onClose={() => setRevoking(null)} />}
    </Section>
  );
}

function OneKey({ of, onRevoke }: { of: Key; onRevoke: (() => void) | undefined }) {
  const t = useText();
  const format = useFormat();
  const { hint, mode, readOnly, createdAt, lastUsedAt, revokedAt } = of;
  const facts = [
    t("partners.keys.made", { at: format.day(createdAt) }),
    lastUsedAt ? t("partners.keys.used", { at: format.instant(lastUsedAt) }) : t("partners.keys.unused"),
    ...(revokedAt ? [t("partners.keys.revokedAt", { at: format.instant(revokedAt) })] : []),
  ];
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ gap: 1, py: 1, alignItems: "center", "& + &": { borderTop: 1, borderColor: "divider" } }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
          <Typography sx={{ fontFamily: mono, fontWeight: 600, ...(revokedAt && { textDecoration: "line-through" }) }}>
            {hint}…
          </Typography>
          <Chip
            size="small"
            variant="outlined"
            color={revokedAt ? "default" : mode === "live" ? "success" : "info"}
            label={t(`partners.keys.mode.${mode}`)}
          />
          {readOnly && <Chip size="small" variant="outlined" label={t("partners.keys.readOnly")} />}
        </Stack>
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {facts.join(" · ")}
        </Typography>
      </Box>
      {onRevoke && (
        <Button size="small" color="error" aria-label={`${t("partners.keys.revoke")}: ${hint}`} onClick={onRevoke}>
          {t("partners.keys.revoke")}
        </Button>
      )}
    </Stack>
  );
}

function RevokeKey({ partner, of, onClose }: { partner: Partner; of: Key; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const notify = useNotify();
  const queries = useQueryClient();
  const { hint, lastUsedAt } = of;
  const revoke = useMutation({
    mutationFn: () => api("partners.revokeKey", { id: partner.id, keyId: of.id }),
    onSuccess: () => {
      notify(t("partners.keys.revokeDone", { hint }), { type: "success" });
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["partners"] }),
  });
  return (
    <ActionDialog
      title={t("partners.keys.revokeTitle", { hint })}
      lead={
        <>
          {t("partners.keys.revokeLead", { name: partner.name })}{" "}
          {lastUsedAt ? (
            <b>{t("partners.keys.used", { at: format.instant(lastUsedAt) })}.</b>
          ) : (
            t("partners.keys.neverUsed")
          )}
        </>
      }
      submit={t("partners.keys.revoke")}
      danger
      pending={revoke.isPending}
      error={revoke.error}
      onSubmit={revoke.mutate}
      onClose={onClose}
    />
  );
}
