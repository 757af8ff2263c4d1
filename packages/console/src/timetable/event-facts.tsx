import PaymentsIcon from "@mui/icons-material/Payments";
import WarningIcon from "@mui/icons-material/WarningAmber";
import { Box } from "@mui/material";
import { useEffect, useState } from "react";
import { eventStateLooks } from "../events/parts.tsx";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { eventName } from "../resources/resource.ts";
import { type ChipTone, softColors } from "../ui/text.tsx";
import { isFinished, lackedKinds, type TimetableEvent, timesOf } from "./columns.ts";

/** What a timetable says of an event, in its columns and in its list. */

const everyMs = 30_000;

/** Returns the present instant in milliseconds, and renders again as time passes. */
export function useClock(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Returns the seats of an event in figures, `12 / 40`, after its people if they are another number. */
export function useSeatsText(): (event: TimetableEvent) => string {
  const t = useText();
  const { count } = useFormat();
  return ({ sold, people, capacity }) => {
    const persons = t("orders.people", { smart_count: people });
    if (capacity === null) return persons;
    const seats = `${count(sold)} / ${count(capacity)}`;
    return people === sold ? seats : `${persons} · ${seats}`;
  };
}

interface EventMark {
  key: string;
  tone: ChipTone;
  Icon: typeof WarningIcon;
  text: string;
  /** For a block, which is narrow. The symbol says the rest. */
  short: string;
}

/** Returns what the operator must know of an event: it is not on sale, lacks resources, or has guests who have not paid. */
export function useEventMarks(): (event: TimetableEvent, now: number) => EventMark[] {
  const t = useText();
  const { list, count } = useFormat();
  return (event, now) => {
    const { state, balancesDue, tooFew, minimumGuests } = event;
    const isOver = isFinished(event, now);
    const kinds = isOver ? [] : lackedKinds(event).map((kind) => t(`resources.kind.${kind}`));
    const isMarked = !isOver && !["available", "ended", "no-resources"].includes(state);
    const { tone, Icon } = eventStateLooks[state];
    return [
      kinds.length > 0 && {
        ...{ key: "lacks", tone: "error" as const, Icon: WarningIcon },
        ...{ text: t("timetable.lacks", { kinds: list(kinds) }), short: list(kinds) },
      },
      tooFew && {
        ...{ key: "few", tone: "error" as const, Icon: WarningIcon },
        ...{ text: t("day.tooFew", { n: count(minimumGuests ?? 0) }), short: `< ${count(minimumGuests ?? 0)}` },
      },
      isMarked && {
        ...{ key: "state", tone, Icon },
        ...{ text: t(`events.status.${state}`), short: t(`events.status.${state}`) },
      },
      balancesDue > 0 && {
        ...{ key: "due", tone: "warning" as const, Icon: PaymentsIcon },
        ...{ text: t("timetable.unpaid", { smart_count: balancesDue }), short: count(balancesDue) },
      },
    ].filter((mark) => mark !== false);
  };
}

/** A mark of an event as a small chip. */
export const EventMarkChip = ({
  mark: { tone, Icon, text, short },
  isShort = false,
}: {
  mark: EventMark;
  isShort?: boolean;
}) => (
  <Box
    component="span"
    title={text}
    sx={{
      ...{ display: "inline-flex", alignItems: "center", gap: 0.375, maxWidth: 1, minWidth: 0 },
      ...{ px: 0.5, borderRadius: 0.75, fontSize: "0.75rem", lineHeight: 1.5, fontWeight: 600 },
      ...softColors(tone),
    }}
  >
    <Icon aria-hidden sx={{ fontSize: 13 }} />
    <Box component="span" sx={{ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}>
      {isShort ? short : text}
    </Box>
  </Box>
);

/** Returns the whole of what a timetable says of an event in one line, for screen readers and for the title. */
export function useEventLine(): (event: TimetableEvent, now: number) => string {
  const t = useText();
  const seats = useSeatsText();
  const marks = useEventMarks();
  return (event, now) => {
    const times = timesOf(event);
    const name = eventName(event);
    return [
      times ? t("resources.week.use", { event: name, ...times, people: seats(event) }) : `${name}, ${seats(event)}`,
      isFinished(event, now) && t("timetable.finished"),
      ...marks(event, now).map(({ text }) => text),
    ]
      .filter(Boolean)
      .join(", ");
  };
}
