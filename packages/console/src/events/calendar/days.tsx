import { Box, Typography } from "@mui/material";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { allWeekdays, dayNumber, isoWeekday, today } from "../../format/days.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useStoreZone } from "../../session/hooks.ts";
import { ScreenReaderText, SecondaryText } from "../../ui/text.tsx";
import { dayAddress, type EventFilter } from "../EventViewLinks.tsx";
import type { Calendar } from "../event.ts";
import { allEvents, DayMarks, Occupancy, OccupancyBar, OnSaleText } from "./parts.tsx";

type Day = Calendar["days"][number];

/** A month as a table of weeks. Each day links to its events. */
export function MonthGrid({ calendar, filter }: { calendar: Calendar; filter: EventFilter }) {
  const format = useFormat();
  const { month, days } = calendar;
  const fields: (Day | null)[] = [...Array<null>(isoWeekday(dayNumber(`${month}-01`)!) - 1).fill(null), ...days];
  while (fields.length % 7 > 0) fields.push(null);
  const weeks = Array.from({ length: fields.length / 7 }, (_, n) => fields.slice(n * 7, n * 7 + 7));
  return (
    <Box
      component="table"
      aria-label={format.month(month)}
      sx={{
        width: 1,
        tableLayout: "fixed",
        borderCollapse: "collapse",
        "& th": { py: 0.5, px: 1, fontSize: "0.8125rem", fontWeight: 600, color: "text.secondary", textAlign: "left" },
        "& td": { p: 0, border: 1, borderColor: "divider", verticalAlign: "top", height: 104 },
        "& td:first-of-type": { borderLeft: 0 },
        "& td:last-of-type": { borderRight: 0 },
        "& tr:last-of-type td": { borderBottom: 0 },
      }}
    >
      <thead>
        <tr>
          {allWeekdays.map((number) => (
            <th key={number} scope="col" abbr={format.weekday(number, "long")}>
              {format.weekday(number, "short")}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find(Boolean)?.day}>
            {week.map((day, n) => (
              <Box
                component="td"
                key={day?.day ?? `empty ${n}`}
                sx={day ? undefined : { bgcolor: "background.default" }}
              >
                {day && <DayField day={day} filter={filter} />}
              </Box>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

function DayField({ day, filter }: { day: Day; filter: EventFilter }) {
  const t = useText();
  const format = useFormat();
  const present = today(useStoreZone());
  const number = Number(day.day.slice(8));
  const isToday = day.day === present;
  if (allEvents(day) === 0)
    return (
      <Box sx={{ p: 1, color: "text.secondary" }}>
        <DayNumber number={number} isToday={isToday} />
        <ScreenReaderText>{t("events.calendar.noEvents")}</ScreenReaderText>
      </Box>
    );
  return (
    <Box
      component={Link}
      to={dayAddress(day, filter)}
      sx={{
        display: "flex",
        flexDirection: "column",
        gap: 0.25,
        minWidth: 0,
        height: 1,
        p: 1,
        color: "text.primary",
        textDecoration: "none",
        ...(day.available === 0 && closed),
        "&:hover": { boxShadow: "inset 0 0 0 2px currentcolor" },
        "&:focus-visible": { position: "relative", zIndex: 1 },
      }}
    >
      <Box sx={{ display: "flex", justifyContent: "space-between", gap: 1, alignItems: "baseline" }}>
        <DayNumber number={number} isToday={isToday} />
        <ScreenReaderText>{format.local(`${day.day}T00:00:00`)}:</ScreenReaderText>
        <ScreenReaderText>
          {t("events.count", { smart_count: allEvents(day), n: format.count(allEvents(day)) })}
        </ScreenReaderText>
        {day.load !== null && (
          <Typography variant="body2" component="span" sx={{ fontWeight: day.load >= 0.85 ? 700 : 400 }}>
            {format.share(day.load)}
          </Typography>
        )}
      </Box>
      <OccupancyBar load={day.load} />
      <FirstEvents day={day} />
      {day.available === 0 && <OnSaleText day={day} isPast={day.day < present} />}
      <DayMarks day={day} />
    </Box>
  );
}

/** The first events of a day by time and name, and the number of further events. */
function FirstEvents({ day }: { day: Day }) {
  const t = useText();
  const format = useFormat();
  const all = allEvents(day);
  // The number of one further event would take the line of its name.
  const shown = all > day.first.length ? day.first.slice(0, -1) : day.first;
  const others = all - shown.length;
  return (
    <Box component="span" sx={{ display: "flex", flexDirection: "column", minWidth: 0 }}>
      {shown.map(({ time, productName }, n) => (
        <Typography
          // biome-ignore lint/suspicious/noArrayIndexKey: a product can have two events at a time.
          key={`${time} ${productName} ${n}`}
          variant="body2"
          component="span"
          noWrap
          title={productName}
          sx={{ fontSize: "0.75rem" }}
        >
          {time && <b>{time} </b>}
          {productName}
        </Typography>
      ))}
      {others > 0 && <SecondaryText span>{t("events.calendar.more", { n: format.count(others) })}</SecondaryText>}
    </Box>
  );
}

/** Stripes on a day without bookable events, in addition to its symbols. */
const closed = {
  backgroundImage:
    "repeating-linear-gradient(135deg, color-mix(in srgb, currentcolor 7%, transparent) 0 6px, transparent 6px 12px)",
};

function DayNumber({ number, isToday }: { number: number; isToday: boolean }) {
  const t = useText();
  return (
    <Box
      component="span"
      sx={{
        fontWeight: 700,
        ...(isToday && { bgcolor: "primary.main", color: "primary.contrastText", borderRadius: 99, px: 0.875 }),
      }}
    >
      {number}
      {isToday && <ScreenReaderText>{t("events.calendar.today")}</ScreenReaderText>}
    </Box>
  );
}

/** A month on a narrow screen: a list of the days with events. */
export function DayList({ calendar, filter }: { calendar: Calendar; filter: EventFilter }) {
  const t = useText();
  const format = useFormat();
  const days = calendar.days.filter((day) => allEvents(day) > 0);
  const present = today(useStoreZone());
  const first = useRef<HTMLLIElement>(null);
  const shown = useRef(
    calendar.month === present.slice(0, 7) ? days.find(({ day }) => day >= present)?.day : undefined,
  );
  // The list opens at today. The frame scrolls a new page to its top first, so this waits for the next frame.
  useEffect(() => {
    const frame = requestAnimationFrame(() => scrollY === 0 && first.current?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, []);
  if (days.length === 0) return null;
  return (
    <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
      {days.map((day) => (
        <Box
          component="li"
          key={day.day}
          ref={day.day === shown.current ? first : undefined}
          sx={{ borderTop: 1, borderColor: "divider" }}
        >
          <Box
            component={Link}
            to={dayAddress(day, filter)}
            sx={{
              display: "block",
              px: 1.5,
              py: 1,
              color: "text.primary",
              textDecoration: "none",
              ...(day.available === 0 && closed),
            }}
          >
            <Box sx={{ display: "flex", justifyContent: "space-between", gap: 1, alignItems: "baseline" }}>
              <Typography component="span" sx={{ fontWeight: 700 }}>
                {format.local(`${day.day}T00:00:00`)}
              </Typography>
              <Typography variant="body2" component="span">
                {t("events.count", { smart_count: allEvents(day), n: format.count(allEvents(day)) })}
              </Typography>
            </Box>
            <FirstEvents day={day} />
            <OnSaleText day={day} isPast={day.day < present} />
            {day.events > 0 && (
              <Occupancy
                load={day.load}
                sold={day.capacity > 0 ? day.sold : day.unlimitedSold}
                unlimitedSold={day.capacity > 0 ? day.unlimitedSold : 0}
                held={day.held}
                capacity={day.capacity > 0 ? day.capacity : null}
              />
            )}
            <DayMarks day={day} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
