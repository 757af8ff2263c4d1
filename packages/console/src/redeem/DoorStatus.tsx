import CloudDoneIcon from "@mui/icons-material/CloudDone";
import CloudOffIcon from "@mui/icons-material/CloudOff";
import Alert from "@mui/material/Alert";
import Stack from "@mui/material/Stack";
import { useFormat } from "../format/format.ts";
import { useText } from "../i18n/index.ts";
import { useProblemText } from "../ui/page/Problem.tsx";
import { Secondary } from "../ui/text/Secondary.tsx";
import { deviceName } from "./device.ts";
import { canCheckLists } from "./offline/list.ts";
import type { useDoor } from "./useDoor.ts";

/** Whether there is network, whether this device can do without, and what it has to send. */
export function DoorStatus({ door }: { door: ReturnType<typeof useDoor> }) {
  const t = useText();
  const { instant } = useFormat();
  const problemText = useProblemText();
  const { away, list, waiting, trouble } = door;
  const until = list && instant(list.expiresAt);
  const ready = until
    ? t("redeem.away.ready", { until, smart_count: list.orders.length })
    : t(canCheckLists() ? "redeem.away.noList" : "redeem.away.insecure");
  return (
    <Stack sx={{ gap: 1 }}>
      {away && (
        <Alert severity="warning" icon={<CloudOffIcon />}>
          {t(list ? "redeem.away.now" : "redeem.away.nowWithout")}
        </Alert>
      )}
      {waiting > 0 && <Alert severity="info">{t("redeem.away.waiting", { smart_count: waiting })}</Alert>}
      {trouble !== null && <Alert severity="error">{problemText(trouble)}</Alert>}
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", color: "text.secondary" }}>
        {list ? <CloudDoneIcon fontSize="small" aria-hidden /> : <CloudOffIcon fontSize="small" aria-hidden />}
        <Secondary>
          {ready} {t("redeem.away.device", { name: deviceName() })}
        </Secondary>
      </Stack>
    </Stack>
  );
}
