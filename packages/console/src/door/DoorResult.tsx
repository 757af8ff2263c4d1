import BlockIcon from "@mui/icons-material/Block";
import CancelIcon from "@mui/icons-material/Cancel";
import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import EventBusyIcon from "@mui/icons-material/EventBusy";
import HelpIcon from "@mui/icons-material/Help";
import HourglassTopIcon from "@mui/icons-material/HourglassTop";
import PaymentsIcon from "@mui/icons-material/Payments";
import PublishedWithChangesIcon from "@mui/icons-material/PublishedWithChanges";
import ReplayIcon from "@mui/icons-material/Replay";
import ScienceIcon from "@mui/icons-material/Science";
import UndoIcon from "@mui/icons-material/Undo";
import { Box, Button, Dialog, Stack, type SvgIcon, type SxProps, Typography } from "@mui/material";
import { hasOtherKeys } from "@paseo/contract/scanned-text";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { CollectButtons } from "../collect/CollectButtons.tsx";
import type { Taken, ToCollect } from "../collect/collect.ts";
import { type Formatters, useDeadline, useFormat } from "../format/format.tsx";
import { type Translate, useText } from "../i18n/index.ts";
import { useTicketNames } from "../products/useTicketNames.ts";
import { useSignedInOperator } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { doorColours } from "../theme/tokens.ts";
import { FormButton } from "../ui/FormDialog.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { OrderLink } from "./DoorHistory.tsx";
import type { OfflineGuestList } from "./offline/list.ts";
import type { DoorDecision, DoorVerdict } from "./useDoor.ts";

const icons: Record<DoorVerdict, typeof SvgIcon> = {
  admitted: CheckCircleIcon,
  "to-collect": PaymentsIcon,
  "already-redeemed": ReplayIcon,
  cancelled: CancelIcon,
  replaced: PublishedWithChangesIcon,
  "wrong-day": EventBusyIcon,
  "other-event": BlockIcon,
  "not-confirmed": HourglassTopIcon,
  "test-order": ScienceIcon,
  unknown: HelpIcon,
};

type Colours = (typeof doorColours)[keyof typeof doorColours];
const outlined = ({ on }: Colours) => ({ color: on, borderColor: on, py: 1.25, "&:hover": { borderColor: on } });
const solid = ({ on, onButton }: Colours) => ({
  ...{ bgcolor: on, color: onButton, px: 4, py: 1.25 },
  "&:hover": { bgcolor: on },
});

/** The verdict, on the whole screen. A scanner, or a person who types, can go on with the next code. */
export function DoorResult({
  decision,
  list,
  pending,
  problem,
  onUndo,
  onOverride,
  onTaken,
  onUnpaid,
  onNext,
  onCode,
}: {
  decision: DoorDecision;
  /** The list of this device, if there is a list. */
  list: OfflineGuestList | null;
  pending: boolean;
  problem: unknown;
  onUndo: () => void;
  /** Admits at another time or to another event, for this reason. */
  onOverride: (reason: string) => void;
  /** Records what the guest paid, and admits if the guest is not inside. */
  onTaken: (taken: Taken) => void;
  /** Admits although something is to be collected. */
  onUnpaid: () => void;
  onNext: () => void;
  /** Checks the next code, without a click in between. */
  onCode: (code: string) => void;
}) {
  const t = useText();
  const format = useFormat();
  const deadline = useDeadline();
  const title = useId();
  const { me } = useSignedInOperator();
  const { verdict, order, people, away } = decision;
  const Icon = icons[verdict];
  const isAdmitted = verdict === "admitted";
  const collects = verdict === "to-collect";
  const colours = doorColours[isAdmitted || collects ? verdict : "refused"];
  const toCollect = order?.toCollect ?? null;
  // An operator with the role `door` asks an operator of the office. Without network nobody can override a refusal.
  const mayOverride = me?.role !== "door" && !away && (verdict === "wrong-day" || verdict === "other-event");
  // A guest who is inside can still pay.
  const isInside = isAdmitted || verdict === "already-redeemed";
  const [typed, setTyped] = useState("");
  const type = (event: KeyboardEvent) => {
    const inField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (inField || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && typed !== "") {
      event.preventDefault();
      setTyped("");
      onCode(typed);
    } else if (event.key === "Backspace") setTyped((text) => text.slice(0, -1));
    else if (event.key.length === 1 && event.key !== " ") setTyped((text) => text + event.key);
  };
  return (
    <Dialog
      open
      fullScreen
      onClose={onNext}
      onKeyDown={type}
      aria-labelledby={title}
      slotProps={{
        paper: { sx: { bgcolor: colours.ground, color: colours.on } },
      }}
    >
      <Stack
        sx={{
          flex: 1,
          p: { xs: 2, sm: 4 },
          gap: 2,
          maxWidth: 720,
          mx: "auto",
          width: "100%",
          justifyContent: "center",
        }}
      >
        <Box role="alert" sx={{ textAlign: "center" }}>
          <Icon sx={{ fontSize: 88 }} aria-hidden />
          <Typography id={title} component="h2" sx={{ fontSize: "2.25rem", fontWeight: 800, lineHeight: 1.15 }}>
            {collects && toCollect
              ? t("collect.amount", { amount: format.amount(toCollect.amount, toCollect.currencyCode) })
              : t(`door.result.${verdict}`)}
          </Typography>
          {people > 0 && (
            <Typography sx={{ fontSize: isAdmitted ? "4rem" : "1.5rem", fontWeight: 800, lineHeight: 1.2 }}>
              {t("orders.people", { smart_count: people })}
            </Typography>
          )}
          <Typography sx={{ fontSize: "1.125rem" }}>{sentenceOf(decision, t, format, deadline)}</Typography>
          {toCollect && !collects && (
            <Typography sx={{ fontSize: "1.125rem", fontWeight: 700 }}>{owedText(toCollect, t, format)}</Typography>
          )}
          {away && <Typography sx={{ fontWeight: 700 }}>{t("door.away.decided")}</Typography>}
        </Box>
        {order && <Details order={order} list={list} colour={colours.on} />}
        <ProblemAlert error={problem} />
        {typed && (
          <Typography role="status" sx={{ textAlign: "center", fontFamily: mono, overflowWrap: "anywhere" }}>
            {typed}
          </Typography>
        )}
        {toCollect && (collects || isInside) && (
          <Box sx={{ display: "flex", justifyContent: "center" }}>
            <CollectButtons
              toCollect={toCollect}
              name={order?.lead ?? decision.code}
              pending={pending}
              onTaken={onTaken}
              onUnpaid={collects ? onUnpaid : undefined}
              solid={{ size: "large", variant: "contained", sx: solid(colours) }}
              outlined={{ size: "large", variant: "outlined", sx: outlined(colours) }}
            />
          </Box>
        )}
        <Stack direction="row" sx={{ gap: 1.5, flexWrap: "wrap", justifyContent: "center" }}>
          <Button
            size="large"
            variant={collects ? "outlined" : "contained"}
            autoFocus
            disableFocusRipple
            onClick={onNext}
            sx={collects ? outlined(colours) : solid(colours)}
          >
            {t("door.next")}
          </Button>
          {decision.admission && (
            <Undo until={decision.admission.until} pending={pending} onUndo={onUndo} sx={outlined(colours)} />
          )}
          {mayOverride && <Override sx={outlined(colours)} onOverride={onOverride} />}
        </Stack>
      </Stack>
    </Dialog>
  );
}

function Details({
  order,
  list,
  colour,
}: {
  order: NonNullable<DoorDecision["order"]>;
  list: OfflineGuestList | null;
  colour: string;
}) {
  const t = useText();
  const { local } = useFormat();
  const nameOf = useTicketNames(list?.ticketNames);
  const { lead, productName, itemName, eventOn, tickets, inside, link } = order;
  return (
    <Box sx={{ pt: 2, borderTop: "1px solid", textAlign: "center" }}>
      {lead && <Typography sx={{ fontSize: "1.375rem", fontWeight: 700 }}>{lead}</Typography>}
      <Typography sx={{ fontWeight: 600 }}>{productName}</Typography>
      <Typography>
        {itemName} · {local(eventOn)}
      </Typography>
      <Typography>{tickets.map(({ code, quantity }) => `${quantity} × ${nameOf(code)}`).join(", ")}</Typography>
      <Typography>{t("door.inside", { inside: inside.people, of: inside.of })}</Typography>
      {link && (
        <Typography sx={{ mt: 0.5 }}>
          {t("orders.field.reference")} <OrderLink link={link} color={colour} />
        </Typography>
      )}
    </Box>
  );
}

/** The button that undoes an admission, shown while this is possible. */
function Undo({ until, pending, onUndo, sx }: { until: number; pending: boolean; onUndo: () => void; sx: SxProps }) {
  const t = useText();
  const [open, setOpen] = useState(() => Date.now() < until);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(false), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  if (!open) return null;
  return (
    <Button size="large" variant="outlined" startIcon={<UndoIcon />} loading={pending} onClick={onUndo} sx={sx}>
      {t("lists.undo")}
    </Button>
  );
}

function sentenceOf(
  decision: DoorDecision,
  t: Translate,
  format: Formatters,
  deadline: (at: string) => string,
): string {
  const { verdict, order, earlier, away } = decision;
  const day = order ? format.local(order.eventOn) : "–";
  if (verdict === "to-collect") return t("collect.say");
  if (verdict === "already-redeemed") {
    const at = earlier ? format.instant(earlier.at) : "–";
    return earlier?.by ? t("door.say.already-redeemed", { at, by: earlier.by }) : t("door.say.admittedHere", { at });
  }
  if (verdict === "other-event") return t("door.say.other-event", { day });
  if (verdict === "wrong-day") {
    const { accepted, early } = order ?? {};
    if (early && accepted?.from) return t("door.say.too-early", { day, from: deadline(accepted.from) });
    return accepted
      ? t("door.say.too-late", { day, until: deadline(accepted.until) })
      : t("door.say.wrong-day", { day });
  }
  if (verdict === "unknown" && hasOtherKeys(decision.code)) return t("door.say.otherKeys");
  return t(verdict === "unknown" && away ? "door.say.unlisted" : `door.say.${verdict}`);
}

/** Says what a guest owes: on arrival, or later by agreement. */
const owedText = ({ amount, currencyCode, dueOn, onArrival }: ToCollect, t: Translate, format: Formatters): string =>
  dueOn && !onArrival
    ? t("collect.agreed", { amount: format.amount(amount, currencyCode), day: format.date(dueOn) })
    : t("collect.owed", { amount: format.amount(amount, currencyCode) });

/** Redeems a voucher outside its accepted time, for a reason that is recorded. */
function Override({ sx, onOverride }: { sx: SxProps; onOverride: (reason: string) => void }) {
  const t = useText();
  return (
    <FormButton
      button={{ size: "large", variant: "outlined", sx }}
      label={t("door.override.button")}
      title={t("door.override.title")}
      lead={t("door.override.lead")}
      submit={t("door.admit")}
      defaults={{ reason: "" }}
      save={async ({ reason }) => onOverride(reason.trim())}
    >
      <TextField autoFocus multiline minRows={2} source="reason" label={t("orders.action.why")} required most={500} />
    </FormButton>
  );
}
