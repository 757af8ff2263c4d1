import CloudDoneIcon from "@mui/icons-material/CloudDone";
import CloudOffIcon from "@mui/icons-material/CloudOff";
import Alert from "@mui/material/Alert";
import Stack from "@mui/material/Stack";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { Select } from "../ui/form/controls.tsx";
import { useProblemText } from "../ui/page/states.tsx";
import { Secondary } from "../ui/text.tsx";
import { deviceName } from "./device.ts";
import { canCheckLists } from "./offline/list.ts";
import type { DoorState, useDoor } from "./useDoor.ts";

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

/** The session at this door; empty accepts every session of now. */
export function SessionChoice({
  sessions,
  counted,
  chosen,
  onChoose,
}: {
  sessions: { id: string; productName: string; itemName: string; eventOn: string }[];
  counted: DoorState["sessions"];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const t = useText();
  const { local } = useFormat();
  const countOf = (id: string) => counted.find((one) => one.id === id);
  const one = countOf(chosen);
  return (
    <Select
      label={t("redeem.session.label")}
      value={chosen}
      any={t("redeem.session.any")}
      onChange={onChoose}
      helperText={
        one ? t("redeem.session.admitted", { admitted: one.admitted, people: one.people }) : t("redeem.session.lead")
      }
      choices={[...sessions]
        .sort((a, b) => Number(countOf(b.id)?.now ?? false) - Number(countOf(a.id)?.now ?? false))
        .map(({ id, productName, itemName, eventOn }) => ({
          id,
          name: `${local(eventOn)} · ${productName} · ${itemName}`,
        }))}
    />
  );
}
