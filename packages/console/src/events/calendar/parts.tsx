import { Box, Stack, Typography } from "@mui/material";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { FactList } from "../../ui/page/layout.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import type { DayTotals } from "../event.ts";
import { eventStateLooks } from "../parts.tsx";

/** The number of all events of a day or a month, also of events that are off sale. */
export const allEvents = ({ events, removed, unpublished }: DayTotals): number => events + removed + unpublished;

/** The totals of a month. */
export function MonthTotals({ total }: { total: DayTotals }) {
  const t = useText();
  const { count, share } = useFormat();
  const facts = [
    { name: t("events.title"), value: count(allEvents(total)) },
    { name: t("events.total.onSale"), value: count(total.available) },
    {
      name: t("events.total.sold"),
      value:
        total.unlimitedSold > 0
          ? `${count(total.sold)} + ${t("events.ofUnlimited", { sold: count(total.unlimitedSold) })}`
          : count(total.sold),
    },
    { name: t("field.capacity"), value: count(total.capacity) },
    { name: t("dashboard.load.share"), value: total.load === null ? "–" : share(total.load) },
    { name: t("events.total.soldOut"), value: count(total.soldOut) },
    total.markedSoldOut > 0 && { name: t("events.total.markedSoldOut"), value: count(total.markedSoldOut) },
    { name: t("events.total.blackOut"), value: count(total.blackOut) },
    total.noResources > 0 && { name: t("events.status.no-resources"), value: count(total.noResources) },
  ];
  return (
    <Box
      sx={{
        px: { xs: 1.5, sm: 2 },
        py: 1.25,
        "& dl": { gridTemplateColumns: "repeat(auto-fill, minmax(5.5rem, 1fr))" },
      }}
    >
      <FactList facts={facts} />
    </Box>
  );
}

const kinds = [
  { status: "no-resources", field: "noResources" },
  { status: "sold-out", field: "soldOut" },
  { status: "marked-sold-out", field: "markedSoldOut" },
  { status: "black-out", field: "blackOut" },
  { status: "removed", field: "removed" },
  { status: "unpublished", field: "unpublished" },
] as const;

/** The number of events of a day that cannot be booked, by reason: an icon and a number for each. */
export function DayMarks({ day }: { day: DayTotals }) {
  const t = useText();
  const { count } = useFormat();
  const found = kinds.filter(({ field }) => day[field] > 0);
  if (found.length === 0) return null;
  return (
    <Stack direction="row" component="span" sx={{ flexWrap: "wrap", columnGap: 1, rowGap: 0 }}>
      {found.map(({ status, field }) => {
        const { tone, Icon } = eventStateLooks[status];
        return (
          <Box
            key={status}
            component="span"
            title={t(`events.status.${status}`)}
            sx={{
              display: "inline-flex",
              alignItems: "center",
              gap: 0.25,
              fontSize: "0.75rem",
              fontWeight: 600,
              color: tone === "default" ? "text.secondary" : `${tone}.dark`,
            }}
          >
            <Icon aria-hidden={false} titleAccess={t(`events.status.${status}`)} sx={{ fontSize: 14 }} />
            {count(day[field])}
          </Box>
        );
      })}
    </Stack>
  );
}

/** Says how many events of a day are on sale. A past day sells nothing, so nothing is said. */
export function OnSaleText({ day, isPast }: { day: DayTotals; isPast: boolean }) {
  const t = useText();
  const { count } = useFormat();
  if (isPast) return null;
  const off = allEvents(day) - day.available;
  const numbers = { n: count(day.available), off: count(off) };
  if (day.available === 0) return <SecondaryText span>{t("events.calendar.noneOnSale")}</SecondaryText>;
  return <SecondaryText span>{t(`events.calendar.${off === 0 ? "onSale" : "someOnSale"}`, numbers)}</SecondaryText>;
}

/** The meaning of the calendar's symbols. */
export function CalendarLegend() {
  const t = useText();
  return (
    <Stack
      direction="row"
      component="ul"
      aria-label={t("events.calendar.legend")}
      sx={{
        flexWrap: "wrap",
        alignItems: "center",
        columnGap: 2.5,
        rowGap: 0.5,
        listStyle: "none",
        m: 0,
        px: 2,
        py: 1.25,
        fontSize: "0.8125rem",
        color: "text.secondary",
        borderTop: 1,
        borderColor: "divider",
      }}
    >
      <Box component="li" sx={{ display: "flex", alignItems: "center", gap: 0.75 }}>
        <Box sx={{ width: 36 }}>
          <OccupancyBar load={0.6} />
        </Box>
        {t("dashboard.load.share")}
      </Box>
      {kinds.map(({ status }) => {
        const { tone, Icon } = eventStateLooks[status];
        return (
          <Box key={status} component="li" sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
            <Icon aria-hidden sx={{ fontSize: 16, color: tone === "default" ? "text.secondary" : `${tone}.dark` }} />
            {t(`events.status.${status}`)}
          </Box>
        );
      })}
    </Stack>
  );
}

/** Occupancy from which an event counts as nearly full. */
const nearlyFull = 0.85;

/** Occupancy as a bar and in figures. */
export function Occupancy({
  load,
  sold,
  unlimitedSold = 0,
  held = 0,
  capacity,
}: {
  /** Share of the capacity that is sold; null without a limit. */
  load: number | null;
  sold: number;
  /** Sold seats of further events that have no limit. */
  unlimitedSold?: number;
  /** Seats of open holds. */
  held?: number;
  capacity: number | null;
}) {
  const t = useText();
  const { count, share } = useFormat();
  const over = load !== null && load > 1;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="body2" component="div" sx={{ display: "flex", gap: 1, justifyContent: "space-between" }}>
        <span>
          {capacity === null
            ? t("events.soldUnlimited", { sold: count(sold) })
            : t("events.soldOf", { sold: count(sold), capacity: count(capacity) })}
          {unlimitedSold > 0 && ` + ${t("events.ofUnlimited", { sold: count(unlimitedSold) })}`}
          {held > 0 && ` · ${t("events.held", { held: count(held) })}`}
        </span>
        {load !== null && (
          <Box
            component="span"
            sx={{ fontWeight: load >= nearlyFull ? 700 : 400, color: over ? "error.main" : "inherit" }}
          >
            {share(load)}
          </Box>
        )}
      </Typography>
      <OccupancyBar load={load} />
    </Box>
  );
}

/** Shows only the bar. The figures must be beside it. */
export function OccupancyBar({ load }: { load: number | null }) {
  if (load === null) return null;
  const tone = load > 1 ? "error.main" : load >= nearlyFull ? "warning.main" : "success.main";
  return (
    <Box aria-hidden sx={{ height: 5, borderRadius: 3, bgcolor: "action.selected", overflow: "hidden", mt: 0.25 }}>
      <Box sx={{ width: `${Math.min(1, load) * 100}%`, height: 1, minWidth: load > 0 ? 3 : 0, bgcolor: tone }} />
    </Box>
  );
}
