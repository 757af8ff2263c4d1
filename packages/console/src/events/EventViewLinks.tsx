import CalendarMonthIcon from "@mui/icons-material/CalendarMonth";
import CalendarViewDayIcon from "@mui/icons-material/CalendarViewDay";
import EditCalendarIcon from "@mui/icons-material/EditCalendar";
import ViewListIcon from "@mui/icons-material/ViewList";
import { Button, ButtonGroup } from "@mui/material";
import { Link } from "react-router";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import type { EventState } from "./event.ts";

export interface EventFilter {
  productId?: string | undefined;
  item?: string | undefined;
  cityCode?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  state?: EventState | undefined;
}

const nonEmpty = (filter: object): [string, string][] =>
  Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]));

/** Returns the address of a month of the calendar. `from` and `to` are the days of the list, to which the calendar leads back. */
export const calendarAddress = (filter: { month?: string | undefined } & EventFilter): string =>
  `/events?${new URLSearchParams(nonEmpty(filter))}`;
const listAddress = (filter: EventFilter): string =>
  `/events/list?${new URLSearchParams({ filter: JSON.stringify(Object.fromEntries(nonEmpty(filter))), page: "1" })}`;
/** Returns the address of an event's page, with its guests and its sales. */
export const eventAddress = (id: string): string => `/events/${id}/show`;
/** Returns the address of the events of a day by time. `by`: what the columns are. */
export const dayPlanAddress = (parameters: {
  day?: string | undefined;
  by?: string | undefined;
  city?: string | undefined;
}): string => `/day?${new URLSearchParams(nonEmpty(parameters))}`;
/**
 * Returns the address of a day of the calendar: its only event, or the events of the day by time. The list of the day has the filters that
 * the day does not have.
 */
export function dayAddress({ day, only }: { day: string; only: string | null }, filter: EventFilter): string {
  if (only !== null) return eventAddress(only);
  const { productId, state, cityCode } = filter;
  return productId || state ? listAddress({ ...filter, from: day, to: day }) : dayPlanAddress({ day, city: cityCode });
}
/** Returns the address of the page that changes events. `scope`: the change is for all products, if no product or city is named. */
export const eventsChangeAddress = ({ state: _, ...filter }: EventFilter & { scope?: "all" }): string =>
  `/events/change?${new URLSearchParams(nonEmpty(filter))}`;

/** Links to the calendar, to the day, to the list, and to the page that changes events. */
export function EventViewLinks({ view, filter }: { view: "calendar" | "day" | "list"; filter: EventFilter }) {
  const t = useText();
  const may = useRights();
  const month = (filter.from ?? filter.to)?.slice(0, 7);
  // A whole month has no day of its own: the day is today.
  const day = filter.from === filter.to ? filter.from : undefined;
  const kinds = [
    { name: "calendar", to: calendarAddress({ month, ...filter }), icon: <CalendarMonthIcon /> },
    { name: "day", to: dayPlanAddress({ day, city: filter.cityCode }), icon: <CalendarViewDayIcon /> },
    { name: "list", to: listAddress(filter), icon: <ViewListIcon /> },
  ] as const;
  return (
    <>
      <ButtonGroup aria-label={t("events.view")}>
        {kinds.map(({ name, to, icon }) => (
          <Button
            key={name}
            component={Link}
            to={to}
            startIcon={icon}
            variant={view === name ? "contained" : "outlined"}
            aria-current={view === name ? "page" : undefined}
          >
            {t(`events.${name}.short`)}
          </Button>
        ))}
      </ButtonGroup>
      {may.has("events.change") && (
        <Button component={Link} to={eventsChangeAddress(filter)} variant="outlined" startIcon={<EditCalendarIcon />}>
          {t("events.change.button")}
        </Button>
      )}
    </>
  );
}
