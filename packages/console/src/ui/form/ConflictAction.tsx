import Button from "@mui/material/Button";
import { isConflict } from "../../api/client.ts";
import { useText } from "../../i18n/index.ts";
import { useRequestOnClick } from "../page/states.tsx";

/** A button that reads the current record after a conflict. The typed values stay. */
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
  const { attempt, pending } = useRequestOnClick();
  if (!isConflict(error)) return null;
  return (
    <Button
      color="inherit"
      loading={pending}
      onClick={() => void attempt(async () => onRead(await read()))}
      sx={{ flexShrink: 0 }}
    >
      {t("frame.action.seePresent")}
    </Button>
  );
}
