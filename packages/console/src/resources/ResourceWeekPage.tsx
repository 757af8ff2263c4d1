import PrintIcon from "@mui/icons-material/Print";
import { Box, Button, Card, Stack } from "@mui/material";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useAnswer } from "../api/useAnswer.ts";
import { dayPlanAddress } from "../events/EventViewLinks.tsx";
import { addDays, dayNumber, daysOfWeek, isoWeekday, today } from "../format/days.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useStoreZone } from "../session/hooks.ts";
import { ResourceWeek } from "../timetable/ResourceWeek.tsx";
import { Loading } from "../ui/page/Loading.tsx";
import { Page } from "../ui/page/Page.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { TimeBar } from "../ui/page/TimeBar.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import { ComingResourceClashes } from "./ResourceClashes.tsx";
import { type ResourceUse, ResourceUseBar } from "./ResourceUseBar.tsx";
import { kindAndCapacity, type Resource, resourceWeekAddress } from "./resource.ts";
import { useGiving } from "./useGiving.ts";

/** A week of the plan of resources: a row for each resource and a column for each day. A week of one resource by time. */
export function ResourceWeekPage() {
  const t = useText();
  const format = useFormat();
  const zone = useStoreZone();
  const [parameters, setParameters] = useSearchParams();
  const wanted = parameters.get("day") ?? "";
  const only = parameters.get("resource");
  const day = dayNumber(wanted) === null ? today(zone) : wanted;
  const days = daysOfWeek(day);
  const { data: resource, error } = useAnswer("resources.show", only ? { id: only } : null);
  const show = (next: string) => setParameters({ day: next, ...(only && { resource: only }) });
  return (
    <Page
      title={resource ? t("timetable.weekOf", { name: resource.name }) : t("resources.week.title")}
      lead={<span className="on-screen">{only ? t("timetable.weekLead") : t("resources.week.lead")}</span>}
      width={1600}
      actions={
        <Stack direction="row" className="on-screen" sx={{ gap: 1, flexWrap: "wrap" }}>
          {only && (
            <Button component={Link} to={`/resource-plan?day=${day}`}>
              {t("resources.week.all")}
            </Button>
          )}
          {resource?.kind === "guide" && (
            <Button component={Link} to={`/guides/${resource.id}`}>
              {t("guides.titleOf", { name: resource.name })}
            </Button>
          )}
          <Button component={Link} to={dayPlanAddress({ day })}>
            {t("timetable.title")}
          </Button>
          <Button component={Link} to="/resources">
            {t("resources.title")}
          </Button>
          {resource && (
            <Button variant="outlined" startIcon={<PrintIcon />} onClick={() => window.print()}>
              {t("day.print")}
            </Button>
          )}
        </Stack>
      }
    >
      {!only && <ComingResourceClashes />}
      <Card sx={{ overflow: "visible" }}>
        <TimeBar
          heading={t("resources.week.of", { day: format.date(days[0]!) })}
          before={t("resources.week.before")}
          after={t("resources.week.after")}
          present={{
            label: t("resources.week.today"),
            isShown: days.includes(today(zone)),
            show: () => show(today(zone)),
          }}
          onStep={(by) => show(addDays(days[0]!, 7 * by))}
        />
        {error ? (
          <ProblemAlert error={error} />
        ) : only ? (
          resource && <ResourceWeek {...{ resource, days }} />
        ) : (
          <AllResources days={days} />
        )}
      </Card>
    </Page>
  );
}

function AllResources({ days }: { days: string[] }) {
  const { data, error } = useAnswer(
    "resources.plan",
    { query: { from: days[0]!, until: days[6]! } },
    { placeholderData: keepPreviousData, refetchInterval: 60_000 },
  );
  return (
    <Box sx={{ px: { xs: 1, sm: 2 }, pb: 2 }}>
      {error ? (
        <ProblemAlert error={error} />
      ) : data ? (
        <Plan days={days} plan={data} />
      ) : (
        <Loading of="days" lines={4} />
      )}
    </Box>
  );
}

interface PlanProps {
  days: string[];
  plan: { resources: Resource[]; uses: ResourceUse[] };
}

function Plan({ days, plan: { resources, uses } }: PlanProps) {
  const t = useText();
  const format = useFormat();
  const [dragged, setDragged] = useState<ResourceUse | null>(null);
  const { give, mayGive } = useGiving();
  const giveNamed = (use: ResourceUse, to: Resource) => give(use, to);
  const missing = uses.filter(({ resourceId }) => resourceId === null);
  const shown = resources.filter(({ id, archived }) => !archived || uses.some((use) => use.resourceId === id));
  if (shown.length === 0) return <SecondaryText>{t("resources.week.none")}</SecondaryText>;
  const cells = (ofRow: ResourceUse[], resource: Resource | null) =>
    days.map((day) => {
      // An event that began before the week is shown on its first day.
      const ofDay = ofRow.filter(
        ({ from }) => from.slice(0, 10) === day || (day === days[0] && from.slice(0, 10) < day),
      );
      const off = resource?.daysOff.find(({ from, until }) => from <= day && until >= day);
      const isEmpty = ofDay.length === 0 && !off;
      return (
        <Box
          key={day}
          component="td"
          sx={{
            display: { xs: isEmpty ? "none" : "block", md: "table-cell" },
            verticalAlign: "top",
            p: 0.5,
            border: { md: 1 },
            borderColor: { md: "divider" },
            ...(off && { bgcolor: "action.hover" }),
          }}
        >
          <SecondaryText sx={{ display: { md: "none" } }}>{format.longDay(day)}</SecondaryText>
          {off && <SecondaryText title={off.reason}>{off.reason || t("resources.week.off")}</SecondaryText>}
          <Stack sx={{ gap: 0.5 }}>
            {ofDay.map((use) => (
              <ResourceUseBar
                key={`${use.eventId} ${use.position} ${use.resourceId}`}
                use={use}
                resources={resources}
                give={mayGive && resources.length > 1 ? giveNamed : undefined}
                onDrag={setDragged}
              />
            ))}
          </Stack>
        </Box>
      );
    });
  return (
    <Box
      component="table"
      aria-label={t("resources.week.title")}
      sx={{ width: 1, borderCollapse: "collapse", tableLayout: "fixed", display: { xs: "block", md: "table" } }}
    >
      <Box component="thead" sx={{ display: { xs: "none", md: "table-header-group" } }}>
        <tr>
          <Heading>{t("resources.week.resource")}</Heading>
          {days.map((day) => (
            <Heading
              key={day}
            >{`${format.weekday(isoWeekday(dayNumber(day)!), "short")} ${format.shortDay(day)}`}</Heading>
          ))}
        </tr>
      </Box>
      <Box component="tbody" sx={{ display: { xs: "block", md: "table-row-group" } }}>
        {missing.length > 0 && (
          <Row name={t("resources.week.missing")} detail="">
            {cells(missing, null)}
          </Row>
        )}
        {shown.map((resource) => (
          <Row
            key={resource.id}
            name={
              <PageLink to={resourceWeekAddress(resource.id, days[0]!)} sx={{ color: "text.primary", fontWeight: 600 }}>
                {resource.name}
              </PageLink>
            }
            detail={kindAndCapacity(resource, t)}
            takes={dragged !== null && dragged.resourceId !== resource.id && dragged.pool.includes(resource.id)}
            onDrop={() => dragged && giveNamed(dragged, resource)}
          >
            {cells(
              uses.filter(({ resourceId }) => resourceId === resource.id),
              resource,
            )}
          </Row>
        ))}
      </Box>
    </Box>
  );
}

const Heading = ({ children }: { children: string }) => (
  <Box component="th" scope="col" sx={{ p: 0.5, textAlign: "left", fontWeight: 600, fontSize: "0.8125rem" }}>
    {children}
  </Box>
);

/** `takes`: whether the dragged event can be dropped here. */
function Row({
  name,
  detail,
  takes = false,
  onDrop,
  children,
}: {
  name: React.ReactNode;
  detail: string;
  takes?: boolean;
  onDrop?: () => void;
  children: React.ReactNode;
}) {
  return (
    <Box
      component="tr"
      {...(takes && { onDragOver: (event: React.DragEvent) => event.preventDefault(), onDrop })}
      sx={{
        display: { xs: "block", md: "table-row" },
        "& + &": { borderTop: { xs: 1, md: 0 }, borderColor: { xs: "divider" } },
        py: { xs: 1, md: 0 },
        ...(takes && { outline: 2, outlineStyle: "dashed", outlineColor: "primary.main" }),
      }}
    >
      <Box
        component="th"
        scope="row"
        sx={{
          display: { xs: "block", md: "table-cell" },
          textAlign: "left",
          verticalAlign: "top",
          p: 0.5,
          fontWeight: 600,
          overflowWrap: "anywhere",
          border: { md: 1 },
          borderColor: { md: "divider" },
        }}
      >
        {name}
        <SecondaryText>{detail}</SecondaryText>
      </Box>
      {children}
    </Box>
  );
}
