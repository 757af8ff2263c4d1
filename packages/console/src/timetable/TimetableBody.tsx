import { Box, GlobalStyles, Typography, useMediaQuery } from "@mui/material";
import { useEffect, useRef, useState } from "react";
import { useText } from "../i18n/index.ts";
import { useKeyShortcuts } from "../ui/keys.ts";
import { printedPage } from "../ui/page/printed.ts";
import type { TimetableEvent } from "./columns.ts";
import { EventAgenda } from "./EventAgenda.tsx";
import { EventSide } from "./EventSide.tsx";
import { hoursOf } from "./layout.ts";
import { type DrawnColumn, type Dropping, mostPrintedColumns, mostUpright, Timetable } from "./Timetable.tsx";

/**
 * Events by time: in columns with the opened event beside them, or as a list on a phone. Paper has the columns, or a list if the columns are
 * too many for a sheet.
 */
export function TimetableBody({
  label,
  events,
  outside = [],
  columns,
  dropping,
  dated = false,
}: {
  label: string;
  events: readonly TimetableEvent[];
  /** Events that are in no column. */
  outside?: readonly TimetableEvent[];
  columns: readonly DrawnColumn[];
  dropping?: Dropping | undefined;
  /** Whether the columns are days. */
  dated?: boolean;
}) {
  const t = useText();
  const wide = useMediaQuery("(min-width: 900px)", { noSsr: true });
  const root = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const opened = wide ? events.find(({ id }) => id === chosen) : undefined;
  const blockOf = (id: string | null) => root.current?.querySelector<HTMLElement>(`[data-block^="${id} "]`);
  const openedId = opened?.id;
  // The panel can cover the columns at the right.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opened event.
  useEffect(() => {
    if (openedId) blockOf(openedId)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [openedId]);
  const close = () => {
    blockOf(chosen)?.focus();
    setChosen(null);
  };
  useKeyShortcuts(opened ? { Escape: close } : {});
  const hours = hoursOf(columns.flatMap(({ blocks }) => blocks.map(({ span }) => span)));
  const printed = columns.filter(({ blocks }) => blocks.length > 0).length;
  const isListed = printed > mostPrintedColumns;
  const turn = isListed || printed <= mostUpright ? "portrait" : "landscape";
  const paper = <GlobalStyles styles={printedPage(turn)} />;
  if (!wide || !hours)
    return (
      <Box sx={{ px: { xs: 1.5, sm: 2 }, pb: 1.5 }}>
        {paper}
        <EventAgenda events={events} dated={dated} />
      </Box>
    );
  return (
    <>
      {paper}
      <Box
        ref={root}
        sx={{
          display: "flex",
          alignItems: "flex-start",
          ...(isListed && notOnPaper),
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Timetable
            label={label}
            columns={columns}
            hours={hours}
            opened={opened?.id ?? null}
            onOpen={setChosen}
            dropping={dropping}
            turn={turn}
          />
        </Box>
        {opened && <EventSide key={opened.id} event={opened} onClose={close} />}
      </Box>
      {outside.length > 0 && (
        <Box sx={{ px: 2, pt: 1, pb: 1.5, ...(isListed && notOnPaper) }}>
          <Typography component="h3" variant="overline" sx={{ color: "text.secondary" }}>
            {t("timetable.outside", { smart_count: outside.length })}
          </Typography>
          <EventAgenda events={outside} />
        </Box>
      )}
      {isListed && (
        // A page is printed before React could render it again.
        <Box sx={{ display: "none", "@media print": { display: "block" } }}>
          <EventAgenda events={events} dated={dated} />
        </Box>
      )}
    </>
  );
}

const notOnPaper = { "@media print": { display: "none" } } as const;
