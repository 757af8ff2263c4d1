import ChevronLeftIcon from "@mui/icons-material/ChevronLeft";
import ChevronRightIcon from "@mui/icons-material/ChevronRight";
import { Box, ButtonBase, IconButton, Stack, Typography } from "@mui/material";
import { useState } from "react";
import { allWeekdays, dayNumber, dayText, isoWeekday } from "../../format/days.ts";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { SecondaryText } from "../../ui/text.tsx";
import { FieldGroup } from "../form/fields.tsx";
import { type PlannedEvent, plannedEventsOn } from "../model/calendar.ts";
import type { ItemDraft } from "../model/draft.ts";
import type { ProductType } from "../product.ts";

const weeks = 5;

/** The dates of an item, week by week, updated while typing. A click on a scheduled day makes an exception. */
export function DatePreview({
  item,
  type,
  today,
  onDay,
}: {
  item: ItemDraft;
  type: ProductType;
  /** The local day at the location, `yyyy-MM-dd`. */
  today: string;
  onDay: (schedule: number, date: string) => void;
}) {
  const t = useText();
  const format = useFormat();
  const [turned, setTurned] = useState(0);
  const begins = firstDay(item, dayNumber(today) ?? 0);
  const first = begins - isoWeekday(begins) + 1 + turned * weeks * 7;
  const last = first + weeks * 7 - 1;
  const days = Array.from({ length: weeks * 7 }, (_, n) => first + n);
  const caption = t("productForm.preview.caption", {
    from: format.date(dayText(first)),
    to: format.date(dayText(last)),
  });
  return (
    <FieldGroup label={t("productForm.preview.title")}>
      <Stack direction="row" sx={{ alignItems: "center", gap: 0.5, mb: 0.5 }}>
        <IconButton size="small" aria-label={t("productForm.preview.earlier")} onClick={() => setTurned(turned - 1)}>
          <ChevronLeftIcon />
        </IconButton>
        <Typography aria-live="polite" variant="body2" sx={{ fontWeight: 600 }}>
          {format.date(dayText(first))} – {format.date(dayText(last))}
        </Typography>
        <IconButton size="small" aria-label={t("productForm.preview.later")} onClick={() => setTurned(turned + 1)}>
          <ChevronRightIcon />
        </IconButton>
      </Stack>
      <Box
        component="table"
        aria-label={caption}
        sx={{
          width: "100%",
          tableLayout: "fixed",
          borderCollapse: "collapse",
          "& th": { fontSize: "0.75rem", fontWeight: 600, color: "text.secondary", p: 0.5 },
          "& td": { p: 0, border: 1, borderColor: "divider", height: { xs: 44, sm: 58 }, verticalAlign: "top" },
        }}
      >
        <thead>
          <tr>
            {allWeekdays.map((number) => (
              <th key={number} scope="col">
                {format.weekday(number, "short")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: weeks }, (_, week) => (
            <tr key={days[week * 7]}>
              {days.slice(week * 7, week * 7 + 7).map((day) => (
                <Day
                  key={day}
                  date={dayText(day)}
                  isToday={dayText(day) === today}
                  performances={plannedEventsOn(item, type, day)}
                  timed={type === "scheduled"}
                  onDay={onDay}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
      <Legend />
    </FieldGroup>
  );
}

/** Returns today, or the first day with dates. */
function firstDay({ schedules, events }: ItemDraft, today: number): number {
  const days = [...schedules.map(({ from }) => from), ...events.map(({ eventOn }) => eventOn.slice(0, 10))].flatMap(
    (text) => dayNumber(text) ?? [],
  );
  return days.length === 0 ? today : Math.max(today, Math.min(...days));
}

const isOut = ({ availability }: PlannedEvent): boolean => availability !== "available";

function Day({
  date,
  isToday,
  performances,
  timed,
  onDay,
}: {
  date: string;
  isToday: boolean;
  performances: PlannedEvent[];
  timed: boolean;
  onDay: (schedule: number, date: string) => void;
}) {
  const t = useText();
  const format = useFormat();
  const number = (
    <Typography
      component="span"
      sx={{
        fontSize: "0.75rem",
        color: performances.length > 0 ? "text.primary" : "text.secondary",
        fontWeight: isToday ? 700 : 400,
        ...(isToday && { textDecoration: "underline", textUnderlineOffset: 2 }),
      }}
    >
      {Number(date.slice(8))}
    </Typography>
  );
  if (performances.length === 0) return <Box component="td">{<Box sx={{ px: 0.5 }}>{number}</Box>}</Box>;
  const times = performances.map((one) => {
    const status = isOut(one) ? ` (${t(`events.status.${one.availability}`)})` : one.special ? " *" : "";
    return (timed ? one.time : t("events.status.available")) + status;
  });
  const names = { day: format.local(`${date}T00:00:00`), times: format.list(times) };
  const schedule = performances.find((one) => one.schedule !== null)?.schedule ?? null;
  const content = (
    <>
      {number}
      <Stack aria-hidden sx={{ gap: "2px", width: "100%", alignItems: "stretch" }}>
        {performances.slice(0, 2).map((one, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two events can have the same time.
          <Mark key={n} performance={one} text={timed ? one.time : "●"} />
        ))}
        {performances.length > 2 && (
          <Typography component="span" sx={{ fontSize: "0.6875rem", color: "text.secondary" }}>
            +{performances.length - 2}
          </Typography>
        )}
      </Stack>
    </>
  );
  const shape = {
    width: "100%",
    height: "100%",
    minHeight: { xs: 44, sm: 58 },
    px: 0.5,
    pb: 0.5,
    display: "flex",
    flexDirection: "column",
    alignItems: "flex-start",
    justifyContent: "flex-start",
    textAlign: "left",
  } as const;
  return (
    <Box component="td">
      {schedule === null ? (
        <Box role="img" aria-label={t("productForm.preview.cellSingle", names)} sx={shape}>
          {content}
        </Box>
      ) : (
        <ButtonBase
          aria-label={t("productForm.preview.cell", names)}
          onClick={() => onDay(schedule, date)}
          sx={{ ...shape, "&:hover": { bgcolor: "action.hover" } }}
        >
          {content}
        </ButtonBase>
      )}
    </Box>
  );
}

const tones = {
  usual: { bgcolor: "success.light", color: "success.dark" },
  special: { bgcolor: "warning.light", color: "warning.dark" },
  out: { bgcolor: "error.light", color: "error.dark", textDecoration: "line-through" },
} as const;

const toneOf = (one: PlannedEvent): keyof typeof tones => (isOut(one) ? "out" : one.special ? "special" : "usual");

const Mark = ({ performance, text }: { performance: PlannedEvent; text: string }) => (
  <Typography
    component="span"
    sx={{
      ...tones[toneOf(performance)],
      borderRadius: 0.75,
      px: 0.5,
      fontSize: { xs: "0.625rem", sm: "0.75rem" },
      fontWeight: 600,
      lineHeight: 1.45,
      overflow: "hidden",
    }}
  >
    {text}
  </Typography>
);

function Legend() {
  const t = useText();
  return (
    <Stack direction="row" aria-hidden sx={{ gap: 2, mt: 0.75, flexWrap: "wrap" }}>
      {(["usual", "special", "out"] as const).map((tone) => (
        <Stack key={tone} direction="row" sx={{ gap: 0.75, alignItems: "center" }}>
          <Box sx={{ ...tones[tone], width: 18, height: 12, borderRadius: 0.5, border: 1, borderColor: "divider" }} />
          <SecondaryText>{t(`productForm.preview.legend.${tone}`)}</SecondaryText>
        </Stack>
      ))}
    </Stack>
  );
}
