import { Box } from "@mui/material";
import { type ReactNode, useId, useState } from "react";
import { useText } from "../i18n/index.ts";
import { ScreenReaderText, SecondaryText } from "../ui/text.tsx";
import type { TimetableBlock } from "./columns.ts";
import { EventBlock } from "./EventBlock.tsx";
import { useClock } from "./event-facts.tsx";
import { clockText, type Hours, type Lane, lanesOf } from "./layout.ts";

/** A column as it is drawn: its heading, and the line of the present time if it is in the column's day. */
export interface DrawnColumn {
  id: string;
  name: string;
  heading: ReactNode;
  blocks: readonly TimetableBlock[];
  /** Minutes since midnight; null: the column's day is another day. */
  nowAt: number | null;
  /** Whether the column's resource does not work on this day. */
  isOff?: boolean;
}

/** What happens to a dragged event. Without it, nothing can be dragged. */
export interface Dropping {
  /** Says whether a column can take an event, and why not. */
  answer: (block: TimetableBlock, columnId: string) => { takes: boolean; text: string };
  drop: (block: TimetableBlock, columnId: string) => Promise<void>;
}

/** Widths in rem. */
const leastColumn = 7;
const leastLane = 6.5;
const hourHeight = 56;
/** A sheet of A4 has this height for all hours, in CSS pixels. */
const printedHeight = { portrait: 900, landscape: 580 };
/** Most columns that can be read on a sheet of A4, also upright. More columns are printed as a list. */
export const mostPrintedColumns = 8;
export const mostUpright = 5;

/** Events in columns, with the hours down the side. */
export function Timetable({
  label,
  columns,
  hours,
  opened,
  onOpen,
  dropping,
  turn,
}: {
  label: string;
  columns: readonly DrawnColumn[];
  hours: Hours;
  /** Id of the opened event. */
  opened: string | null;
  onOpen: (eventId: string) => void;
  dropping?: Dropping | undefined;
  /** How the paper lies. */
  turn: keyof typeof printedHeight;
}) {
  const id = useId();
  const now = useClock();
  const [dragged, setDragged] = useState<TimetableBlock | null>(null);
  const [moving, setMoving] = useState<string | null>(null);
  const count = hours.until - hours.from;
  const lanesOfColumns = columns.map(({ blocks }) => lanesOf(blocks.map(({ span }) => span)));
  const onPaper = lanesOfColumns.filter((lanes) => lanes.length > 0);
  const drop = async (block: TimetableBlock, columnId: string) => {
    setDragged(null);
    setMoving(block.key);
    await dropping?.drop(block, columnId);
    setMoving(null);
  };
  return (
    <Box
      role="region"
      aria-label={label}
      tabIndex={0}
      sx={{
        "--hour": `${hourHeight}px`,
        display: "grid",
        gridAutoFlow: "column",
        gridTemplateRows: "auto auto",
        gridTemplateColumns: "3.25rem",
        gridAutoColumns: "minmax(min-content, 1fr)",
        overflow: "auto",
        maxHeight: "max(24rem, calc(100vh - 15.5rem))",
        borderTop: 1,
        borderColor: "divider",
        "@media print": {
          "--hour": `${Math.min(hourHeight, printedHeight[turn] / count)}px`,
          ...{ overflow: "visible", maxHeight: "none" },
          gridTemplateColumns: ["3.25rem", ...onPaper.map((lanes) => `minmax(0, ${widestOf(lanes)}fr)`)].join(" "),
        },
      }}
    >
      <Box sx={{ ...cornerOf("top"), left: 0, zIndex: 4 }} />
      <HourAxis hours={hours} />
      {columns.map((column, n) => {
        const answer = dragged && dropping && !isOwn(dragged, column.id) ? dropping.answer(dragged, column.id) : null;
        const headingId = `${id}-${n}`;
        return [
          <Box
            key={`${column.id} head`}
            className={column.blocks.length === 0 ? "on-screen" : undefined}
            sx={{ ...cornerOf("top"), ...columnEdge, zIndex: 3, px: 0.75, py: 0.5, minWidth: 0 }}
          >
            <Box id={headingId} sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
              {column.heading}
            </Box>
            {answer && <SecondaryText aria-hidden>{answer.text}</SecondaryText>}
          </Box>,
          <Column
            key={column.id}
            {...{ column, hours, headingId, opened, onOpen, now, moving }}
            lanes={lanesOfColumns[n]!}
            dims={answer !== null && !answer.takes}
            drag={dropping && { start: setDragged, end: () => setDragged(null) }}
            {...(answer && { takes: answer.takes, onDrop: () => void drop(dragged!, column.id) })}
          />,
        ];
      })}
    </Box>
  );
}

const widestOf = (lanes: readonly Lane[]): number => Math.max(1, ...lanes.map((one) => one.lanes));

const isOwn = ({ use }: TimetableBlock, columnId: string): boolean => (use?.resourceId ?? "") === columnId;

const cornerOf = (edge: "top" | "left") => ({ position: "sticky", [edge]: 0, bgcolor: "background.paper" }) as const;
const columnEdge = { borderLeft: 1, borderColor: "divider" } as const;

function HourAxis({ hours }: { hours: Hours }) {
  const all = Array.from({ length: hours.until - hours.from }, (_, n) => hours.from + n);
  return (
    <Box
      aria-hidden
      sx={{ ...cornerOf("left"), zIndex: 2, height: `calc(var(--hour) * ${all.length})`, fontSize: "0.75rem" }}
    >
      {all.map((hour) => (
        <Box
          key={hour}
          sx={{ height: "var(--hour)", px: 0.75, borderTop: 1, borderColor: "divider", color: "text.secondary" }}
        >
          {clockText(hour * 60)}
        </Box>
      ))}
    </Box>
  );
}

function Column({
  column: { blocks, nowAt, isOff = false },
  hours,
  headingId,
  lanes,
  opened,
  onOpen,
  now,
  moving,
  dims,
  drag,
  takes = false,
  onDrop,
}: {
  column: DrawnColumn;
  hours: Hours;
  headingId: string;
  lanes: readonly Lane[];
  opened: string | null;
  onOpen: (eventId: string) => void;
  now: number;
  moving: string | null;
  dims: boolean;
  drag: { start: (block: TimetableBlock) => void; end: () => void } | undefined;
  takes?: boolean;
  onDrop?: () => void;
}) {
  const t = useText();
  const isNow = nowAt !== null && nowAt >= hours.from * 60 && nowAt < hours.until * 60;
  return (
    <Box
      component="ol"
      aria-labelledby={headingId}
      className={blocks.length === 0 ? "on-screen" : undefined}
      {...(onDrop && { onDragOver: (event: React.DragEvent) => event.preventDefault(), onDrop })}
      sx={{
        ...{ position: "relative", listStyle: "none", m: 0, p: 0, ...columnEdge },
        minWidth: `${Math.max(leastColumn, widestOf(lanes) * leastLane)}rem`,
        height: `calc(var(--hour) * ${hours.until - hours.from})`,
        backgroundImage: ({ palette }) =>
          `repeating-linear-gradient(${palette.divider} 0 1px, transparent 1px var(--hour))`,
        ...(isOff && { bgcolor: "action.hover" }),
        ...(dims && { opacity: 0.45 }),
        ...(takes && { outline: 2, outlineStyle: "dashed", outlineColor: "primary.main", outlineOffset: -2 }),
        "@media print": { minWidth: 0 },
      }}
    >
      {blocks.map((block, n) => (
        <EventBlock
          key={block.key}
          block={block}
          lane={lanes[n]!}
          firstHour={hours.from}
          now={now}
          isOpened={block.event.id === opened}
          isMoving={block.key === moving}
          drag={drag && block.use ? { start: () => drag.start(block), end: drag.end } : undefined}
          onOpen={() => onOpen(block.event.id)}
        />
      ))}
      {isNow && (
        <Box
          component="li"
          className="on-screen"
          sx={{
            ...{ position: "absolute", left: 0, right: 0, zIndex: 1, height: 0, pointerEvents: "none" },
            ...{ borderTop: 2, borderColor: "error.main" },
            top: `calc(var(--hour) * ${nowAt / 60 - hours.from})`,
          }}
        >
          <ScreenReaderText>{t("timetable.now", { time: clockText(nowAt) })}</ScreenReaderText>
        </Box>
      )}
    </Box>
  );
}
