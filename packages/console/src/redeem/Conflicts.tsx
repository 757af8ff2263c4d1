import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useFormat } from "../format/format.ts";
import { useText } from "../i18n/index.ts";
import { seenConflicts, storeSeen } from "./device.ts";
import type { DoorState } from "./useDoor.ts";

/** People who were admitted without network although they should not have been, until somebody on this device has read it. */
export function Conflicts({ conflicts }: { conflicts: DoorState["conflicts"] }) {
  const t = useText();
  const { instant, local } = useFormat();
  const [seen, setSeen] = useState(seenConflicts);
  const unseen = conflicts.filter(({ id }) => !seen.includes(id));
  if (unseen.length === 0) return null;
  const read = () => {
    const ids = [...seen, ...unseen.map(({ id }) => id)];
    setSeen(ids);
    storeSeen(ids);
  };
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" onClick={read}>
          {t("redeem.conflict.read")}
        </Button>
      }
    >
      <AlertTitle>{t("redeem.conflict.title", { smart_count: unseen.length })}</AlertTitle>
      {unseen.map(({ id, conflict, reference, people, productName, eventOn, at, by, device, first }) => (
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
