import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import type { Calendar } from "../event.ts";
import { dayAddress, type EventFilter } from "../Views.tsx";
import { closed } from "./MonthGrid.tsx";
import { DayMarks, Load } from "./parts.tsx";

/** A month on a narrow screen: a list of the days with events. */
export function DayList({ calendar, filter }: { calendar: Calendar; filter: EventFilter }) {
  const t = useText();
  const format = useFormat();
  const days = calendar.days.filter(({ events, removed }) => events + removed > 0);
  if (days.length === 0)
    return (
      <Typography role="status" sx={{ p: 3, textAlign: "center", color: "text.secondary" }}>
        {t("events.calendar.empty")}
      </Typography>
    );
  return (
    <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
      {days.map((day) => (
        <Box component="li" key={day.day} sx={{ borderTop: 1, borderColor: "divider" }}>
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
                {t("events.count", { smart_count: day.events, n: format.count(day.events) })}
              </Typography>
            </Box>
            <Load load={day.load} sold={day.sold} held={day.held} capacity={day.capacity > 0 ? day.capacity : null} />
            <DayMarks day={day} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
