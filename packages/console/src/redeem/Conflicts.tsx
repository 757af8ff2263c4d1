import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type ReactNode, useState } from "react";
import type { Answer } from "../api/types.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { seenConflicts, storeSeen } from "./device.ts";
import type { DoorState } from "./useDoor.ts";

/** The door's conflicts, until somebody on this device has read them. */
export function Conflicts({ conflicts }: { conflicts: DoorState["conflicts"] }) {
  const t = useText();
  const [seen, setSeen] = useState(seenConflicts);
  const unseen = conflicts.filter(({ id }) => !seen.includes(id));
  if (unseen.length === 0) return null;
  const read = () => {
    const ids = [...seen, ...unseen.map(({ id }) => id)];
    setSeen(ids);
    storeSeen(ids);
  };
  return (
    <ConflictAlert
      conflicts={unseen}
      action={
        <Button color="inherit" onClick={read}>
          {t("redeem.conflict.read")}
        </Button>
      }
    />
  );
}

/** People who were admitted without network although they should not have been. */
export function ConflictAlert({
  conflicts,
  action,
}: {
  conflicts: Answer<"door.sessions">["conflicts"];
  action?: ReactNode;
}) {
  const t = useText();
  const { instant, local } = useFormat();
  return (
    <Alert severity="error" action={action}>
      <AlertTitle>{t("redeem.conflict.title", { smart_count: conflicts.length })}</AlertTitle>
      {conflicts.map(({ id, conflict, reference, people, productName, eventOn, at, by, device, first }) => (
        <Typography key={id} component="p" variant="body2" sx={{ mt: 0.5 }}>
          <strong>{reference}</strong> · {t("orders.people", { smart_count: people })} · {productName}, {local(eventOn)}
          . {t(`redeem.conflict.why.${conflict}`)}{" "}
          {first && t("redeem.conflict.first", { at: instant(first.at), by: first.by, device: first.device || "–" })}{" "}
          {t("redeem.conflict.again", { at: instant(at), by, device })}
        </Typography>
      ))}
    </Alert>
  );
}
