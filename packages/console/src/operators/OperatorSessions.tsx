import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SessionList } from "../account/SessionList.tsx";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { PlainDialog } from "../ui/dialog/PlainDialog.tsx";
import { Problem } from "../ui/page/Problem.tsx";
import type { Operator } from "./operator.ts";

/** An operator's sessions. An owner ends one or all, and lifts the block after too many failed attempts. */
export function OperatorSessions({ operator: { id, email }, onClose }: { operator: Operator; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const endAll = useMutation({
    mutationFn: () => api("operators.endSessions", { id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["sessions", id] }),
  });
  const unlock = useMutation({ mutationFn: () => api("operators.unlock", { id }) });
  return (
    <PlainDialog
      title={t("operators.sessions.title", { email })}
      buttons={<Button onClick={onClose}>{t("frame.action.close")}</Button>}
      onClose={onClose}
    >
      <SessionList operatorId={id} />
      <Problem error={endAll.error ?? unlock.error} />
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
