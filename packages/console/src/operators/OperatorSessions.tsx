import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SessionList } from "../account/SessionList.tsx";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { Problem } from "../ui/page/Problem.tsx";
import type { Operator } from "./operator.ts";

/** An operator's sessions, for owners: they end one or all, and let an operator in again after too many attempts. */
export function OperatorSessions({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const endAll = useMutation({
    mutationFn: () => api("operators.endSessions", { id: operator.id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["sessions", operator.id] }),
  });
  const unlock = useMutation({ mutationFn: () => api("operators.unlock", { id: operator.id }) });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="operator-sessions">
      <DialogTitle id="operator-sessions">{t("operators.sessions.title", { email: operator.email })}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          <SessionList operatorId={operator.id} />
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
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>{t("frame.action.close")}</Button>
      </DialogActions>
    </Dialog>
  );
}
