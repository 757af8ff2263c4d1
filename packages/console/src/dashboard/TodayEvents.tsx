import { Box, Button, Stack, Typography } from "@mui/material";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { Fragment, useState } from "react";
import type { ListRecord } from "../api/types.ts";
import { namesQueryOptions, useAnswer } from "../api/useAnswer.ts";
import { eventTime, soldShare } from "../day/day-event.ts";
import { OccupancyBar } from "../events/calendar/parts.tsx";
import { dayAddress, eventAddress } from "../events/EventViewLinks.tsx";
import { EventStateChip } from "../events/parts.tsx";
import { addDays, today } from "../format/days.ts";
import { useFormat, useZoneCity } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useStoreZone } from "../session/hooks.ts";
import { Loading } from "../ui/page/Loading.tsx";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";

type EventLine = ListRecord<"events.day">;

/** Number of events that are shown at first: of today, and of both days. Of tomorrow two are always shown. */
const [ofToday, ofBoth, ofTomorrow] = [4, 6, 2];

/** The events from now until the end of tomorrow, in the local time of each location. */
export function TodayEvents() {
  const t = useText();
  const day = today(useStoreZone());
  const query = useAnswer("events.day", {}, { refetchInterval: 60_000 });
  return (
    <>
      {([0, 1] as const).map((daysAhead) => (
        <SectionCard
          key={daysAhead}
          title={t(daysAhead === 0 ? "day.today" : "day.tomorrow")}
          aside={
            <PageLink to={dayAddress({ day: addDays(day, daysAhead), only: null }, {})} sx={{ fontWeight: 600 }}>
              {t("day.toEvents")}
            </PageLink>
          }
        >
          <QueryResult query={query} loading={<Loading of="rows" lines={4} />}>
            {({ data, total }) => (
              <>
                <Events
                  events={data.filter((event) => event.daysAhead === daysAhead)}
                  isToday={daysAhead === 0}
                  atFirst={shownAtFirst(data, daysAhead)}
                />
                {daysAhead === 0 && <FinishedEvents day={day} coming={data} />}
                {total > data.length && <SecondaryText>{t("day.more", { n: data.length })}</SecondaryText>}
              </>
            )}
          </QueryResult>
        </SectionCard>
      ))}
    </>
  );
}

function shownAtFirst(events: readonly EventLine[], daysAhead: 0 | 1): number {
  const today = Math.min(ofToday, events.filter((event) => event.daysAhead === 0).length);
  return daysAhead === 0 ? ofToday : Math.max(ofTomorrow, ofBoth - today);
}

/** Today's events that are over, folded. */
function FinishedEvents({ day, coming }: { day: string; coming: readonly EventLine[] }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { data = [] } = useAnswer("events.day", { query: { from: day, days: 1 } }, namesQueryOptions).data ?? {};
  const next = new Set(coming.map(({ id }) => id));
  const over = data.filter(({ id, started }) => started && !next.has(id));
  if (over.length === 0) return null;
  return (
    <>
      <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} sx={{ mt: 0.5 }}>
        {t("day.over", { smart_count: over.length })}
      </Button>
      {isOpen && (
        <PlainList>
          {over.map((event) => (
            <Row key={event.id} event={event} />
          ))}
        </PlainList>
      )}
    </>
  );
}

/** The next events, grouped by time zone, because local times of several zones cannot be sorted together. */
function Events({ events, isToday, atFirst }: { events: readonly EventLine[]; isToday: boolean; atFirst: number }) {
  const t = useText();
  const cityOf = useZoneCity();
  const [all, setAll] = useState(false);
  if (events.length === 0 && isToday) return <Typography sx={{ py: 1 }}>{t("day.noMore")}</Typography>;
  if (events.length === 0)
    return (
      <Box sx={{ py: 1 }}>
        <Typography>{t("day.none")}</Typography>
        <SecondaryText>{t("day.noneLead")}</SecondaryText>
      </Box>
    );
  const shown = all ? events : events.slice(0, atFirst);
  return (
    <>
      {[...Map.groupBy(shown, ({ timeZone }) => timeZone)].map(([timeZone, there]) => (
        <Fragment key={timeZone}>
          <SecondaryText sx={{ mt: 1 }}>{t("day.zone", { zone: cityOf(timeZone) })}</SecondaryText>
          <PlainList>
            {there.map((event) => (
              <Row key={event.id} event={event} />
            ))}
          </PlainList>
        </Fragment>
      ))}
      {events.length > atFirst && (
        <Button size="small" aria-expanded={all} onClick={() => setAll(!all)} sx={{ mt: 0.5 }}>
          {all ? t("day.fewer") : t("day.all", { n: events.length })}
        </Button>
      )}
    </>
  );
}

function Row({ event }: { event: EventLine }) {
  const t = useText();
  const { count } = useFormat();
  const {
    id,
    productName,
    itemName,
    cityCode,
    state,
    sold,
    people,
    admitted,
    left,
    capacity,
    waiting,
    started,
    tooFew,
    minimumGuests,
  } = event;
  const figures = [
    {
      name: t("day.sold"),
      value: capacity === null ? count(sold) : `${count(sold)} / ${count(capacity)}`,
      isShown: true,
    },
    { name: t("day.admitted"), value: count(admitted), isShown: false },
    { name: t("day.left"), value: left === null ? "∞" : count(left), isShown: false },
  ];
  return (
    <LinedItem
      columns={{ xs: "3.5rem minmax(0, 1fr) 5.5rem", md: "3.5rem minmax(0, 1fr) 6.5rem" }}
      align="center"
      dense
    >
      <Typography component="span" variant="body2" sx={{ fontWeight: 700 }}>
        {eventTime(event) ?? t("day.allDay")}
      </Typography>
      <Box sx={{ minWidth: 0 }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
          <PageLink to={eventAddress(id)} noWrap title={productName} sx={{ fontSize: "0.875rem", fontWeight: 600 }}>
            {productName}
          </PageLink>
          {state !== "available" && <EventStateChip state={state} />}
        </Stack>
        <SecondaryText noWrap title={`${itemName} · ${cityCode}`}>
          {tooFew && (
            <Box component="span" sx={{ color: "error.dark", fontWeight: 600 }}>
              {t("day.tooFew", { n: count(minimumGuests ?? 0) })}
              {" · "}
            </Box>
          )}
          {waiting > 0 && (
            <Box component="span" sx={{ color: "warning.dark", fontWeight: 600 }}>
              {t("day.waiting", { smart_count: waiting })}
              {" · "}
            </Box>
          )}
          {started && `${t("day.started")} · `}
          {people !== sold && `${t("orders.people", { smart_count: people })} · `}
          {itemName} · {cityCode}
        </SecondaryText>
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Box component="dl" sx={{ m: 0, position: "relative" }}>
          {figures.map(({ name, value, isShown }) => (
            <Box key={name} sx={isShown ? undefined : visuallyHidden}>
              <Box component="dt" sx={visuallyHidden}>
                {name}
              </Box>
              <Typography component="dd" variant="body2" sx={{ m: 0, fontWeight: 600, textAlign: "right" }}>
                {value}
              </Typography>
            </Box>
          ))}
        </Box>
        <OccupancyBar load={soldShare(event)} />
      </Box>
    </LinedItem>
  );
}
