import { Alert, AlertTitle, Box, Button, Typography } from "@mui/material";
import { type ReactNode, useState } from "react";
import type { ApiAnswer } from "../api/types.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { PlainList, SectionCard } from "../ui/page/layout.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import { seenConflicts, storeSeenConflicts } from "./device.ts";
import type { DoorDecision, DoorState } from "./useDoor.ts";

/** The decisions since the page was opened, the latest first. */
export function DoorHistory({ decisions }: { decisions: DoorDecision[] }) {
  const t = useText();
  const { instant } = useFormat();
  return (
    <SectionCard title={t("door.history")}>
      {decisions.length === 0 && <Typography sx={{ color: "text.secondary" }}>{t("door.historyEmpty")}</Typography>}
      <PlainList gap={1}>
        {decisions.map((decision) => (
          <Box
            component="li"
            key={decision.id}
            sx={{ display: "flex", gap: 1.5, flexWrap: "wrap", alignItems: "baseline" }}
          >
            {decision.order?.link ? (
              <OrderLink link={decision.order.link} />
            ) : (
              <Box
                component="span"
                sx={{ fontFamily: mono, overflow: "hidden", textOverflow: "ellipsis", maxWidth: "12rem" }}
              >
                {/* The entry of a guest who was found by name has a handle in place of a code. */}
                {decision.code.startsWith("guest:") ? (decision.order?.lead ?? "–") : decision.code}
              </Box>
            )}
            <Typography component="span" sx={{ fontWeight: 600 }}>
              {t(`door.result.${decision.verdict}`)}
              {decision.verdict === "admitted" && ` · ${t("orders.people", { smart_count: decision.people })}`}
            </Typography>
            <SecondaryText span>{instant(new Date(decision.at).toISOString())}</SecondaryText>
          </Box>
        ))}
      </PlainList>
    </SectionCard>
  );
}

/** Shows the reference of an order, as a link if the answer has the order's id. The service sends the id only to roles that read orders. */
export function OrderLink({
  link: { id, reference },
  color,
}: {
  link: { id: string | null; reference: string };
  color?: string;
}) {
  const style = { fontFamily: mono, fontWeight: 700, ...(color && { color, textDecorationColor: color }) };
  if (!useRights().has("orders.show") || id === null)
    return (
      <Box component="span" sx={style}>
        {reference}
      </Box>
    );
  return (
    <PageLink to={`/orders/${id}/show`} {...(color && { underline: "always" as const })} sx={style}>
      {reference}
    </PageLink>
  );
}

/** The door's conflicts that nobody on this device has read. */
export function DoorConflicts({ conflicts }: { conflicts: DoorState["conflicts"] }) {
  const t = useText();
  const [seen, setSeen] = useState(seenConflicts);
  const unseen = conflicts.filter(({ id }) => !seen.includes(id));
  if (unseen.length === 0) return null;
  const read = () => {
    const ids = [...seen, ...unseen.map(({ id }) => id)];
    setSeen(ids);
    storeSeenConflicts(ids);
  };
  return (
    <DoorConflictAlert
      conflicts={unseen}
      action={
        <Button color="inherit" onClick={read}>
          {t("door.conflict.read")}
        </Button>
      }
    />
  );
}

/** People who were admitted without network although they should not have been. */
export function DoorConflictAlert({
  conflicts,
  action,
}: {
  conflicts: ApiAnswer<"door.events">["conflicts"];
  action?: ReactNode;
}) {
  const t = useText();
  const { instant, local } = useFormat();
  return (
    <Alert severity="error" action={action}>
      <AlertTitle>{t("door.conflict.title", { smart_count: conflicts.length })}</AlertTitle>
      {conflicts.map(({ id, conflict, reference, people, productName, eventOn, at, by, device, first }) => (
        <Typography key={id} component="p" variant="body2" sx={{ mt: 0.5 }}>
          <strong>{reference}</strong> · {t("orders.people", { smart_count: people })} · {productName}, {local(eventOn)}
          . {t(`door.conflict.why.${conflict}`)}{" "}
          {first && t("door.conflict.first", { at: instant(first.at), by: first.by, device: first.device || "–" })}{" "}
          {t("door.conflict.again", { at: instant(at), by, device })}
        </Typography>
      ))}
    </Alert>
  );
}
