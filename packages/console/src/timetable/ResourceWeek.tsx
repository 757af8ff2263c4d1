import { useAnswer } from "../api/useAnswer.ts";
import { dayPlanAddress } from "../events/EventViewLinks.tsx";
import { dayNumber, isoWeekday, today } from "../format/days.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import type { Resource } from "../resources/resource.ts";
import { useStoreZone } from "../session/hooks.ts";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import { blocksOfResource } from "./columns.ts";
import { useClock } from "./event-facts.tsx";
import { minutesAt } from "./layout.ts";
import type { DrawnColumn } from "./Timetable.tsx";
import { TimetableBody } from "./TimetableBody.tsx";

/** A week of one guide, boat or room: a column for each day. */
export function ResourceWeek({ resource, days }: { resource: Resource; days: readonly string[] }) {
  const t = useText();
  const format = useFormat();
  const zone = useStoreZone();
  const now = useClock();
  const { id, name, kind, daysOff } = resource;
  const query = useAnswer(
    "events.timetable",
    { query: { from: days[0]!, days: days.length, resourceId: id } },
    { refetchInterval: 60_000 },
  );
  return (
    <QueryResult query={query}>
      {({ events }) => (
        <TimetableBody
          dated
          label={t("timetable.weekOf", { name })}
          events={events}
          columns={days.map((day): DrawnColumn => {
            const ofDay = events.filter(({ eventOn }) => eventOn.startsWith(day));
            const own = ofDay[0]?.timeZone ?? zone;
            const off = daysOff.find(({ from, until }) => from <= day && until >= day);
            return {
              id: day,
              name: format.longDay(day),
              heading: (
                <>
                  <PageLink to={dayPlanAddress({ day, by: kind })} sx={{ color: "text.primary" }}>
                    {`${format.weekday(isoWeekday(dayNumber(day)!), "short")} ${format.shortDay(day)}`}
                  </PageLink>
                  {off && <SecondaryText>{off.reason || t("resources.week.off")}</SecondaryText>}
                </>
              ),
              blocks: ofDay.flatMap((event) => blocksOfResource(event, id)),
              nowAt: own !== undefined && today(own) === day ? minutesAt(new Date(now), own) : null,
              isOff: off !== undefined,
            };
          })}
        />
      )}
    </QueryResult>
  );
}
