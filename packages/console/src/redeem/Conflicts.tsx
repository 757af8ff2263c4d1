import Button from "@mui/material/Button";
import { useState } from "react";
import { useText } from "../i18n/index.ts";
import { ConflictAlert } from "./ConflictAlert.tsx";
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
