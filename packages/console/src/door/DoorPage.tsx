import CloudDoneIcon from "@mui/icons-material/CloudDone";
import CloudOffIcon from "@mui/icons-material/CloudOff";
import PhotoCameraIcon from "@mui/icons-material/PhotoCamera";
import { Alert, Button, FormControlLabel, Stack, Switch, TextField, useMediaQuery } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type { Taken } from "../collect/collect.ts";
import { useDeadline, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { NewOrder } from "../orders/sale/NewOrder.tsx";
import { mono } from "../theme/themes.ts";
import { Select } from "../ui/form/controls.tsx";
import { Page } from "../ui/page/Page.tsx";
import { ProblemAlert, useProblemText } from "../ui/page/states.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { Camera } from "./Camera.tsx";
import { DoorConflicts, DoorHistory } from "./DoorHistory.tsx";
import { DoorResult } from "./DoorResult.tsx";
import { areDoorSoundsOn, deviceName, playDoorSound, storeDoorSounds, storedEvent, storeEvent } from "./device.ts";
import { FindGuest } from "./FindGuest.tsx";
import { canUseGuestLists } from "./offline/list.ts";
import { PaymentTroubles, WaitingPayments } from "./PaymentTroubles.tsx";
import { type DoorDecision, type DoorState, useDoor } from "./useDoor.ts";

/** What is admitted. `taken`: what the guest of a shown decision paid first. */
interface Admission {
  text: string;
  reason?: string | undefined;
  unpaid?: boolean;
  taken?: { from: DoorDecision; paid: Taken };
}

/**
 * The door: a code by camera, by typing or by a barcode scanner admits at once, and the answer fills the screen. For the scanner the
 * focus stays in the field. Without network the device's own list decides.
 */
export function DoorPage() {
  const t = useText();
  const door = useDoor();
  const field = useRef<HTMLInputElement>(null);
  // On a phone the keyboard would cover half the page.
  const typing = useMediaQuery("(pointer: fine)");
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState(false);
  const [camera, setCamera] = useState(false);
  const [signals, setSignals] = useState(areDoorSoundsOn);
  const [event, setEvent] = useState(storedEvent);
  const [shown, setShown] = useState<DoorDecision | null>(null);
  // The reason for which the shown guest is admitted at another time or event.
  const [override, setOverride] = useState<string>();
  const [history, setHistory] = useState<DoorDecision[]>([]);
  const events = door.state?.events ?? [];
  const listed = (door.away ? door.list?.events : events) ?? [];
  const chosen = listed.some(({ id }) => id === event) ? event : "";
  const request = useMutation({
    mutationFn: async ({ text, reason, unpaid, taken }: Admission) => {
      const toCollect = taken ? await door.collect(taken.from, chosen, taken.paid) : null;
      // The guest is inside already.
      if (taken && taken.from.verdict !== "to-collect")
        return { ...taken.from, order: { ...taken.from.order!, toCollect } };
      return door.admit(text, chosen, { reason, unpaid: (unpaid ?? false) || toCollect !== null });
    },
    onMutate: () => setCode(""),
    onSuccess: (decision, { reason }) => {
      setShown(decision);
      setOverride(reason);
      setHistory((before) => [decision, ...before].slice(0, 20));
      playDoorSound(decision.verdict === "admitted");
    },
  });
  const undo = useMutation({
    mutationFn: (decision: DoorDecision) => door.undo(decision.admission!.id),
    onSuccess: (_, undone) => {
      setHistory((before) => before.filter((one) => one !== undone));
      next();
    },
  });
  const admit = (text: string, more: Omit<Admission, "text"> = {}) => {
    const trimmed = text.trim().slice(0, 300);
    if (trimmed !== "" && !request.isPending) request.mutate({ text: trimmed, ...more });
  };
  const next = () => {
    setShown(null);
    request.reset();
    undo.reset();
    // This runs after the dialog has returned the focus.
    if (typing) setTimeout(() => field.current?.focus());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(code.trim() === "");
    if (code.trim() === "") field.current?.focus();
    admit(code);
  };
  return (
    <Page title={t("day.door")} lead={t("door.lead")} width={640}>
      <DoorConflicts conflicts={door.state?.conflicts ?? []} />
      <PaymentTroubles device={door} />
      <EventChoice
        events={listed}
        counted={events}
        chosen={chosen}
        onChoose={(id) => {
          setEvent(id);
          storeEvent(id);
        }}
      />
      <Stack component="form" direction="row" onSubmit={submit} sx={{ gap: 1, alignItems: "flex-start" }}>
        <TextField
          label={t("door.code")}
          error={missing}
          helperText={t(missing ? "door.codeMissing" : typing ? "door.codeLeadScanner" : "door.codeLead")}
          value={code}
          autoFocus={typing}
          autoComplete="off"
          inputRef={field}
          onChange={({ target }) => {
            setCode(target.value);
            setMissing(false);
          }}
          slotProps={{
            htmlInput: {
              maxLength: 300,
              autoCapitalize: "characters",
              spellCheck: false,
              enterKeyHint: "go",
              style: { fontFamily: mono },
            },
          }}
        />
        <Button
          type="submit"
          variant="contained"
          loading={request.isPending}
          sx={{ height: 40, px: 3, flexShrink: 0, whiteSpace: "nowrap" }}
        >
          {t("door.admit")}
        </Button>
      </Stack>
      <ProblemAlert error={request.error ?? door.problem} />
      {camera ? (
        <Camera paused={shown !== null || request.isPending} onCode={admit} onClose={() => setCamera(false)} />
      ) : (
        <Button
          variant="outlined"
          size="large"
          startIcon={<PhotoCameraIcon />}
          onClick={() => setCamera(true)}
          sx={{ py: 1.5 }}
        >
          {t("door.camera.start")}
        </Button>
      )}
      <FindGuest door={door} event={chosen} pending={request.isPending} onAdmit={(guest) => admit(guest)} />
      {chosen && !door.away && <NewOrder eventId={chosen} walkIn variant="outlined" />}
      <DoorStatus door={door} />
      <FormControlLabel
        control={
          <Switch
            checked={signals}
            onChange={(_, on) => {
              setSignals(on);
              storeDoorSounds(on);
            }}
          />
        }
        label={t("door.signals")}
      />
      <DoorHistory decisions={history} />
      {shown && (
        <DoorResult
          decision={shown}
          list={door.list}
          pending={request.isPending || undo.isPending}
          problem={request.error ?? undo.error}
          onUndo={() => undo.mutate(shown)}
          onOverride={(reason) => admit(shown.code, { reason })}
          onTaken={(paid) => admit(shown.code, { reason: override, taken: { from: shown, paid } })}
          onUnpaid={() => admit(shown.code, { reason: override, unpaid: true })}
          onNext={next}
          onCode={(text) => admit(text)}
        />
      )}
    </Page>
  );
}

/** Shows whether there is network, whether this device can work without it, and how many admissions it has to send. */
function DoorStatus({ door }: { door: ReturnType<typeof useDoor> }) {
  const t = useText();
  const deadline = useDeadline();
  const problemText = useProblemText();
  const { away, list, waiting, trouble } = door;
  const until = list && deadline(list.expiresAt);
  const ready = until
    ? t("door.away.ready", { until, smart_count: list.orders.length })
    : t(canUseGuestLists() ? "door.away.noList" : "door.away.insecure");
  return (
    <Stack sx={{ gap: 1 }}>
      {away && (
        <Alert severity="warning" icon={<CloudOffIcon />}>
          {t(list ? "door.away.now" : "door.away.nowWithout")}
        </Alert>
      )}
      <WaitingPayments waiting={waiting} />
      {trouble !== null && <Alert severity="error">{problemText(trouble)}</Alert>}
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", color: "text.secondary" }}>
        {list ? <CloudDoneIcon fontSize="small" aria-hidden /> : <CloudOffIcon fontSize="small" aria-hidden />}
        <SecondaryText>
          {ready} {t("door.away.device", { name: deviceName() })}
        </SecondaryText>
      </Stack>
    </Stack>
  );
}

/** The event at this door. If it is empty, the door accepts every event that it serves now. */
function EventChoice({
  events,
  counted,
  chosen,
  onChoose,
}: {
  events: { id: string; productName: string; itemName: string; eventOn: string }[];
  counted: DoorState["events"];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const t = useText();
  const { local } = useFormat();
  const countOf = (id: string) => counted.find((one) => one.id === id);
  const one = countOf(chosen);
  return (
    <Select
      label={t("orders.field.event")}
      value={chosen}
      any={t("door.event.any")}
      onChange={onChoose}
      helperText={one ? t("door.event.admitted", { admitted: one.admitted, people: one.people }) : t("door.event.lead")}
      choices={[...events]
        .sort((a, b) => Number(countOf(b.id)?.now ?? false) - Number(countOf(a.id)?.now ?? false))
        .map(({ id, productName, itemName, eventOn }) => ({
          id,
          name: `${local(eventOn)} · ${productName} · ${itemName}`,
        }))}
    />
  );
}
