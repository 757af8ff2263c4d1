import { Box, Typography } from "@mui/material";
import { eventAddress } from "../events/EventViewLinks.tsx";
import { useFormat, useZoneCity } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { LinedItem, PlainList } from "../ui/page/layout.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import { givenNames, isFinished, type TimetableEvent, timesOf } from "./columns.ts";
import { EventMarkChip, useClock, useEventMarks, useSeatsText } from "./event-facts.tsx";

/** Events as a list by time, for a phone and for paper. `dated`: of several days. */
export function EventAgenda({ events, dated = false }: { events: readonly TimetableEvent[]; dated?: boolean }) {
  const t = useText();
  const format = useFormat();
  if (events.length === 0) return <Typography sx={{ py: 1 }}>{t("day.none")}</Typography>;
  if (!dated) return <ByZone events={events} />;
  const byTime = events.toSorted((a, b) => (a.eventOn < b.eventOn ? -1 : 1));
  return [...Map.groupBy(byTime, ({ eventOn }) => eventOn.slice(0, 10))].map(([day, ofDay]) => (
    <Box key={day} component="section" sx={{ mt: 1 }}>
      <Typography component="h3" sx={{ fontWeight: 700 }}>
        {format.longDay(day)}
      </Typography>
      <Lines events={ofDay} />
    </Box>
  ));
}

/** Local times of several zones cannot be sorted together. */
function ByZone({ events }: { events: readonly TimetableEvent[] }) {
  const t = useText();
  const cityOf = useZoneCity();
  const zones = Map.groupBy(events, ({ timeZone }) => timeZone);
  if (zones.size === 1) return <Lines events={events} />;
  return [...zones].map(([zone, there]) => (
    <Box key={zone} component="section" sx={{ mt: 1 }}>
      <SecondaryText>{t("day.zone", { zone: cityOf(zone) })}</SecondaryText>
      <Lines events={there} />
    </Box>
  ));
}

function Lines({ events }: { events: readonly TimetableEvent[] }) {
  const t = useText();
  const now = useClock();
  const seats = useSeatsText();
  const marks = useEventMarks();
  return (
    <PlainList>
      {events.map((event) => {
        const { id, productName, itemName } = event;
        const times = timesOf(event);
        const shown = marks(event, now);
        return (
          <LinedItem key={id} dense columns={{ xs: "3.5rem minmax(0, 1fr)", md: "7rem minmax(0, 1fr)" }}>
            <Box sx={{ color: isFinished(event, now) ? "text.secondary" : "text.primary" }}>
              <b>{times?.from ?? t("day.allDay")}</b>
              {times && (
                <SecondaryText span sx={{ display: { xs: "block", md: "inline" } }}>
                  –{times.until}
                </SecondaryText>
              )}
            </Box>
            <Box sx={{ minWidth: 0, breakInside: "avoid" }}>
              <PageLink
                to={eventAddress(id)}
                sx={{ fontWeight: 600, ...(isFinished(event, now) && { color: "text.secondary" }) }}
              >
                {productName}
              </PageLink>
              <SecondaryText>
                {[itemName !== productName && itemName, seats(event), ...givenNames(event)].filter(Boolean).join(" · ")}
              </SecondaryText>
              {shown.length > 0 && (
                <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5, mt: 0.25 }}>
                  {shown.map((mark) => (
                    <EventMarkChip key={mark.key} mark={mark} />
                  ))}
                </Box>
              )}
            </Box>
          </LinedItem>
        );
      })}
    </PlainList>
  );
}
