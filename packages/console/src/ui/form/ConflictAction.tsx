import Button from "@mui/material/Button";
import { useState } from "react";
import { useNotify } from "react-admin";
import { isConflict } from "../../api/client.ts";
import { useText } from "../../i18n/index.ts";
import { useProblemText } from "../page/states.tsx";

/** After a conflict: a button that reads the current record. What was typed stays. */
export function ConflictAction<Record>({
  error,
  read,
  onRead,
}: {
  error: unknown;
  read: () => Promise<Record>;
  onRead: (present: Record) => void;
}) {
  const t = useText();
  const notify = useNotify();
  const problemText = useProblemText();
  const [pending, setPending] = useState(false);
  if (!isConflict(error)) return null;
  const readCurrent = async () => {
    setPending(true);
    try {
      onRead(await read());
    } catch (reason) {
      notify(problemText(reason), { type: "error" });
    } finally {
      setPending(false);
    }
  };
  return (
    <Button color="inherit" loading={pending} onClick={() => void readCurrent()} sx={{ flexShrink: 0 }}>
      {t("frame.action.seePresent")}
    </Button>
  );
}
