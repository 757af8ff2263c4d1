import ChevronLeftIcon from "@mui/icons-material/ChevronLeft";
import ChevronRightIcon from "@mui/icons-material/ChevronRight";
import { Box, Button, Card, IconButton, Stack, Typography } from "@mui/material";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useAnswer } from "../api/useAnswer.ts";
import { addDays, dayNumber, isoWeekday, today } from "../format/days.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useStoreZone } from "../session/hooks.ts";
import { Loading } from "../ui/page/Loading.tsx";
import { Page } from "../ui/page/Page.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { ResourceClashes } from "./ResourceClashes.tsx";
import { type ResourceUse, ResourceUseBar } from "./ResourceUseBar.tsx";
import { kindAndCapacity, type Resource } from "./resource.ts";
import { useGiving } from "./useGiving.ts";

/** A week of the plan of resources: a row for each resource, a column for each day. */
export function ResourceWeekPage() {
  const t = useText();
  const zone = useStoreZone();
  const [parameters, setParameters] = useSearchParams();
  const wanted = parameters.get("day") ?? "";
  const only = parameters.get("resource");
  const day = dayNumber(wanted) === null ? today(zone) : wanted;
  const first = addDays(day, 1 - isoWeekday(dayNumber(day)!));
  const days = [0, 1, 2, 3, 4, 5, 6].map((n) => addDays(first, n));
  const { data, error } = useAnswer(
    "resources.plan",
    { query: { from: first, until: days[6]! } },
    { placeholderData: keepPreviousData, refetchInterval: 60_000 },
  );
  const { data: { clashes } = { clashes: [] } } = useAnswer("resources.clashes", {}, { refetchInterval: 60_000 });
  return (
    <Page
      title={t("resources.week.title")}
      lead={t("resources.week.lead")}
      width={1600}
      actions={
        <>
          {only && (
            <Button component={Link} to={`/resource-plan?day=${day}`}>
              {t("resources.week.all")}
            </Button>
          )}
          <Button component={Link} to="/resources">
            {t("resources.title")}
          </Button>
        </>
      }
    >
      {clashes.length > 0 && (
        <ResourceClashes
          linked
          title={t("resources.week.clashes", { smart_count: clashes.length })}
          clashes={clashes}
        />
      )}
      <Card>
        <WeekBar
          first={first}
          present={today(zone)}
          onDay={(next) => setParameters({ day: next, ...(only && { resource: only }) })}
        />
        <Box sx={{ px: { xs: 1, sm: 2 }, pb: 2 }}>
          {error ? (
            <ProblemAlert error={error} />
          ) : data ? (
            <Plan days={days} plan={data} only={only} />
          ) : (
            <Loading of="days" lines={4} />
          )}
        </Box>
      </Card>
    </Page>
  );
}

/** `present`: today in the time zone of the store. */
function WeekBar({ first, present, onDay }: { first: string; present: string; onDay: (day: string) => void }) {
  const t = useText();
  const format = useFormat();
  const step = (days: number, label: string, icon: React.ReactNode) => (
    <IconButton aria-label={label} title={label} onClick={() => onDay(addDays(first, days))}>
      {icon}
    </IconButton>
  );
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 0.5, px: { xs: 1, sm: 2 }, py: 1 }}>
      {step(-7, t("resources.week.before"), <ChevronLeftIcon />)}
      {step(7, t("resources.week.after"), <ChevronRightIcon />)}
      <Typography variant="h2" aria-live="polite" sx={{ flex: 1, ml: 1 }}>
        {t("resources.week.of", { day: format.date(first) })}
      </Typography>
      <Button size="small" onClick={() => onDay(present)}>
        {t("resources.week.today")}
      </Button>
    </Stack>
  );
}

interface PlanProps {
  days: string[];
  plan: { resources: Resource[]; uses: ResourceUse[] };
  /** The id of the only resource that is shown; null: all. */
  only: string | null;
}

function Plan({ days, plan: { resources, uses }, only }: PlanProps) {
  const t = useText();
  const format = useFormat();
  const [dragged, setDragged] = useState<ResourceUse | null>(null);
  const { give, mayGive } = useGiving();
  const chosen = resources.filter(({ id }) => id === only);
  const missing = chosen.length > 0 ? [] : uses.filter(({ resourceId }) => resourceId === null);
  const current = resources.filter(({ id, archived }) => !archived || uses.some((use) => use.resourceId === id));
  const shown = chosen.length > 0 ? chosen : current;
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
                give={mayGive && resources.length > 1 ? give : undefined}
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
            name={resource.name}
            detail={kindAndCapacity(resource, t)}
            takes={dragged !== null && dragged.resourceId !== resource.id && dragged.pool.includes(resource.id)}
            onDrop={() => dragged && give(dragged, resource)}
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
  name: string;
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
