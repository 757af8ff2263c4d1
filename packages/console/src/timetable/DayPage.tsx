import PrintIcon from "@mui/icons-material/Print";
import { Alert, Box, Button, Card, Stack } from "@mui/material";
import { keepPreviousData } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { namesQueryOptions, useAnswer } from "../api/useAnswer.ts";
import { EventViewLinks } from "../events/EventViewLinks.tsx";
import { CityFilter } from "../events/pickers.tsx";
import { addDays, dayNumber, today } from "../format/days.ts";
import { useFormat, useZoneCity } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { obstacleText, type Resource, resourceWeekAddress } from "../resources/resource.ts";
import { useGiving } from "../resources/useGiving.ts";
import { useStoreZone } from "../session/hooks.ts";
import { DayField, Select } from "../ui/form/controls.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { Loading } from "../ui/page/Loading.tsx";
import { Page } from "../ui/page/Page.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { TimeBar } from "../ui/page/TimeBar.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import {
  type ColumnKind,
  columnKinds,
  columnsBy,
  eventsOutside,
  type TimetableColumn,
  type TimetableEvent,
} from "./columns.ts";
import { useClock } from "./event-facts.tsx";
import { minutesAt } from "./layout.ts";
import type { DrawnColumn, Dropping } from "./Timetable.tsx";
import { TimetableBody } from "./TimetableBody.tsx";

/** A day by time: its events in columns by guide, boat, room or product. The address has the day and the choice of columns. */
export function DayPage() {
  const t = useText();
  const format = useFormat();
  const present = today(useStoreZone());
  const [parameters, setParameters] = useSearchParams();
  const wanted = parameters.get("day") ?? "";
  const day = dayNumber(wanted) === null ? present : wanted;
  const cityCode = parameters.get("city") ?? undefined;
  const { data, error } = useAnswer(
    "events.timetable",
    { query: { from: day } },
    { placeholderData: keepPreviousData, refetchInterval: 30_000 },
  );
  const { data: list } = useAnswer("resources.list", { query: { perPage: 500 } }, namesQueryOptions);
  const set = (changes: Record<string, string | undefined>) =>
    setParameters((former) => {
      const all = Object.entries({ ...Object.fromEntries(former), ...changes });
      return all.filter((entry): entry is [string, string] => Boolean(entry[1]));
    });
  const kinds = columnKinds.filter(
    (kind) => kind === "product" || list?.data.some((one) => one.kind === kind && !one.archived),
  );
  const by = columnKinds.find((kind) => kind === parameters.get("by")) ?? kinds[0]!;
  return (
    <Page
      title={t("timetable.title")}
      lead={
        <Box component="span" className="on-screen" sx={{ display: { xs: "none", md: "inline" } }}>
          {t("timetable.lead")}
        </Box>
      }
      width={1800}
      gap={1.5}
      actions={
        <Stack direction="row" className="on-screen" sx={{ gap: 1, flexWrap: "wrap" }}>
          <EventViewLinks view="day" filter={{ from: day, to: day, cityCode }} />
          <Button variant="outlined" startIcon={<PrintIcon />} onClick={() => window.print()}>
            {t("day.print")}
          </Button>
        </Stack>
      }
    >
      <Card sx={{ overflow: "visible" }}>
        <TimeBar
          heading={format.longDay(day)}
          before={t("timetable.before")}
          after={t("timetable.after")}
          present={{ label: t("day.today"), isShown: day === present, show: () => set({ day: present }) }}
          onStep={(by) => set({ day: addDays(day, by) })}
        >
          <Box
            role="search"
            className="on-screen"
            sx={{
              display: "grid",
              gap: 1,
              ml: { md: 1 },
              width: { xs: 1, md: "36rem" },
              gridTemplateColumns: { xs: "1fr 1fr", md: "repeat(3, minmax(0, 1fr))" },
            }}
          >
            <DayField label={t("timetable.day")} value={day} onChange={(chosen) => chosen && set({ day: chosen })} />
            <CityFilter cityCode={cityCode} onChange={({ cityCode: city }) => set({ city })} />
            <Select
              label={t("timetable.columns")}
              value={by}
              choices={choicesOf(kinds.includes(by) ? kinds : [...kinds, by], (kind) => t(`timetable.by.${kind}`))}
              onChange={(chosen) => set({ by: chosen })}
              sx={{ display: { xs: "none", md: "flex" } }}
            />
          </Box>
        </TimeBar>
        {error ? (
          <Box sx={{ p: 2 }}>
            <ProblemAlert error={error} />
          </Box>
        ) : data && list ? (
          <>
            {data.total > data.events.length && (
              <Alert severity="warning" sx={{ mx: 2, mb: 1 }}>
                {t("day.more", { n: data.events.length })}
              </Alert>
            )}
            <Day
              day={day}
              by={by}
              resources={list.data}
              events={data.events.filter((one) => !cityCode || one.cityCode.toUpperCase() === cityCode.toUpperCase())}
            />
          </>
        ) : (
          <Box sx={{ p: 2 }}>
            <Loading of="days" lines={4} />
          </Box>
        )}
      </Card>
    </Page>
  );
}

function Day({
  day,
  by,
  resources,
  events,
}: {
  day: string;
  by: ColumnKind;
  resources: readonly Resource[];
  events: readonly TimetableEvent[];
}) {
  const t = useText();
  const zone = useStoreZone();
  const now = useClock();
  const { give, mayGive } = useGiving();
  const columns = columnsBy(by, events, resources, t("resources.week.missing"));
  const drawn = columns.map((column): DrawnColumn => {
    const zones = new Set(column.blocks.map(({ event }) => event.timeZone));
    const own = zones.size === 1 ? [...zones][0] : zone;
    const off = dayOff(column.resource, day);
    return {
      id: column.id,
      name: column.name,
      heading: <ColumnHeading column={column} day={day} otherZone={own === zone ? undefined : own} />,
      blocks: column.blocks,
      nowAt: own !== undefined && today(own) === day ? minutesAt(new Date(now), own) : null,
      isOff: off !== undefined,
    };
  });
  const nameOf = (id: string | null) => resources.find((one) => one.id === id)?.name;
  const dropping: Dropping = {
    answer({ use }, columnId) {
      if (columnId === "") return { takes: true, text: t("resources.event.return") };
      const found = use?.pool.find(({ id }) => id === columnId);
      if (!found) return { takes: false, text: t("timetable.cannotServe") };
      return { takes: found.obstacle === null, text: obstacleText(found.obstacle, t) };
    },
    async drop({ event, use }, columnId) {
      if (!use) return;
      const { id: eventId, productName, itemName, sold, held, people } = event;
      const { position, resourceId, pool } = use;
      const given = { eventId, position, resourceId, productName, itemName, seats: sold + held, people };
      const units = pool.find(({ id }) => id === columnId)?.units ?? 0;
      const to = columnId === "" ? null : { id: columnId, name: nameOf(columnId) ?? "", units };
      // The service refuses what cannot be, also what a column was known to refuse: its reason is more exact.
      await give(given, to);
    },
  };
  return (
    <TimetableBody
      label={t("timetable.title")}
      events={events}
      outside={eventsOutside(columns, events)}
      columns={drawn}
      dropping={mayGive && by !== "product" ? dropping : undefined}
    />
  );
}

const dayOff = (resource: Resource | null, day: string) =>
  resource?.daysOff.find(({ from, until }) => from <= day && until >= day);

function ColumnHeading({
  column: { id, name, resource },
  day,
  otherZone,
}: {
  column: TimetableColumn;
  day: string;
  otherZone: string | undefined;
}) {
  const t = useText();
  const cityOf = useZoneCity();
  const off = dayOff(resource, day);
  const to = resource ? resourceWeekAddress(id, day) : `/products/${id}/show`;
  return (
    <>
      {id === "" ? (
        name
      ) : (
        <PageLink to={to} {...(resource && { title: t("timetable.weekOf", { name }) })} sx={{ color: "text.primary" }}>
          {name}
        </PageLink>
      )}
      {off && <SecondaryText>{off.reason || t("resources.week.off")}</SecondaryText>}
      {otherZone && <SecondaryText>{t("day.zone", { zone: cityOf(otherZone) })}</SecondaryText>}
    </>
  );
}
