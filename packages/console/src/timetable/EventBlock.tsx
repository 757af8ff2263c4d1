import { Box, ButtonBase, type Theme } from "@mui/material";
import { eventName } from "../resources/resource.ts";
import { isFinished, type TimetableBlock, timesOf } from "./columns.ts";
import { EventMarkChip, useEventLine, useEventMarks, useSeatsText } from "./event-facts.tsx";
import type { Lane } from "./layout.ts";

/** From these minutes on a block has room for its name below its time, and for its marks below the name. */
const roomForName = 45;
const roomForMarks = 75;
const minutesPerLine = 17;

/** An event on a timetable. A click opens it; it can be dragged to another column. */
export function EventBlock({
  block: { event, span, use },
  lane: { lane, lanes },
  firstHour,
  now,
  isOpened,
  isMoving,
  drag,
  onOpen,
}: {
  block: TimetableBlock;
  lane: Lane;
  firstHour: number;
  /** Milliseconds since 1970. */
  now: number;
  isOpened: boolean;
  /** Whether it is being given to another column. */
  isMoving: boolean;
  drag: { start: () => void; end: () => void } | undefined;
  onOpen: () => void;
}) {
  const seats = useSeatsText()(event);
  const marks = useEventMarks()(event, now);
  const line = useEventLine()(event, now);
  const isOver = isFinished(event, now);
  const minutes = span.until - span.from;
  const [isTall, isHigh] = [minutes >= roomForName, minutes >= roomForMarks];
  const isLacking = marks.some(({ tone }) => tone === "error");
  // The column of a product has the product's name.
  const name = use ? eventName(event) : event.itemName;
  return (
    <Box
      component="li"
      sx={{
        position: "absolute",
        top: `calc(var(--hour) * ${span.from / 60 - firstHour})`,
        height: `calc(var(--hour) * ${minutes / 60} - 2px)`,
        left: `calc(${(100 * lane) / lanes}% + 1px)`,
        width: `calc(${100 / lanes}% - 2px)`,
      }}
    >
      {/* Firefox does not drag a button element. */}
      <ButtonBase
        component="div"
        disableRipple
        draggable={drag !== undefined}
        aria-label={line}
        aria-pressed={isOpened}
        title={line}
        data-block={`${event.id} ${use?.resourceId}`}
        onClick={onOpen}
        onDragStart={(started: React.DragEvent) => {
          // Firefox drags nothing without data.
          started.dataTransfer.setData("text/plain", line);
          drag?.start();
        }}
        onDragEnd={() => drag?.end()}
        sx={{
          ...{ display: "flex", flexDirection: "column", alignItems: "stretch", justifyContent: "flex-start" },
          ...{ height: 1, width: 1, overflow: "hidden", borderRadius: 1, px: 0.75, py: 0.25, textAlign: "left" },
          ...{ fontFamily: "inherit", fontSize: "0.75rem", lineHeight: 1.35 },
          border: 1,
          borderLeft: 3,
          borderColor: isOver ? "divider" : isLacking ? "error.main" : "info.main",
          bgcolor: "background.paper",
          color: isOver ? "text.secondary" : "text.primary",
          // The block hides the lines of the hours, so its colour lies on the colour of the paper.
          backgroundImage: ({ palette }: Theme) => {
            const tone = isLacking ? palette.error.light : palette.action.selected;
            return isOver ? "none" : `linear-gradient(${tone}, ${tone})`;
          },
          ...(isLacking && !isOver && { color: "error.dark" }),
          ...(drag && { cursor: "grab" }),
          ...(isMoving && { opacity: 0.5 }),
          ...(isOpened && { outline: 2, outlineStyle: "solid", outlineColor: "primary.main", outlineOffset: -1 }),
          "&:hover": { borderColor: "primary.main" },
          "@media print": { border: "1px solid", borderLeftWidth: 3, fontSize: "0.6875rem", lineHeight: 1.25 },
        }}
      >
        <Box component="span" sx={{ display: "flex", gap: 0.75, minWidth: 0, whiteSpace: "nowrap" }}>
          <b>{timesOf(event)!.from}</b>
          {!isTall && <Cut grows>{name}</Cut>}
          {/* Without room below, only the symbols of the marks are shown. */}
          {!isHigh && marks.map(({ key, Icon }) => <Icon key={key} aria-hidden sx={{ fontSize: 14, mt: 0.125 }} />)}
          <Cut>{seats}</Cut>
        </Box>
        {isTall && (
          <Box
            component="span"
            sx={{
              ...{ display: "-webkit-box", WebkitBoxOrient: "vertical", overflow: "hidden", overflowWrap: "anywhere" },
              ...{
                WebkitLineClamp: Math.max(
                  1,
                  Math.floor((minutes - 25) / minutesPerLine) - (isHigh && marks.length > 0 ? 1 : 0),
                ),
              },
              flexShrink: 0,
              fontWeight: 600,
            }}
          >
            {name}
          </Box>
        )}
        {isHigh && marks.length > 0 && (
          <Box component="span" sx={{ display: "flex", flexWrap: "wrap", gap: 0.25, mt: 0.25 }}>
            {marks.map((mark) => (
              <EventMarkChip key={mark.key} mark={mark} isShort />
            ))}
          </Box>
        )}
      </ButtonBase>
    </Box>
  );
}

const Cut = ({ grows = false, children }: { grows?: boolean; children: string }) => (
  <Box
    component="span"
    sx={{ overflow: "hidden", textOverflow: "ellipsis", ...(grows ? { flex: 1, minWidth: "2rem" } : { minWidth: 0 }) }}
  >
    {children}
  </Box>
);
